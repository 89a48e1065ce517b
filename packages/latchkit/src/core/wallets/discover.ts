import type { Latchkit } from '../Latchkit.js';

/**
 * Finds the wallets of this browser, where nothing has looked for them yet: `state.connectors` fills as they announce
 * themselves. A host with a wallet list of its own calls it when it shows the list. Never rejects.
 */
export async function discover(kit: Latchkit): Promise<void> {
  await kit.kernel.start();
  await Promise.allSettled((kit.options.adapters ?? []).map(adapter => adapter.preload?.('wallets')));
}
