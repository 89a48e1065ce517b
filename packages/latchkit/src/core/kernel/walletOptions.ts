import type { LatchkitOptions, WalletListOptions } from '../LatchkitOptions.js';

/** The options of the wallet list; none if the host offers no wallets. */
export function walletOptions({ wallets }: Pick<LatchkitOptions, 'wallets'>): WalletListOptions {
  return wallets || {};
}
