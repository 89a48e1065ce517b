import type { ChainId } from '../../../protocol/caip.js';
import type { AccountDetails } from '../ChainAdapter.js';
import type { CaipNetwork } from '../Network.js';

/** An account that a wallet offers to the page. */
export interface WalletAccount {
  readonly address: string;
  /** The chains that the account can be used on, in the namespace's own names. */
  readonly chains: readonly string[];
  /** Default: none; the account is an `eoa`. */
  readonly details?: AccountDetails;
}

/**
 * A wallet that offers accounts, each for some chains, instead of one current account on one current chain. The wallets of all
 * namespaces except EVM have this form.
 */
export interface AccountWallet<Account extends WalletAccount = WalletAccount> {
  /** The wallet's own object, for the host. */
  readonly provider: unknown;
  /**
   * Returns the accounts that the page may use, the active one first. `silent`: never prompts, and may return none.
   *
   * @param chainId - The chain to connect on, for wallets that let the caller choose.
   */
  accounts(request: {
    readonly silent: boolean;
    readonly chainId: ChainId | undefined;
  }): Promise<readonly Account[]>;
  /** Ends the wallet's permission for the page; absent if the wallet cannot. */
  readonly disconnect?: (() => Promise<unknown>) | undefined;
  /** Calls back with the accounts after each change; returns a function that unsubscribes. */
  follow(listener: (accounts: readonly Account[]) => void): () => void;
  /** For wallets with a current network: uses another one, and returns the accounts there. */
  readonly switchNetwork?: ((network: CaipNetwork) => Promise<readonly Account[]>) | undefined;
}

/** Whether an account can be used on a chain. */
export type IsUsable<Account extends WalletAccount> = (account: Account, chainId: ChainId) => boolean;

/** A well-formed wallet that the page has found. Nothing else about it can be trusted. */
export interface FoundWallet<Wallet extends AccountWallet = AccountWallet> {
  readonly name: string;
  readonly icon: string | undefined;
  /** CAIP-2 ids; empty means all of the namespace. */
  readonly chains: readonly ChainId[];
  readonly wallet: Wallet;
}
