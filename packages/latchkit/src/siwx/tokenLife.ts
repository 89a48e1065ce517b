import * as z from 'zod/mini';

const claims = z.object({ iat: z.number(), exp: z.number() });

/**
 * How long a token lasts from when it was issued, in ms, by the two times in it: clocks of visitors are wrong. Undefined for
 * one that is no JWT (RFC 7519). Nothing is verified here; that is for who is given the token.
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
