import type { BaseError } from '../protocol/BaseError.js';
import type { ChainId, ChainNamespace } from '../protocol/caip.js';
import type { WalletListing } from '../protocol/gateway/walletListing.js';
import type { ActivityState } from './activity/activityState.js';
import type { Connector } from './adapter/Connector.js';
import type { CaipNetwork } from './adapter/Network.js';
import type { TokenBalance } from './adapter/TokenBalance.js';
import type { AccountInfo, Connection } from './connection/account.js';
import type { HeldConnections } from './connection/connectionState.js';
import type { DirectoryState } from './directory/directoryState.js';
import type { EmbeddedWalletState } from './embeddedWallet/embeddedWalletState.js';
import type { Alert } from './kernel/alerts.js';
import type { Features, SocialProvider, ThemeMode } from './LatchkitOptions.js';
import type { ModalState } from './modal/modalState.js';
import type { NamesState } from './names/namesState.js';
import type { OnrampState } from './onramp/OnrampState.js';
import type { PayState } from './pay/PayState.js';
import type { SendState } from './send/sendState.js';
import type { SignInState } from './signIn/signInState.js';
import type { SwapState } from './swap/swapState.js';
import type { TrackedTransaction } from './transactions/TrackedTransaction.js';
import type { WalletConnectState } from './walletConnect/walletConnectState.js';

/** The state of one namespace, independent of the others. */
export interface NamespaceState extends HeldConnections {
  /** Derived from `connection`; the same object until `connection` changes. */
  readonly account: AccountInfo;
  /** Networks that the host listed, in order. */
  readonly networks: readonly CaipNetwork[];
  /** The active network: the wallet's while connected (possibly `unsupported`), else the one to connect on. */
  readonly network: CaipNetwork;
  /** The host's default network; disconnecting returns to it. */
  readonly defaultNetworkId: ChainId | undefined;
  /** Native balance as a decimal string; undefined until it is read, '0.00' if it cannot be read. */
  readonly balance: string | undefined;
  readonly balanceSymbol: string | undefined;
  /** Why the last read failed (`BALANCE_UNAVAILABLE`); `balance` is then '0.00', whatever the account holds. */
  readonly balanceError: BaseError | undefined;
  /** Tokens with a balance, including the native token; undefined until `refreshTokens` has read them. */
  readonly tokenBalance: readonly TokenBalance[] | undefined;
  /** `loading`: nothing to show yet. `error`: the last read failed; earlier results remain. */
  readonly tokenStatus: 'idle' | 'loading' | 'ready' | 'error';
  /** The account's name and avatar, from its profile at the gateway. */
  readonly profileName: string | undefined;
  readonly profileImage: string | undefined;
  /** Kind of account in use, as in {@link AccountInfo.allAccounts}; undefined while disconnected. */
  readonly preferredAccountType: string | undefined;
  /** The login provider, for social logins only. */
  readonly socialProvider: SocialProvider | undefined;
}

/** A request that waits for the wallet's response. */
export interface TransactionStep {
  readonly kind: 'send' | 'name' | 'swap' | 'pay';
  /** Unique per step. */
  readonly id: number;
}

/** A short message over the modal. */
export interface Toast {
  /** Unique per toast. */
  readonly id: number;
  readonly tone: 'neutral' | 'success' | 'danger' | 'loading';
  /** A key of the text catalogue, with its placeholders. */
  readonly text: string;
  readonly slots?: Readonly<Record<string, string>>;
  /** Show the toast on the page if the modal is closed. Default false: it is then dropped. */
  readonly page?: boolean;
}

/** The complete state of an instance. Read-only for hosts; actions change it. */
export interface LatchkitState {
  readonly modal: ModalState;
  readonly namespaces: Readonly<Partial<Record<ChainNamespace, NamespaceState>>>;
  /** The namespace that account and network selectors use by default. */
  readonly activeNamespace: ChainNamespace;
  /** All connections by namespace; the active connection of each comes first. */
  readonly connections: readonly Connection[];
  /** Merged and de-duplicated, in discovery order. */
  readonly connectors: readonly Connector[];
  /** Ids of the wallets used last, most recent first, at most 2. */
  readonly recentWalletIds: readonly string[];
  /** Listed wallets from the gateway, by the group they were requested for. */
  readonly listings: {
    readonly featured: readonly WalletListing[];
    readonly recommended: readonly WalletListing[];
    /** Number of wallets that the directory has for this host; undefined until known. */
    readonly count?: number | undefined;
  };
  /** The wallet directory, as far as `loadWallets` and `searchWallets` have loaded it. */
  readonly directory: DirectoryState;
  /** The send form: token, amount and receiver. */
  readonly send: SendState;
  /** The swap form, its quote and the swap in progress; absent until Swap is used. */
  readonly swap?: SwapState | undefined;
  /** Requests in progress in a wallet. */
  readonly transactionStack: readonly TransactionStep[];
  /**
   * Transactions that the visitor sent and that are not settled, newest first, at most 99. The pending transaction counter is its
   * length.
   */
  readonly pendingTransactions: readonly TrackedTransaction[];
  /** The last transactions that were settled since the page loaded, newest first, at most 10. */
  readonly settledTransactions: readonly TrackedTransaction[];
  /** The account's transaction history, as far as `loadActivity` has loaded it. */
  readonly activity: ActivityState;
  /** The form of a purchase, and the purchase in progress; undefined until Buy was opened. */
  readonly onramp?: OnrampState | undefined;
  /** The payment that `pay` asks for, or the last one; undefined until it was called. */
  readonly pay?: PayState | undefined;
  /** Resolved features: remote over local over defaults. */
  readonly features: Features;
  /** Sign-in with a wallet, if the host configured it. */
  readonly signIn: SignInState;
  /** Pairing, relay and requests in progress, if the host configured WalletConnect. */
  readonly walletConnect: WalletConnectState;
  /** Email login and the wallet page, if the host configured the embedded wallet. */
  readonly embeddedWallet: EmbeddedWalletState;
  /** Account names; undefined until a user of the embedded wallet has connected. */
  readonly names?: NamesState | undefined;
  /** Whether the visitor allows usage events to be sent to the gateway. True until refused. */
  readonly analyticsConsent: boolean;
  readonly themeMode: ThemeMode;
  readonly themeVariables: Readonly<Record<string, string>>;
  /** Most recent last; the alert bar shows the last one, in debug mode only. */
  readonly alerts: readonly Alert[];
  readonly toast: Toast | undefined;
}
