import type { ChainNamespace } from '../../protocol/caip.js';

/** The kinds of chains on which tokens can be sent [ERR-47] [LIM-15]. */
const SENDING: readonly ChainNamespace[] = ['eip155', 'solana'];

export function canSendOn(namespace: ChainNamespace): boolean {
  return SENDING.includes(namespace);
}
