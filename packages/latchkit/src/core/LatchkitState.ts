import type { CaipNetworkId, ChainNamespace } from '../protocol/caip.js';
import type { WalletListing } from '../protocol/gateway/walletListing.js';
import type { ActivityState } from './activity/activityState.js';
import type { Connector } from './adapter/Connector.js';
import type { CaipNetwork } from './adapter/Network.js';
import type { TokenBalance } from './adapter/TokenBalance.js';
import type { AccountInfo, Connection } from './connection/account.js';
import type { HeldConnections } from './connection/connectionState.js';
import type { DirectoryState } from './directory/directoryState.js';
import type { EmbeddedWalletState } from './embeddedWallet/embeddedWalletState.js';
import type { Alert } from './kernel/alertCatalogue.js';
import type { Features, SocialProvider, ThemeMode } from './LatchkitOptions.js';
import type { ModalState } from './modal/modalState.js';
import type { SendState } from './send/sendState.js';
import type { SignInState } from './signIn/signInState.js';
import type { TrackedTransaction } from './transactions/TrackedTransaction.js';
import type { WalletConnectState } from './walletConnect/walletConnectState.js';

/** The state of one namespace, independent of the others [ENT-09]. */
export interface ChainState extends HeldConnections {
  /** Derived from `connection`; the same object until that changes. */
  readonly account: AccountInfo;
  /** Networks that the host requested, in order. */
  readonly networks: readonly CaipNetwork[];
  /** The active network: the wallet's while connected (perhaps `unsupported`), else the one to connect on. */
  readonly network: CaipNetwork;
  /** The host's default network; disconnecting returns to it [STATE-21]. */
  readonly defaultNetworkId: CaipNetworkId | undefined;
  /** Native balance as a decimal string; undefined until it is known, '0.00' when it cannot be read [ERR-03]. */
  readonly balance: string | undefined;
  readonly balanceSymbol: string | undefined;
  /** Tokens with a balance, the native one too; undefined until they are read with `refreshTokens`. */
  readonly tokenBalance: readonly TokenBalance[] | undefined;
  /** `loading`: nothing to show yet. `error`: the last read failed; what was read before stays. */
  readonly tokenStatus: 'idle' | 'loading' | 'ready' | 'error';
  /** The account's name and picture, by its identity at the gateway. */
  readonly profileName: string | undefined;
  readonly profileImage: string | undefined;
  /** Kind of account in use, as in {@link AccountInfo.allAccounts}; undefined while disconnected. */
  readonly preferredAccountType: string | undefined;
  /** Who signed the visitor in, for social logins only. */
  readonly socialProvider: SocialProvider | undefined;
}

/** Something that waits for a wallet's answer. */
export interface TransactionStep {
  readonly kind: 'send';
  /** Different for each. */
  readonly id: number;
}

export interface Toast {
  /** Changes with each toast. */
  readonly id: number;
  readonly tone: 'neutral' | 'success' | 'danger' | 'loading';
  /** A key of the text catalogue, with its slots. */
  readonly text: string;
  readonly slots?: Readonly<Record<string, string>>;
  /** Said on the page while the modal is closed. Default false: then it waits for nobody, and goes. */
  readonly page?: boolean;
}

/** Everything that an instance shows. Read-only for hosts: actions change it. */
export interface LatchkitState {
  readonly modal: ModalState;
  readonly chains: Readonly<Partial<Record<ChainNamespace, ChainState>>>;
  /** The namespace that account and network read-outs speak of. */
  readonly activeNamespace: ChainNamespace;
  /** Everything that is connected, by namespace, the active connection of each first. */
  readonly connections: readonly Connection[];
  /** Merged, de-duplicated, in discovery order. */
  readonly connectors: readonly Connector[];
  /** Ids of the wallets used last, most recent first, at most 2 [LIM-12]. */
  readonly recentWalletIds: readonly string[];
  /** Listed wallets from the gateway, by the group that asked for them. */
  readonly listings: {
    readonly featured: readonly WalletListing[];
    readonly recommended: readonly WalletListing[];
    /** How many wallets the directory has for this host; undefined until it is known. */
    readonly count?: number | undefined;
  };
  /** The wallet directory, as far as it was asked for with `loadWallets` and `searchWallets`. */
  readonly directory: DirectoryState;
  /** What the visitor is about to send [ENT-22]. */
  readonly send: SendState;
  /** What is under way in a wallet and not answered yet [STATE-42]. */
  readonly transactionStack: readonly TransactionStep[];
  /** What the visitor sent and is not settled, newest first; the pending transaction counter is its length [ENT-24]. At most 99 [STATE-48]. */
  readonly pendingTransactions: readonly TrackedTransaction[];
  /** The last transactions that were settled since the page was loaded, newest first; at most 10. */
  readonly settledTransactions: readonly TrackedTransaction[];
  /** What the account did on its network, as far as it was asked for with `loadActivity`. */
  readonly activity: ActivityState;
  /** Features in force: remote over local over defaults. */
  readonly features: Features;
  /** Sign-in with a wallet, where the host configured it. */
  readonly signIn: SignInState;
  /** Pairing, the relay and the requests under way, where the host configured WalletConnect. */
  readonly walletConnect: WalletConnectState;
  /** Email login and the wallet page, where the host configured the embedded wallet. */
  readonly embeddedWallet: EmbeddedWalletState;
  /** Whether the visitor lets usage events go to the gateway. True until refused. */
  readonly analyticsConsent: boolean;
  readonly themeMode: ThemeMode;
  readonly themeVariables: Readonly<Record<string, string>>;
  /** Most recent last; the alert bar shows the last one, in debug mode only [VIEW-05]. */
  readonly alerts: readonly Alert[];
  readonly toast: Toast | undefined;
}
