import { supportedNetworkIds } from '../../protocol/supportedNetworkIds.js';
import type { CaipNetwork } from '../adapter/Network.js';
import type { LatchkitOptions } from '../LatchkitOptions.js';

/**
 * The RPC URL for reads of a network: the host's `rpcUrls` first, then the configured gateway for networks it supports, then the
 * network's own `rpcUrls`. Undefined: reads go through the wallet only.
 */
export function rpcUrl(
  options: Pick<LatchkitOptions, 'gateway' | 'projectId' | 'rpcUrls'>,
  network: CaipNetwork,
): string | undefined {
  const id = network.caipNetworkId;
  const own = options.rpcUrls?.[id];
  if (own) return own;
  if (options.gateway && options.projectId && supportedNetworkIds().includes(id)) {
    const url = new URL('/v1', options.gateway);
    url.searchParams.set('chainId', id);
    url.searchParams.set('projectId', options.projectId);
    return url.href;
  }
  return network.rpcUrls.default.http[0];
}
