import type { RegistryWallet } from './RegistryWallet.js';
import { registry } from './registry.js';

/** The wallets that the directory lists. */
export interface WalletStore {
  /** In the order of display. */
  all(): readonly RegistryWallet[];
}

/** The registry that comes with the gateway, or the given wallets. */
export function walletStore(wallets: readonly RegistryWallet[] = registry): WalletStore {
  return { all: () => wallets };
}
