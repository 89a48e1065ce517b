import { instanceSlot } from '../kernel/Kernel.js';
import type { Latchkit } from '../Latchkit.js';
import { directoryFilters } from './directoryFilters.js';

/** Wallets of the featured group without a choice of the host's, and of the recommended one [LIM-08] [LIM-10]. */
const GROUP_SIZE = 4;

/** The reading of the featured and recommended wallets, once it began. */
export const listingsRead = /* @__PURE__ */ instanceSlot<Promise<void>>('listings');

/** The questions for the featured and the recommended wallets: both are asked at once, and what follows the featured ones is recommended. */
export function listingQueries(kit: Latchkit) {
  const { featuredWalletIds: ids = [], excludeWalletIds = [] } = kit.options;
  const filters = directoryFilters(kit);
  if (ids.length === 0) {
    return {
      featured: { ...filters, page: 1, entries: GROUP_SIZE },
      recommended: { ...filters, page: 2, entries: GROUP_SIZE },
    };
  }
  return {
    featured: { ...filters, include: ids.join(','), exclude: undefined, page: 1, entries: ids.length },
    recommended: {
      ...filters,
      exclude: [...excludeWalletIds, ...ids].join(','),
      page: 1,
      entries: GROUP_SIZE,
    },
  };
}
