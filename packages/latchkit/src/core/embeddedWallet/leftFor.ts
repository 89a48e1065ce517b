import type { Storage } from '../kernel/storage.js';
import type { OfferedSocial } from '../LatchkitOptions.js';

const KEY = 'latchkit.v1.social_left_for';

/** The providers of social logins that this version offers. */
const OFFERED: readonly OfferedSocial[] = ['google', 'x', 'discord', 'apple', 'github', 'facebook'];

/** The provider for which a social login left the page. */
export function readLeftFor(storage: Storage): OfferedSocial | undefined {
  const provider = storage.getItem(KEY);
  return OFFERED.find(one => one === provider);
}

/** Stores it; undefined removes it. */
export function writeLeftFor(storage: Storage, provider: OfferedSocial | undefined): void {
  if (provider) storage.setItem(KEY, provider);
  else storage.removeItem(KEY);
}
