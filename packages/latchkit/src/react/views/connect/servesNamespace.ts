import type { ChainNamespace, WalletItem } from '../../../core/index.js';

/**
 * Whether a wallet can be connected on a namespace. A wallet that isn't installed counts unless its listing says
 * otherwise.
 */
export function servesNamespace({ connector, listing }: WalletItem, namespace: ChainNamespace): boolean {
  if (connector) return (connector.connectors ?? [connector]).some(({ chain }) => chain === namespace);
  const chains = listing?.chains ?? [];
  return chains.length === 0 || chains.some(id => id.startsWith(`${namespace}:`));
}
