import type { P256PublicJwk } from 'latchkit/protocol';
import { hashText } from './hashText.js';
import { signJwt } from './signJwt.js';

/** A call that needs a proof. */
export interface ProvedCall {
  readonly method: string;
  /** URL without the query. */
  readonly url: string;
  readonly access?: string | undefined;
  /** From the service's previous response. */
  readonly nonce?: string | undefined;
  /** How far the service's clock is ahead of ours, in milliseconds. */
  readonly clockOffset: number;
}

/** The signer of proofs: an installation, or a temporary key of a page. */
export interface Prover {
  /** ECDSA P-256. */
  readonly signingKey: CryptoKey;
  readonly signingJwk: P256PublicJwk;
}

/** Creates a DPoP proof (RFC 9449, ES256) that a call is from this installation. */
export async function proveCall(
  { signingKey, signingJwk }: Prover,
  { method, url, access, nonce, clockOffset }: ProvedCall,
): Promise<string> {
  const claims = {
    htm: method,
    htu: url,
    jti: crypto.randomUUID(),
    iat: Math.floor((Date.now() + clockOffset) / 1_000),
    ...(nonce && { nonce }),
    ...(access && { ath: await hashText(access) }),
  };
  return signJwt(signingKey, { typ: 'dpop+jwt', jwk: signingJwk }, claims);
}

/** Exports a P-256 public key in the form that the services accept. */
export async function publicJwk(key: CryptoKey): Promise<P256PublicJwk> {
  const { x = '', y = '' } = await crypto.subtle.exportKey('jwk', key);
  return { kty: 'EC', crv: 'P-256', x, y };
}
