import type { Storage } from '../kernel/storage.js';
import type { SocialProvider } from '../LatchkitOptions.js';

/** A login provider to which a tab can go. */
export type LeftFor = Exclude<SocialProvider, 'farcaster'>;

/** Storage key of the provider for which a social login left the page. */
const LEFT_FOR = 'latchkit.v1.social_left_for';

const PROVIDERS: readonly LeftFor[] = ['google', 'x', 'discord', 'apple', 'github', 'facebook', 'telegram'];

/** The provider for which a social login left the page. */
export function readLeftFor(storage: Storage): LeftFor | undefined {
  return providerOf(storage.getItem(LEFT_FOR));
}

/** A stored provider; undefined if a tab cannot go to it. */
export function providerOf(value: unknown): LeftFor | undefined {
  return PROVIDERS.find(one => one === value);
}

/** Stores it; undefined removes it. */
export function writeLeftFor(storage: Storage, provider: LeftFor | undefined): void {
  if (provider) storage.setItem(LEFT_FOR, provider);
  else storage.removeItem(LEFT_FOR);
}
