import type { ListedWallet } from './ListedWallet.js';
import type { RegistryWallet } from './RegistryWallet.js';
import { registry } from './registry.js';

/** The wallets of the directory. */
export interface WalletStore {
  /** In display order. */
  all(): readonly ListedWallet[];
}

/** Creates a store of the built-in wallets, or the given ones, without those that a page cannot connect to. */
export function walletStore(wallets: readonly ListedWallet[] = registry): WalletStore {
  const connectable = wallets.filter(hasAdapter);
  return { all: () => connectable };
}

/** Whether Latchkit has an adapter; it has none for wallets that only support Bitcoin or Polkadot. */
function hasAdapter({ evm, solana }: RegistryWallet): boolean {
  return evm !== undefined || solana === true;
}
