import { type WalletListing, walletListingAnswer } from '../../protocol/gateway/walletListing.js';
import type { Latchkit } from '../Latchkit.js';
import { request } from './request.js';

/** Wallets asked for in the featured and the recommended group each [LIM-08, LIM-10]. */
const GROUP_SIZE = 4;

/** Reads the featured and recommended wallets from the gateway, once. Never rejects: without an answer there are none. */
export async function loadListings(kit: Latchkit): Promise<void> {
  const { listings } = kit.store.getState();
  if (listings.featured.length > 0 || listings.recommended.length > 0) return;
  const { featuredWalletIds: ids, includeWalletIds, excludeWalletIds } = kit.options;
  const featured = ids?.length ? await group(kit, { include: ids.join(','), entries: ids.length }) : [];
  const recommended = await group(kit, {
    include: includeWalletIds?.join(','),
    exclude: [...(excludeWalletIds ?? []), ...(ids ?? [])].join(','),
    entries: GROUP_SIZE,
  });
  kit.kernel.set({ listings: { featured: inOrder(featured, ids), recommended } });
}

async function group(
  kit: Latchkit,
  query: Readonly<Record<string, string | number | undefined>>,
): Promise<readonly WalletListing[]> {
  const chains = Object.values(kit.store.getState().chains).flatMap(({ networks }) =>
    networks.map(({ caipNetworkId }) => caipNetworkId),
  );
  const answer = await request(kit, walletListingAnswer, '/getWallets', {
    ...query,
    page: 1,
    chains: chains.join(','),
  }).catch(() => undefined);
  return answer?.data ?? [];
}

function inOrder(listings: readonly WalletListing[], ids: readonly string[] = []): readonly WalletListing[] {
  return [...listings].sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
}
