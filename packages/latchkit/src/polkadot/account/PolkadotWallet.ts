import type { AccountWallet, WalletAccount } from '../../core/adapter/wallets/AccountWallet.js';
import type { InjectedExtension } from './InjectedExtension.js';

/** An account on one network of the host, with the network's SS58 prefix. */
export interface PolkadotAccount extends WalletAccount {
  /** The address as the wallet writes it. */
  readonly own: string;
}

/** An extension, once it is enabled. */
export interface PolkadotWallet extends AccountWallet<PolkadotAccount> {
  /** @throws If the page is not connected. */
  extension(): InjectedExtension;
}
