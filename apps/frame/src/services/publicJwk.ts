import type { P256PublicJwk } from 'latchkit/protocol';

/** Exports a P-256 public key in the form that the services accept. */
export async function publicJwk(key: CryptoKey): Promise<P256PublicJwk> {
  const { x = '', y = '' } = await crypto.subtle.exportKey('jwk', key);
  return { kty: 'EC', crv: 'P-256', x, y };
}
