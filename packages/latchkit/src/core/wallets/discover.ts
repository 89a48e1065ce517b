import type { Latchkit } from '../Latchkit.js';

/**
 * Discovers the wallets of this browser, once: they are added to `state.connectors` as they announce themselves. A host with its
 * own wallet list calls it when it shows the list. Never rejects.
 *
 * @example
 * await discover(kit);
 * const { connectors } = kit.store.getState();
 */
export async function discover(kit: Latchkit): Promise<void> {
  await kit.kernel.start();
  await Promise.allSettled((kit.options.adapters ?? []).map(adapter => adapter.preload?.('wallets')));
}
