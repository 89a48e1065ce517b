import { PORTAL_PROJECT } from 'latchkit/protocol';
import type { Session } from './Session.js';
import { walletError } from './walletError.js';

/**
 * Refuses sessions of host pages. Calls with `auth: 'portal'` are checked before their handlers run.
 *
 * @throws HttpError 403 `PORTAL_REQUIRED`.
 */
export function requirePortal({ projectId }: Session): void {
  if (projectId !== PORTAL_PROJECT) throw walletError('PORTAL_REQUIRED');
}
