import type { Latchkit } from '../Latchkit.js';

/** Storage key of the provider of the last social login. It outlives the login. */
export const LAST_SOCIAL = 'latchkit.v1.last_social';

/** The provider of the visitor's last social login on this page; it may not be offered any more. */
export function lastSocial({ kernel }: Pick<Latchkit, 'kernel'>): string | undefined {
  return kernel.storage.getItem(LAST_SOCIAL) ?? undefined;
}
