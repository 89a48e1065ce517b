import type { WalletListing } from '../../protocol/gateway/walletListing.js';
import { matchesName } from '../../protocol/matchesName.js';
import { instanceSlot } from '../kernel/Kernel.js';
import type { Latchkit } from '../Latchkit.js';
import type { LatchkitState } from '../LatchkitState.js';
import { fromListing, type WalletItem, walletList } from '../wallets/walletList.js';

/** The list and the inputs it was computed from. */
interface KeptList {
  readonly inputs: readonly unknown[];
  readonly items: ReadonlyMap<WalletListing, WalletItem>;
  readonly list: readonly WalletItem[];
}

const slot = /* @__PURE__ */ instanceSlot<KeptList>('directoryList');

/**
 * The wallets of the directory for AllWallets. A wallet that is installed here is its connector's item, and selecting it
 * connects. The same list until something in it changes.
 */
export function directoryWallets(kit: Latchkit, state: LatchkitState): readonly WalletItem[] {
  const installed = walletList(kit, state);
  const { search } = state.directory;
  const inputs = [installed, state.directory.wallets, search] as const;
  const kept = slot.get(kit);
  if (kept && inputs.every((input, index) => input === kept.inputs[index])) return kept.list;
  // A new page keeps the items before it, so that they don't render again.
  const known = kept?.inputs[0] === installed ? kept.items : new Map<WalletListing, WalletItem>();
  const names = new Set(installed.flatMap(({ connector }) => connector?.name ?? []));
  const itemOf = (listing: WalletListing): WalletItem | undefined => {
    const here = installed.find(
      ({ id, connector }) => id === listing.id || (listing.rdns && connector?.info?.rdns === listing.rdns),
    );
    if (here) return { ...here, listing };
    // An installed wallet of this name, which keeps its own row, logo and links.
    return names.has(listing.name) ? undefined : fromListing(kit, listing, 'recommended');
  };
  // An installed wallet may be missing from the directory; list it first among the results.
  const found = search ? installed.filter(item => item.installed && matchesName(item.name, search)) : [];
  const items = new Map(
    state.directory.wallets.flatMap(listing => {
      const item = known.get(listing) ?? itemOf(listing);
      return item ? [[listing, item]] : [];
    }),
  );
  // Two directory entries can refer to one installed wallet.
  const list = [...new Map([...found, ...items.values()].map(item => [item.id, item])).values()];
  slot.set(kit, { inputs, items, list });
  return list;
}
