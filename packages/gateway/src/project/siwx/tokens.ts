import { errors, jwtVerify, SignJWT } from 'jose';
import * as z from 'zod';
import { HttpError } from '../../platform/http/HttpError.js';
import { ALGORITHM, type SigningKeys, TOKEN_LIFE } from './signingKeys.js';
import type { StoredSession } from './store.js';

/** Seconds since its end for which a token still ends its session: longer than any session. */
const ANY_AGE = 366 * 86_400;

/** Maximum length of a token in characters. */
const MAX_TOKEN = 4_096;

const claims = z.object({ sub: z.string(), sid: z.string() });

/** The claims of a token. */
export type TokenClaims = z.infer<typeof claims>;

export interface Tokens {
  /**
   * Issues a JWT of the session, valid for an hour or until the session expires.
   *
   * @param issuer - URL of the gateway.
   */
  issue(session: StoredSession, issuer: string, at: Date): Promise<{ token: string; expiresAt: Date }>;
  /**
   * Verifies a token of this project. Does not check whether its session has been ended.
   *
   * @param issuer - Required issuer; undefined: any URL of the gateway.
   * @throws HttpError 401 `INVALID_TOKEN` or `SESSION_EXPIRED`.
   */
  read(token: string, projectId: string, issuer: string | undefined): Promise<TokenClaims>;
  /** The same, for a token that may have expired: its session can live longer, and must be endable. */
  readExpired(token: string, projectId: string, issuer: string | undefined): Promise<TokenClaims>;
}

/** Tokens that any back end can verify with the published keys (RFC 7519, RFC 7515). */
export function tokens(keys: SigningKeys): Tokens {
  const verified = async (
    token: string,
    projectId: string,
    issuer: string | undefined,
    clockTolerance: number,
  ) => {
    if (token.length > MAX_TOKEN) throw invalid();
    try {
      const { payload } = await jwtVerify(token, header => keyOf(keys, header.kid), {
        algorithms: [ALGORITHM],
        audience: projectId,
        requiredClaims: ['exp', 'iat', 'sub', 'sid'],
        clockTolerance,
        ...(issuer === undefined ? {} : { issuer }),
      });
      return claims.parse(payload);
    } catch (error) {
      if (error instanceof errors.JWTExpired) {
        throw new HttpError(401, 'SESSION_EXPIRED', 'The token has expired', { cause: error });
      }
      if (error instanceof errors.JOSEError || error instanceof HttpError) throw invalid(error);
      throw error;
    }
  };
  return {
    async issue(session, issuer, at) {
      const { kid, key } = await keys.current();
      // JWT times are whole seconds.
      const issued = Math.floor(at.getTime() / 1_000);
      const expires = Math.min(issued + TOKEN_LIFE / 1_000, Math.ceil(session.expiresAt.getTime() / 1_000));
      const token = await new SignJWT({
        sid: session.id,
        domain: session.domain,
        chainId: session.chainId,
      })
        .setProtectedHeader({ alg: ALGORITHM, kid, typ: 'JWT' })
        .setIssuer(issuer)
        .setAudience(session.projectId)
        .setSubject(session.account)
        .setIssuedAt(issued)
        .setExpirationTime(expires)
        .sign(key);
      return { token, expiresAt: new Date(expires * 1_000) };
    },
    read: (token, projectId, issuer) => verified(token, projectId, issuer, 0),
    readExpired: (token, projectId, issuer) => verified(token, projectId, issuer, ANY_AGE),
  };
}

async function keyOf(keys: SigningKeys, kid: string | undefined) {
  const key = kid === undefined ? undefined : await keys.find(kid);
  if (key === undefined) throw invalid();
  return key;
}

function invalid(cause?: unknown): HttpError {
  return new HttpError(401, 'INVALID_TOKEN', 'The token belongs to another project or is invalid', {
    cause,
  });
}
