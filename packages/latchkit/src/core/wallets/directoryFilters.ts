import type { Latchkit } from '../Latchkit.js';

/** Filters of every directory query: the host's wallet options and its networks. */
export function directoryFilters(kit: Latchkit) {
  const { includeWalletIds, excludeWalletIds } = kit.options;
  const chains = Object.values(kit.store.getState().chains).flatMap(({ networks }) =>
    networks.map(({ caipNetworkId }) => caipNetworkId),
  );
  return {
    include: includeWalletIds?.join(','),
    exclude: excludeWalletIds?.join(','),
    chains: chains.join(','),
  };
}
