import type { Latchkit } from '../Latchkit.js';

/** Storage key of a login that waits for its email: address and step. */
export const PENDING_LOGIN = 'latchkit.v1.pending_login';

/** Whether an email login may be waiting for its email, started on this page or before a reload: see `resumeEmailLogin`. */
export function hasPendingLogin({ kernel }: Pick<Latchkit, 'kernel'>): boolean {
  return kernel.storage.getItem(PENDING_LOGIN) !== null;
}
