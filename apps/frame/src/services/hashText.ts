import { base64urlnopad } from '@scure/base';

/** SHA-256 as base64url. */
export async function hashText(text: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return base64urlnopad.encode(new Uint8Array(hash));
}
