import { base64urlnopad } from '@scure/base';
import * as z from 'zod/mini';

/** The secrets that only two communicating pages share; they are in the fragment of the window's URL. */
export interface MailboxSecrets {
  /** Base of the mailbox ids: 16 random bytes, base64url. */
  readonly box: string;
  /** AES-256-GCM key, base64url. */
  readonly key: string;
  /** Digest of the request; messages about another request can't be opened. */
  readonly digest: string;
}

/** Creates the secrets for one opening of the window. */
export function createMailboxSecrets(digest: string): MailboxSecrets {
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

/** Encodes the secrets as part of a URL fragment. */
export function writeMailboxSecrets({ box, key, digest }: MailboxSecrets): string {
  return String(new URLSearchParams({ mb: box, k: key, d: digest }));
}

/** Parses the output of {@link writeMailboxSecrets}; undefined if invalid. */
export function readMailboxSecrets(text: string): MailboxSecrets | undefined {
  const parsed = z.safeParse(fragment, Object.fromEntries(new URLSearchParams(text)));
  return parsed.success ? { box: parsed.data.mb, key: parsed.data.k, digest: parsed.data.d } : undefined;
}
