import { furtherWallets } from './furtherWallets.js';
import { moreWallets } from './moreWallets.js';
import { popularWallets } from './popularWallets.js';
import type { RegistryWallet } from './RegistryWallet.js';

/** Every wallet of the directory, in the order in which lists show them. */
export const registry: readonly RegistryWallet[] = [...popularWallets, ...moreWallets, ...furtherWallets];
