import type { Latchkit } from '../Latchkit.js';

/**
 * Loads what connecting will need: the adapters' code, WalletConnect's where it is configured and, with a gateway, the listed wallets. Call it on intent (hover,
 * focus, a tap's first event). Never rejects; calling it again costs nothing.
 */
export async function preload(kit: Latchkit): Promise<void> {
  await kit.kernel.start();
  const loads: unknown[] = (kit.options.adapters ?? []).map(adapter => adapter.preload?.());
  loads.push(kit.kernel.walletConnect?.client());
  if (kit.options.gateway && kit.options.projectId) {
    loads.push(import('../gateway/loadListings.js').then(({ loadListings }) => loadListings(kit)));
  }
  await Promise.allSettled(loads);
}
