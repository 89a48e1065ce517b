import type { CaipNetworkId } from '../../protocol/caip.js';
import type { CaipNetwork } from '../adapter/Network.js';

/** The network to start on if none was chosen or stored: Ethereum if it is listed, else the first. */
const DEFAULT_NETWORK_ID: CaipNetworkId = 'eip155:1';

export function defaultNetworkOf(
  networks: readonly CaipNetwork[],
  ...preferred: readonly (CaipNetworkId | undefined)[]
): CaipNetwork {
  for (const id of [...preferred, DEFAULT_NETWORK_ID]) {
    const found = networks.find(network => network.caipNetworkId === id);
    if (found) return found;
  }
  return networks[0] as CaipNetwork;
}
