import type { ChainNamespace } from '../../protocol/caip.js';

/** The namespaces in which tokens can be sent. */
const SENDING: readonly ChainNamespace[] = ['eip155', 'solana'];

export function canSendOn(namespace: ChainNamespace): boolean {
  return SENDING.includes(namespace);
}
