import type { ListedWallet } from './ListedWallet.js';
import type { RegistryWallet } from './RegistryWallet.js';
import { registry } from './registry.js';

/** The wallets of the directory. */
export interface WalletStore {
  /** In display order. */
  all(): readonly ListedWallet[];
}

/** Creates a store of the built-in wallets, or the given ones, without those that a page cannot connect to or that ended. */
export function walletStore(wallets: readonly ListedWallet[] = registry, now = Date.now): WalletStore {
  const connectable = wallets.filter(hasAdapter);
  return {
    all() {
      const today = new Date(now()).toISOString().slice(0, 10);
      return connectable.filter(({ ended }) => ended === undefined || today < ended);
    },
  };
}

/** Whether Latchkit has an adapter; it has none for wallets that only support Bitcoin or Polkadot. */
function hasAdapter({ evm, solana }: RegistryWallet): boolean {
  return evm !== undefined || solana === true;
}
