import { base64urlnopad } from '@scure/base';
import * as z from 'zod/mini';

/** What two pages know that write to each other, and nobody else: it stands in the fragment of the window's address. */
export interface MailSecrets {
  /** Names the boxes of their letters: 16 random bytes, base64url. */
  readonly box: string;
  /** AES-256-GCM, base64url. */
  readonly key: string;
  /** Of the request that all of it is about: letters about another one do not open. */
  readonly digest: string;
}

/** Makes what one opening of the window needs. */
export function makeMailSecrets(digest: string): MailSecrets {
  const random = (bytes: number) => base64urlnopad.encode(crypto.getRandomValues(new Uint8Array(bytes)));
  return { box: random(16), key: random(32), digest };
}

const bytesText = (bytes: number) => z.string().check(z.refine(text => isBytes(text, bytes)));

const fragment = z.object({ mb: bytesText(16), k: bytesText(32), d: bytesText(32) });

function isBytes(text: string, bytes: number): boolean {
  try {
    return base64urlnopad.decode(text).length === bytes;
  } catch {
    return false;
  }
}

/** As part of a fragment. */
export function writeMailSecrets({ box, key, digest }: MailSecrets): string {
  return String(new URLSearchParams({ mb: box, k: key, d: digest }));
}

/** Reads {@link writeMailSecrets}; undefined: it is not that. */
export function readMailSecrets(text: string): MailSecrets | undefined {
  const parsed = z.safeParse(fragment, Object.fromEntries(new URLSearchParams(text)));
  return parsed.success ? { box: parsed.data.mb, key: parsed.data.k, digest: parsed.data.d } : undefined;
}
