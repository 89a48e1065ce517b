import type { Latchkit, NamespaceState } from '../../../core/index.js';

/** Whether the balance of a namespace's account is read, and so shown. */
export function readsBalance(kit: Latchkit, { network }: NamespaceState): boolean {
  const adapter = kit.adapter(network.chainNamespace);
  return !adapter || adapter.getBalance !== undefined;
}
