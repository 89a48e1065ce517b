import { WALLETS_PATH } from '../../protocol/calls/project/paths.js';
import { askEarly } from '../kernel/askEarly.js';
import type { Latchkit } from '../Latchkit.js';
import { listingQueries, listingsRead } from './listingQueries.js';

/**
 * Preloads for connecting: the wallets of {@link preloadWallets}, and the adapters' code. Call it on intent (hover, focus,
 * pointerdown). Never rejects; repeated calls are free.
 */
export async function preload(kit: Latchkit): Promise<void> {
  await preloadWallets(kit);
  await Promise.allSettled((kit.options.adapters ?? []).map(adapter => adapter.preload?.()));
}

/**
 * Loads the wallets to offer: those of this browser and, with a gateway, the listed ones. The gateway request is sent
 * synchronously, while the code that parses its response still loads. Never rejects; repeated calls are free.
 */
export async function preloadWallets(kit: Latchkit): Promise<void> {
  const { options } = kit;
  if (options.wallets === false) return kit.kernel.start();
  const listed = options.gateway !== undefined && options.projectId !== undefined;
  if (listed && !listingsRead.get(kit)) {
    const { featured, recommended } = listingQueries(kit);
    askEarly(kit, WALLETS_PATH, featured);
    askEarly(kit, WALLETS_PATH, recommended);
  }
  const listings = listed && import('./loadListings.js').then(({ loadListings }) => loadListings(kit));
  await Promise.allSettled([listings, discoverWallets(kit)]);
}

/**
 * Discovers the wallets of this browser, once: they are added to `state.connectors` as they announce themselves. A host with its
 * own wallet list calls it when it shows the list. Never rejects.
 *
 * @example
 * await discoverWallets(kit);
 * const { connectors } = kit.store.getState();
 */
export async function discoverWallets(kit: Latchkit): Promise<void> {
  await kit.kernel.start();
  await Promise.allSettled((kit.options.adapters ?? []).map(adapter => adapter.preload?.('wallets')));
}
