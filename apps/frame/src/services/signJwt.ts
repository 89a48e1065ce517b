import { base64urlnopad } from '@scure/base';

/**
 * Signs claims as a JWT (RFC 7519) with ES256.
 *
 * @param key - ECDSA P-256.
 * @param header - Without `alg`.
 */
export async function signJwt(key: CryptoKey, header: object, claims: object): Promise<string> {
  const bytes = (text: string) => new TextEncoder().encode(text);
  const encoded = (value: object) => base64urlnopad.encode(bytes(JSON.stringify(value)));
  const content = `${encoded({ alg: 'ES256', ...header })}.${encoded(claims)}`;
  const signature = await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, key, bytes(content));
  return `${content}.${base64urlnopad.encode(new Uint8Array(signature))}`;
}
