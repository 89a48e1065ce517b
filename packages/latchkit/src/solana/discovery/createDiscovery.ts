import type { AdapterHost } from '../../core/adapter/ChainAdapter.js';
import type { StandardWallet } from '../../core/adapter/ProviderOf.js';
import {
  createWalletDiscovery,
  type WalletDiscovery,
} from '../../core/adapter/wallets/createWalletDiscovery.js';
import { readWallet } from './readWallet.js';
import { type SolanaWallet, solanaWallet } from './solanaWallet.js';

/** Finds the page's Solana wallets. */
export function createDiscovery(host: AdapterHost): WalletDiscovery<SolanaWallet> {
  return createWalletDiscovery(host, {
    namespace: 'solana',
    readWallet,
    own: provider => solanaWallet(provider as StandardWallet),
  });
}
