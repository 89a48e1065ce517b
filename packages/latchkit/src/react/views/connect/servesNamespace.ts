import type { ChainNamespace, WalletItem } from '../../../core/index.js';

/** Whether a wallet can be connected on a kind of chain; one that is not here may, as far as nobody says otherwise. */
export function servesNamespace({ connector, listing }: WalletItem, namespace: ChainNamespace): boolean {
  if (connector) return (connector.connectors ?? [connector]).some(({ chain }) => chain === namespace);
  const chains = listing?.chains ?? [];
  return chains.length === 0 || chains.some(id => id.startsWith(`${namespace}:`));
}
