import { instanceSlot } from '../kernel/Kernel.js';
import type { Latchkit } from '../Latchkit.js';

/** Number of recommended wallets, and of featured ones if the host lists none. */
const GROUP_SIZE = 4;

/** The request for the featured and recommended wallets, once started. */
export const listingsRead = /* @__PURE__ */ instanceSlot<Promise<void>>('listings');

/**
 * The queries for the featured and the recommended wallets. Both are sent at once; wallets after the featured ones are
 * recommended.
 */
export function listingQueries(kit: Latchkit) {
  const { featured: ids = [], exclude = [] } = kit.options.wallets ?? {};
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
      exclude: [...exclude, ...ids].join(','),
      page: 1,
      entries: GROUP_SIZE,
    },
  };
}

/** Filters of every directory query: the host's wallet options and its networks. */
export function directoryFilters(kit: Latchkit) {
  const { include, exclude } = kit.options.wallets ?? {};
  const chains = Object.values(kit.store.getState().namespaces).flatMap(({ networks }) =>
    networks.map(({ caipNetworkId }) => caipNetworkId),
  );
  return {
    include: include?.join(','),
    exclude: exclude?.join(','),
    chains: chains.join(','),
  };
}
