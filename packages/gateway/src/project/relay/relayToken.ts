import { createPublicKey, verify } from 'node:crypto';
import * as z from 'zod';
import { parseJson } from '../../platform/http/parseJson.js';
import { didKey } from './didKey.js';

/** Tolerated clock difference in seconds, either way: five minutes, and some for the network. */
export const CLOCK_TOLERANCE = 330;

const MAX_TOKEN = 2_048;

const header = z.object({ alg: z.literal('EdDSA'), typ: z.literal('JWT').optional() });
const seconds = z.number().int().nonnegative();
const claims = z.object({
  iss: z.string(),
  sub: z.string().min(1).max(256),
  aud: z.string().min(1).max(300),
  iat: seconds,
  exp: seconds,
  act: z.literal('client_auth').optional(),
});

/** Why a token was rejected. */
export type TokenRefusal =
  | 'JWT_MISSING'
  | 'JWT_MALFORMED'
  | 'JWT_WRONG_AUDIENCE'
  | 'JWT_NOT_YET_VALID'
  | 'JWT_EXPIRED'
  | 'JWT_BAD_SIGNATURE';

/** The client that a token authenticates, or why it was rejected. */
export type TokenAnswer = { readonly client: string } | { readonly refused: TokenRefusal };

/**
 * Verifies the token of a handshake (relay client authentication): EdDSA over Ed25519; the issuer is the key.
 *
 * @param isAudience - Whether a URL is one of this relay's.
 * @param time - Milliseconds since 1970.
 * @param tolerance - Tolerated clock difference in seconds.
 */
export function relayToken(
  token: string,
  isAudience: (audience: string) => boolean,
  time: number,
  tolerance = CLOCK_TOLERANCE,
): TokenAnswer {
  if (token === '') return { refused: 'JWT_MISSING' };
  const [head = '', body = '', signature = '', ...rest] = token.split('.');
  const said = claims.safeParse(decode(body));
  const key = said.success ? didKey(said.data.iss) : undefined;
  if (
    token.length > MAX_TOKEN ||
    rest.length > 0 ||
    !key ||
    !said.success ||
    !header.safeParse(decode(head)).success
  ) {
    return { refused: 'JWT_MALFORMED' };
  }
  const { iss, aud, iat, exp } = said.data;
  const now = time / 1_000;
  if (!isAudience(aud)) return { refused: 'JWT_WRONG_AUDIENCE' };
  if (iat > now + tolerance) return { refused: 'JWT_NOT_YET_VALID' };
  if (exp < now - tolerance || exp <= iat) return { refused: 'JWT_EXPIRED' };
  // Last, because it is the most expensive check.
  if (!isSigned(key, `${head}.${body}`, signature)) return { refused: 'JWT_BAD_SIGNATURE' };
  return { client: iss };
}

function isSigned(key: Buffer, text: string, signature: string): boolean {
  const bytes = Buffer.from(signature, 'base64url');
  if (bytes.length !== 64) return false;
  try {
    const jwk = { kty: 'OKP', crv: 'Ed25519', x: key.toString('base64url') };
    return verify(null, Buffer.from(text), createPublicKey({ key: jwk, format: 'jwk' }), bytes);
  } catch {
    return false;
  }
}

function decode(part: string): unknown {
  try {
    return parseJson(Buffer.from(part, 'base64url').toString());
  } catch {
    return undefined;
  }
}
