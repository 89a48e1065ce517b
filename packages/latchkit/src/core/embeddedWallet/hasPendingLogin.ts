import type { Latchkit } from '../Latchkit.js';

/** Where a login that waits for its mail is kept: address and step. */
export const PENDING_LOGIN = 'latchkit.v1.pending_login';

/** Whether a login by email may wait for its mail, on this page or since before a reload: see `resumeEmailLogin`. */
export function hasPendingLogin({ kernel }: Pick<Latchkit, 'kernel'>): boolean {
  return kernel.storage.getItem(PENDING_LOGIN) !== null;
}
