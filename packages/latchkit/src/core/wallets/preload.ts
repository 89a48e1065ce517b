import { askEarly } from '../kernel/askEarly.js';
import type { Latchkit } from '../Latchkit.js';
import { discover } from './discover.js';
import { listingQueries, listingsRead } from './listingQueries.js';

/**
 * Loads what connecting will need: the wallets of {@link preloadWallets}, and the code of the adapters. Call it on intent
 * (hover, focus, a tap's first event). Never rejects; calling it again costs nothing.
 */
export async function preload(kit: Latchkit): Promise<void> {
  await preloadWallets(kit);
  await Promise.allSettled((kit.options.adapters ?? []).map(adapter => adapter.preload?.()));
}

/**
 * Finds the wallets to offer: those of this browser and, with a gateway, the listed ones. The gateway is asked in this very
 * turn, while the code that reads its answer still loads. Never rejects; calling it again costs nothing.
 */
export async function preloadWallets(kit: Latchkit): Promise<void> {
  const { options } = kit;
  const listed = options.gateway !== undefined && options.projectId !== undefined;
  if (listed && !listingsRead.get(kit)) {
    const { featured, recommended } = listingQueries(kit);
    askEarly(kit, '/getWallets', featured);
    askEarly(kit, '/getWallets', recommended);
  }
  const listings = listed && import('./loadListings.js').then(({ loadListings }) => loadListings(kit));
  await Promise.allSettled([listings, discover(kit)]);
}
