import type { CaipNetwork } from '../../core/index.js';
import { explorerLink } from './explorerLink.js';

/** Where a transaction can be looked up, when the network has an explorer. */
export function transactionLink(network: CaipNetwork | undefined, hash: string | null | undefined) {
  return hash ? explorerLink(network, 'tx', hash) : undefined;
}
