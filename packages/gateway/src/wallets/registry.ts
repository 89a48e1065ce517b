import { furtherWallets } from './furtherWallets.js';
import { moreWallets } from './moreWallets.js';
import { popularWallets } from './popularWallets.js';
import type { RegistryWallet } from './RegistryWallet.js';

/** All built-in wallets, in display order. */
export const registry: readonly RegistryWallet[] = [...popularWallets, ...moreWallets, ...furtherWallets];
