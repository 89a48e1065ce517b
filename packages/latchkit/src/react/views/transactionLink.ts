import type { CaipNetwork } from '../../core/index.js';
import { explorerLink } from './explorerLink.js';

/** The link to a transaction in the network's explorer, if it has one. */
export function transactionLink(network: CaipNetwork | undefined, hash: string | null | undefined) {
  return hash ? explorerLink(network, 'tx', hash) : undefined;
}
