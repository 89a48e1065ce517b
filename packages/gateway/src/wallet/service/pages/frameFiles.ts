import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';

/** A file with its encoding for the response. */
export interface EncodedFile {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** `Content-Encoding`; undefined: not compressed. */
  readonly encoding: 'br' | 'gzip' | undefined;
}

const ENCODERS = { br: promisify(brotliCompress), gzip: promisify(gzip) } as const;

/** Files of a folder whose names contain a hash: each is read and compressed once. */
export interface FrameFiles {
  /**
   * @param accepted - The caller's `Accept-Encoding`.
   * @returns the file, or undefined if it does not exist.
   */
  read(name: string, accepted: string): Promise<EncodedFile | undefined>;
}

export function frameFiles(directory: string): FrameFiles {
  const kept = new Map<string, Promise<EncodedFile>>();
  return {
    async read(name, accepted) {
      const encoding = encodingOf(accepted);
      const key = `${encoding ?? ''} ${name}`;
      const known = kept.get(key);
      if (known !== undefined) return known;
      const bytes = await readFile(join(directory, name)).catch(() => undefined);
      if (bytes === undefined) return undefined;
      const made = encode(bytes, encoding);
      kept.set(key, made);
      return made;
    },
  };
}

/** Selects the smallest encoding that the caller accepts. A quality of 0 refuses it (RFC 9110, 12.5.3). */
function encodingOf(accepted: string): EncodedFile['encoding'] {
  const taken = accepted
    .split(',')
    .filter(part => !/;\s*q=0(\.0*)?\s*$/.test(part))
    .map(part => part.split(';')[0]?.trim().toLowerCase());
  return (['br', 'gzip'] as const).find(encoding => taken.includes(encoding));
}

async function encode(bytes: Uint8Array, encoding: EncodedFile['encoding']): Promise<EncodedFile> {
  const encoded = encoding === undefined ? bytes : await ENCODERS[encoding](bytes);
  return { bytes: new Uint8Array(encoded), encoding };
}
