import type { Latchkit } from '../Latchkit.js';
import type { LatchkitState } from '../state/LatchkitState.js';
import type { WalletItem } from './WalletItem.js';
import { fromListing, walletList } from './walletList.js';

/**
 * The wallets that the directory lists, as AllWallets shows them: one that is installed here is its connector's item, and
 * picking it connects. The same list until something in it changes.
 */
export function directoryWallets(kit: Latchkit, state: LatchkitState): readonly WalletItem[] {
  const { kernel } = kit;
  const installed = walletList(kit, state);
  const inputs = [installed, state.directory.wallets] as const;
  const kept = kernel.directoryList;
  if (kept && inputs.every((input, index) => input === kept.inputs[index])) return kept.list;
  const items = state.directory.wallets.map(listing => {
    const here = installed.find(
      ({ id, connector }) => id === listing.id || (listing.rdns && connector?.info?.rdns === listing.rdns),
    );
    return here ? { ...here, listing } : fromListing(kit, listing, 'recommended');
  });
  // Two entries of the directory can name one installed wallet.
  const list = [...new Map(items.map(item => [item.id, item])).values()];
  kernel.directoryList = { inputs, list };
  return list;
}
