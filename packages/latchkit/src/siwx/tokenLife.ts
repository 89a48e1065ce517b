import * as z from 'zod/mini';

const claims = z.object({ iat: z.number(), exp: z.number() });

/**
 * Returns how long a token lasts from its issue, in ms, calculated only from its own times because visitors' clocks are
 * wrong. Undefined for an invalid JWT (RFC 7519). It verifies nothing; that is left to the token's recipient.
 */
export function tokenLife(token: string): number | undefined {
  try {
    const payload = token.split('.')[1] ?? '';
    const json = atob(payload.replaceAll('-', '+').replaceAll('_', '/'));
    const { iat, exp } = z.parse(claims, JSON.parse(json));
    return exp > iat ? (exp - iat) * 1_000 : undefined;
  } catch {
    return undefined;
  }
}
