import type { AdapterHost } from '../ChainAdapter.js';
import type { AccountWallet } from './AccountWallet.js';
import type { WalletSessions } from './createSessions.js';
import type { WalletDiscovery } from './createWalletDiscovery.js';

/** Shared state of an adapter's engine. */
export interface EngineContext<Wallet extends AccountWallet = AccountWallet> {
  readonly host: AdapterHost;
  readonly discovery: WalletDiscovery<Wallet>;
  readonly sessions: WalletSessions<Wallet>;
}
