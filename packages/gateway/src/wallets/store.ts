import type { ListedWallet } from './ListedWallet.js';
import type { RegistryWallet } from './RegistryWallet.js';
import { registry } from './registry.js';

/** The wallets that the directory lists. */
export interface WalletStore {
  /** In the order of display. */
  all(): readonly ListedWallet[];
}

/** The registry that comes with the gateway, or the given wallets: those that a page can connect. */
export function walletStore(wallets: readonly ListedWallet[] = registry): WalletStore {
  const connectable = wallets.filter(hasAdapter);
  return { all: () => connectable };
}

/** Latchkit has no adapter yet for wallets of Bitcoin or Polkadot alone. */
function hasAdapter({ evm, solana }: RegistryWallet): boolean {
  return evm !== undefined || solana === true;
}
