import { base64urlnopad } from '@scure/base';
import { SignJWT } from 'jose';
import type { Installation } from '../keyring/Installation.js';

/** A call that is to be proved. */
export interface ProvedCall {
  readonly method: string;
  /** Without query. */
  readonly url: string;
  readonly access?: string | undefined;
  /** Of the service's last answer. */
  readonly nonce?: string | undefined;
  /** The service's clock ahead of ours, in milliseconds. */
  readonly clockOffset: number;
}

/** What signs proofs: an installation, or a key that a page made for itself. */
export type Prover = Pick<Installation, 'signingKey' | 'signingJwk'>;

/** Proves that a call comes from this installation: DPoP (RFC 9449) with ES256. */
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
    ...(access && { ath: await hashOf(access) }),
  };
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'ES256', typ: 'dpop+jwt', jwk: signingJwk })
    .sign(signingKey);
}

async function hashOf(token: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token));
  return base64urlnopad.encode(new Uint8Array(hash));
}
