import { readFile, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { ImageContent } from '../../platform/http/ImageContent.js';
import { isSafeAddress } from '../../platform/http/isSafeAddress.js';

/** Maximum size of an image in bytes. */
const MAX_BYTES = 131_072;
/** Time limit for downloading an image, in milliseconds. */
const TIMEOUT = 10_000;

const SVG = /^\uFEFF?\s*(?:<\?xml[^>]*\?>\s*)?(?:<!--[\s\S]*?-->\s*|<!DOCTYPE[^>]*>\s*)*<svg[\s>]/i;

/** Whether a source is a URL that {@link readImage} downloads. */
export function isAddress(source: string): boolean {
  return /^https?:/.test(source);
}

/**
 * Reads an image: SVG, PNG, WebP or JPEG, at most 128 KiB.
 *
 * @param source - An https URL, or a file.
 * @param folder - Folder for a relative path.
 * @throws Error whose message describes the problem.
 */
export async function readImage(source: string, folder: string): Promise<ImageContent> {
  const bytes = isAddress(source) ? await fetched(source) : await read(resolve(folder, source));
  const image = imageOf(bytes);
  if (image === undefined) throw new Error(`${source} is not an SVG, PNG, WebP or JPEG`);
  return image;
}

/** The image that the bytes are; undefined unless it is an SVG, PNG, WebP or JPEG. */
export function imageOf(bytes: Buffer): ImageContent | undefined {
  const type = typeOf(bytes);
  if (type === undefined) return undefined;
  return { type, content: type === 'image/svg+xml' ? bytes.toString('utf8') : new Uint8Array(bytes) };
}

async function read(path: string): Promise<Buffer> {
  const { size } = await stat(path).catch(cause => {
    throw new Error(`${path} cannot be read`, { cause });
  });
  if (size > MAX_BYTES) throw tooLarge(path);
  return readFile(path);
}

async function fetched(address: string): Promise<Buffer> {
  const response = await fetch(address, { signal: AbortSignal.timeout(TIMEOUT) }).catch(cause => {
    throw new Error(`${address} does not answer`, { cause });
  });
  if (!response.ok) throw new Error(`${address} answers ${response.status}`);
  if (!isSafeAddress(response.url)) throw new Error(`${address} leads to an address without https`);
  const reader = response.body?.getReader();
  const parts: Uint8Array[] = [];
  let size = 0;
  for (let part = await reader?.read(); part?.value !== undefined; part = await reader?.read()) {
    parts.push(part.value);
    size += part.value.byteLength;
    if (size > MAX_BYTES) {
      await reader?.cancel();
      throw tooLarge(address);
    }
  }
  return Buffer.concat(parts);
}

/** Detects the type by the first bytes, because content types and file names may be wrong. */
function typeOf(bytes: Buffer): ImageContent['type'] | undefined {
  const start = bytes.toString('latin1', 0, 12);
  if (start.startsWith('\x89PNG\r\n\x1A\n')) return 'image/png';
  if (start.startsWith('\xFF\xD8\xFF')) return 'image/jpeg';
  if (start.startsWith('RIFF') && start.endsWith('WEBP')) return 'image/webp';
  return SVG.test(bytes.toString('utf8')) ? 'image/svg+xml' : undefined;
}

function tooLarge(source: string): Error {
  return new Error(`${source} has more than ${MAX_BYTES / 1_024} KiB`);
}
