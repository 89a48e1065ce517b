import type { CaipNetwork } from '../../../core/index.js';
import { explorerLink } from '../explorerLink.js';

/** The link to an address in the network's explorer, if it has one. */
export function addressLink(network: CaipNetwork, address: string) {
  return explorerLink(network, 'address', address);
}
