import type { Latchkit } from '../Latchkit.js';

/** What every question to the wallet directory carries [CALL-03]: the host's choice, and its networks. */
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
