import { base64urlnopad } from '@scure/base';
import { digestOf, type SigningRequest } from '../keyring/SigningRequest.js';

/** The digest of each request to sign and one of all of them, so that what is shown, decided and signed is the same. */
export async function digestOfAll(
  signings: readonly SigningRequest[],
): Promise<{ readonly each: readonly string[]; readonly all: string }> {
  const each = await Promise.all(signings.map(digestOf));
  const bytes = new TextEncoder().encode(JSON.stringify(each));
  const all = base64urlnopad.encode(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));
  return { each, all };
}
