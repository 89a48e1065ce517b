import type { CaipNetwork } from '../../../core/index.js';
import { explorerLink } from '../explorerLink.js';

/** Where an address can be looked up, when the network has an explorer. */
export function addressLink(network: CaipNetwork, address: string) {
  return explorerLink(network, 'address', address);
}
