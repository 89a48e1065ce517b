import { calculateJwkThumbprint, decodeProtectedHeader, importJWK, jwtVerify } from 'jose';
import { type P256PublicJwk, p256PublicJwk } from 'latchkit/protocol';
import * as z from 'zod/mini';
import type { Counters } from '../../platform/ports/Counters.js';
import { hashText } from './hashText.js';
import type { Nonces } from './nonces.js';
import { walletError } from './walletError.js';
import { WALLET_TIMES } from './walletLimits.js';

/** Maximum length of a proof in characters. */
const MAX_PROOF = 4_096;

const claims = z.object({
  htm: z.string(),
  htu: z.string(),
  iat: z.number(),
  jti: z.string().check(z.minLength(8), z.maxLength(128)),
  nonce: z.optional(z.string()),
  ath: z.optional(z.string()),
});

const header = z.object({ typ: z.literal('dpop+jwt'), alg: z.literal('ES256'), jwk: p256PublicJwk });

/** The key that signed a proof. */
export interface Prover {
  /** Thumbprint of the key (RFC 7638). */
  readonly jkt: string;
  readonly jwk: P256PublicJwk;
}

/** The call that a proof must be for. */
export interface ProofExpectation {
  readonly method: string;
  /** Valid URLs of the call, without query. */
  readonly urls: readonly string[];
  /** The access token that is sent with it. */
  readonly accessToken?: string;
  /** Whether it must contain a nonce of this service. */
  readonly needsNonce: boolean;
}

export interface ProofParts {
  readonly nonces: Nonces;
  /** Stores the ids of proofs, so that each is valid once. */
  readonly counters: Counters;
  /** Counts a proof before it is stored. @throws HttpError */
  readonly admit: (jkt: string) => Promise<void>;
}

/**
 * Verifies a DPoP proof (RFC 9449, section 4.3): ES256 only, for this call, recent, and used for the first time.
 *
 * @throws HttpError 401 `INVALID_DPOP_PROOF` or `USE_DPOP_NONCE`.
 */
export async function verifyProof(
  proof: string | undefined,
  expected: ProofExpectation,
  { nonces, counters, admit }: ProofParts,
): Promise<Prover> {
  const { jwk, payload } = await signed(proof);
  if (payload.htm !== expected.method || !expected.urls.includes(payload.htu)) throw invalid();
  if (payload.ath !== (expected.accessToken === undefined ? undefined : hashText(expected.accessToken))) {
    throw invalid();
  }
  if (payload.nonce !== undefined && !nonces.isGood(payload.nonce)) throw walletError('USE_DPOP_NONCE');
  if (payload.nonce === undefined && expected.needsNonce) throw walletError('USE_DPOP_NONCE');
  if (Math.abs(Date.now() - payload.iat * 1_000) > WALLET_TIMES.proofSkew) throw invalid();
  const jkt = await calculateJwkThumbprint(jwk);
  await admit(jkt);
  // Last, so that only valid proofs are stored.
  const { count } = await counters.increment(`proof:${jkt}:${payload.jti}`, 1, WALLET_TIMES.proofMemory);
  if (count > 1) throw invalid();
  return { jkt, jwk };
}

async function signed(proof: string | undefined) {
  if (proof === undefined || proof.length > MAX_PROOF) throw invalid();
  try {
    const { jwk } = z.parse(header, decodeProtectedHeader(proof));
    // The times are checked by verifyProof, because jose does not know those of a proof.
    const { payload } = await jwtVerify(proof, await importJWK(jwk, 'ES256'), { algorithms: ['ES256'] });
    return { jwk, payload: z.parse(claims, payload) };
  } catch (cause) {
    throw walletError('INVALID_DPOP_PROOF', cause);
  }
}

const invalid = () => walletError('INVALID_DPOP_PROOF');
