import type { AdapterHost } from '../../core/adapter/ChainAdapter.js';
import {
  createWalletDiscovery,
  type WalletDiscovery,
} from '../../core/adapter/wallets/createWalletDiscovery.js';
import type { SessionWallet } from '../../core/walletConnect/SessionWallet.js';
import type { BitcoinWallet } from '../account/BitcoinWallet.js';
import { sessionWallet } from '../shapes/sessionWallet.js';
import { readInjected } from './readInjected.js';
import { readStandardWallet } from './readStandardWallet.js';

/** Finds the page's Bitcoin wallets. */
export function createDiscovery(host: AdapterHost): WalletDiscovery<BitcoinWallet> {
  return createWalletDiscovery(host, {
    namespace: 'bip122',
    readWallet: readStandardWallet,
    injected: readInjected,
    own: provider => sessionWallet(provider as SessionWallet),
  });
}
