import { createHmac, timingSafeEqual } from 'node:crypto';
import type { StoredSession } from './store.js';

type Secret = Pick<StoredSession, 'id' | 'refreshSecret'>;

/**
 * The refresh token of a generation. It is derived from the session's secret and not stored, so that two tabs that refresh
 * at once get the same one.
 */
export function refreshToken(session: Secret, generation: number): string {
  return `${session.id}.${generation}.${mac(session, generation).toString('base64url')}`;
}

/** Parses the session and generation of a token without verifying them. Returns undefined if it is malformed. */
export function readRefreshToken(
  token: string,
): { readonly id: string; readonly generation: number } | undefined {
  const [, id, generation] = /^([0-9a-f]{32})\.(\d{1,9})\.[\w-]{43}$/.exec(token) ?? [];
  return id === undefined ? undefined : { id, generation: Number(generation) };
}

/** Whether the token belongs to the session. */
export function isRefreshToken(session: Secret, generation: number, token: string): boolean {
  const [expected, given] = [Buffer.from(refreshToken(session, generation)), Buffer.from(token)];
  return expected.length === given.length && timingSafeEqual(expected, given);
}

function mac({ id, refreshSecret }: Secret, generation: number): Buffer {
  return createHmac('sha256', Buffer.from(refreshSecret, 'base64url')).update(`${id}.${generation}`).digest();
}
