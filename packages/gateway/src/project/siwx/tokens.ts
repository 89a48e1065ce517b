import { errors, jwtVerify, SignJWT } from 'jose';
import * as z from 'zod';
import { HttpError } from '../../platform/http/HttpError.js';
import { ALGORITHM, type SigningKeys, TOKEN_LIFE } from './signingKeys.js';
import type { StoredSession } from './store.js';

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
}

/** Tokens that any back end can verify with the published keys (RFC 7519, RFC 7515). */
export function tokens(keys: SigningKeys): Tokens {
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
    async read(token, projectId, issuer) {
      if (token.length > MAX_TOKEN) throw invalid();
      try {
        const { payload } = await jwtVerify(token, header => keyOf(keys, header.kid), {
          algorithms: [ALGORITHM],
          audience: projectId,
          requiredClaims: ['exp', 'iat', 'sub', 'sid'],
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
    },
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
