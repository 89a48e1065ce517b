import { listWalletsCall, type listWalletsRequest } from '../../protocol/calls/project/directory.js';
import { createError } from '../../protocol/errors.js';
import type { WalletListing } from '../../protocol/gateway/walletListing.js';
import { callGateway } from '../kernel/callGateway.js';
import { walletOptions } from '../kernel/walletOptions.js';
import type { Latchkit } from '../Latchkit.js';
import { deriveImageIds } from './deriveImageIds.js';
import { listingQueries, listingsRead } from './listingQueries.js';

/** Loads the featured and recommended wallets from the gateway, once. Never rejects: without a response there are none. */
export function loadListings(kit: Latchkit): Promise<void> {
  const known = listingsRead.get(kit);
  if (known) return known;
  const reading = readGroups(kit).catch(() => {
    // The next intent retries.
    listingsRead.set(kit, undefined);
  });
  listingsRead.set(kit, reading);
  return reading;
}

async function readGroups(kit: Latchkit): Promise<void> {
  const ids = walletOptions(kit.options).featured ?? [];
  const queries = listingQueries(kit);
  const [featured, recommended] = await Promise.all([
    group(kit, queries.featured),
    group(kit, queries.recommended),
  ]);
  if (!featured && !recommended) throw createError('REQUEST_FAILED');
  const known = new Set(featured?.data.map(({ id }) => id));
  kit.kernel.derive(deriveImageIds);
  kit.kernel.set({
    listings: {
      featured: inOrder(featured?.data ?? [], ids),
      recommended: recommended?.data.filter(({ id }) => !known.has(id)) ?? [],
      // The query for recommended wallets excludes the featured ones.
      count: recommended && recommended.count + (ids.length > 0 ? known.size : 0),
    },
  });
}

async function group(
  kit: Latchkit,
  query: Readonly<Record<string, string | number | undefined>> & { readonly entries: number },
): Promise<DirectoryPage | undefined> {
  const answer = await callGateway<typeof listWalletsRequest>(kit, listWalletsCall, { query }).catch(
    () => undefined,
  );
  return answer && { ...answer, data: answer.data.slice(0, query.entries) };
}

/** Sorts in the host's order; without one, in the directory's. */
function inOrder(listings: readonly WalletListing[], ids: readonly string[]): readonly WalletListing[] {
  const placeOf = ({ id, rdns }: WalletListing) => ids.findIndex(one => one === id || one === rdns);
  return [...listings].sort((a, b) => placeOf(a) - placeOf(b));
}

/** One page of the directory, as a service returned it. */
export interface DirectoryPage {
  readonly data: readonly WalletListing[];
  readonly count: number;
}
