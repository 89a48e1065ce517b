import type { P256PublicJwk } from 'latchkit/protocol';

/** A public key on P-256 as the services are told of it. */
export async function publicJwk(key: CryptoKey): Promise<P256PublicJwk> {
  const { x = '', y = '' } = await crypto.subtle.exportKey('jwk', key);
  return { kty: 'EC', crv: 'P-256', x, y };
}
