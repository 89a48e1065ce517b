import type { ListedWallet } from './ListedWallet.js';
import type { RegistryWallet } from './RegistryWallet.js';
import { registry } from './registry.js';

/** The wallets of the directory. */
export interface WalletStore {
  /** In display order. */
  all(): readonly ListedWallet[];
}

/** Creates a store of the built-in wallets, or the given ones, without those that no adapter reaches or that ended. */
export function walletStore(wallets: readonly ListedWallet[] = registry, now = Date.now): WalletStore {
  const connectable = wallets.filter(isReached);
  return {
    all() {
      const today = new Date(now()).toISOString().slice(0, 10);
      return connectable.filter(({ ended }) => ended === undefined || today < ended);
    },
  };
}

/** Whether an adapter reaches the wallet in some namespace. The networks of a request decide whether a page's adapters do. */
function isReached({ evm, solana, bitcoin, polkadot }: RegistryWallet): boolean {
  return evm !== undefined || solana === true || bitcoin === true || polkadot === true;
}
