import type { AccountDetails } from '../../core/adapter/ChainAdapter.js';
import type { AccountWallet, WalletAccount } from '../../core/adapter/wallets/AccountWallet.js';
import type { MessageFormat } from '../BitcoinActions.js';
import type { BitcoinNetworkName } from './bitcoinChains.js';

/** An account of a Bitcoin wallet; `chains` are CAIP-2 ids. */
export interface BitcoinAccount extends WalletAccount {
  readonly details: AccountDetails;
  /** The wallet's own object, for wallets that take it back. */
  readonly own?: unknown;
}

/** The form that all shapes of Bitcoin wallets have here. Amounts are in sats, PSBTs in base64. */
export interface BitcoinWallet extends AccountWallet<BitcoinAccount> {
  /** Returns a signature in base64 or hex. Wallets may sign in another format than the wanted one. */
  signMessage(request: {
    readonly account: BitcoinAccount;
    readonly message: string;
    readonly format: MessageFormat;
    readonly network: BitcoinNetworkName;
  }): Promise<string>;
  /** Returns the PSBT with the account's signatures, finalised or not. */
  signPsbt(request: {
    readonly psbt: string;
    readonly inputs: readonly { readonly index: number; readonly account: BitcoinAccount }[];
    readonly network: BitcoinNetworkName;
  }): Promise<string>;
  /** Sends a payment and returns the transaction's id. Absent if the wallet cannot. */
  readonly sendTransfer?: (request: TransferOrder) => Promise<string>;
}

/** A payment that a wallet builds, signs and sends. */
export interface TransferOrder {
  readonly account: BitcoinAccount;
  readonly to: string;
  /** In sats. */
  readonly amount: number;
  readonly memo: string | undefined;
  /** In sats per virtual byte. */
  readonly feeRate: number | undefined;
  readonly network: BitcoinNetworkName;
}
