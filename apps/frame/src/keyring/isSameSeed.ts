import type { SeedName } from './sealSeed.js';

/** Whether both name the same epoch of the same wallet. */
export function isSameSeed(one: SeedName, other: SeedName): boolean {
  return one.walletId === other.walletId && one.epoch === other.epoch;
}
