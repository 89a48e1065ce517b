import { type CaipNetworkId, namespaceOf } from '../../protocol/caip.js';
import type { CaipNetwork } from '../adapter/Network.js';

/** Placeholder for a wallet's chain that the host does not list. */
export function unknownNetwork(caipNetworkId: CaipNetworkId): CaipNetwork {
  const namespace = namespaceOf(caipNetworkId);
  const reference = caipNetworkId.slice(namespace.length + 1);
  return {
    id: namespace === 'eip155' ? Number(reference) : reference,
    caipNetworkId,
    chainNamespace: namespace,
    name: 'Unknown Network',
    nativeCurrency: { name: '', symbol: '', decimals: 0 },
    rpcUrls: { default: { http: [] } },
    unsupported: true,
  };
}
