import { instanceSlot } from '../kernel/Kernel.js';
import { walletOptions } from '../kernel/walletOptions.js';
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
  const { featured: ids = [], exclude = [] } = walletOptions(kit.options);
  const query = { ...directoryFilters(kit), page: 1, entries: GROUP_SIZE };
  if (ids.length === 0) return { featured: query, recommended: { ...query, page: 2 } };
  return {
    featured: { ...query, include: ids.join(','), exclude: undefined, entries: ids.length },
    recommended: { ...query, exclude: [...exclude, ...ids].join(',') },
  };
}

/** Filters of every directory query: the host's wallet options and its networks. */
export function directoryFilters(kit: Latchkit) {
  const { include, exclude } = walletOptions(kit.options);
  const chains = Object.values(kit.store.getState().namespaces).flatMap(({ networks }) =>
    networks.map(({ caipNetworkId }) => caipNetworkId),
  );
  return {
    include: include?.join(','),
    exclude: exclude?.join(','),
    chains: chains.join(','),
  };
}
