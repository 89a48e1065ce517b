import type { Context } from 'hono';
import { HttpError } from './HttpError.js';

/**
 * Returns the token of `Authorization: Bearer …` (RFC 6750).
 *
 * @throws HttpError 401 `INVALID_TOKEN`.
 */
export function bearerToken(context: Context): string {
  const [, token] = /^Bearer +([\w.~+/=-]+)$/i.exec(context.req.header('Authorization') ?? '') ?? [];
  if (token !== undefined) return token;
  context.header('WWW-Authenticate', 'Bearer');
  throw new HttpError(401, 'INVALID_TOKEN', 'Expected the header Authorization: Bearer …');
}
