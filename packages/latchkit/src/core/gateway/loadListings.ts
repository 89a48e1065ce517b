import { connectionError } from '../../protocol/connectionError.js';
import { type WalletListing, walletListingAnswer } from '../../protocol/gateway/walletListing.js';
import type { DirectoryPage } from '../directory/DirectoryMemory.js';
import type { Latchkit } from '../Latchkit.js';
import { directoryFilters } from './directoryFilters.js';
import { request } from './request.js';

/** Wallets of the featured group without a choice of the host's, and of the recommended one [LIM-08, LIM-10]. */
const GROUP_SIZE = 4;

/** Reads the featured and recommended wallets from the gateway, once. Never rejects: without an answer there are none. */
export function loadListings(kit: Latchkit): Promise<void> {
  kit.kernel.listings ??= readGroups(kit).catch(() => {
    // The next intent tries again.
    kit.kernel.listings = undefined;
  });
  return kit.kernel.listings;
}

async function readGroups(kit: Latchkit): Promise<void> {
  const { featuredWalletIds: ids = [], excludeWalletIds = [] } = kit.options;
  const chosen = ids.length > 0;
  const [featured, recommended] = await Promise.all([
    chosen
      ? group(kit, { include: ids.join(','), exclude: undefined, page: 1, entries: ids.length })
      : group(kit, { page: 1, entries: GROUP_SIZE }),
    // Both groups are asked for at once: what follows the featured wallets is recommended.
    chosen
      ? group(kit, { exclude: [...excludeWalletIds, ...ids].join(','), page: 1, entries: GROUP_SIZE })
      : group(kit, { page: 2, entries: GROUP_SIZE }),
  ]);
  if (!featured && !recommended) throw connectionError('REQUEST_FAILED');
  const known = new Set(featured?.data.map(({ id }) => id));
  kit.kernel.set({
    listings: {
      featured: inOrder(featured?.data ?? [], ids),
      recommended: recommended?.data.filter(({ id }) => !known.has(id)) ?? [],
      // The question for recommended wallets leaves out the chosen ones.
      count: recommended && recommended.count + (chosen ? known.size : 0),
    },
  });
}

async function group(
  kit: Latchkit,
  query: Readonly<Record<string, string | number | undefined>> & { readonly entries: number },
): Promise<DirectoryPage | undefined> {
  const answer = await request(kit, walletListingAnswer, '/getWallets', {
    ...directoryFilters(kit),
    ...query,
  }).catch(() => undefined);
  return answer && { ...answer, data: answer.data.slice(0, query.entries) };
}

/** The host's order; without one, the directory's. */
function inOrder(listings: readonly WalletListing[], ids: readonly string[]): readonly WalletListing[] {
  return [...listings].sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
}
