import type { CaipNetworkId } from '../protocol/caip.js';
import type { ChainAdapter } from './adapter/ChainAdapter.js';
import type { CaipNetwork } from './adapter/Network.js';
import type { EmbeddedWalletConfig } from './embeddedWallet/EmbeddedWalletConfig.js';
import type { Storage } from './kernel/storage.js';
import type { NetworkInput } from './networks/defineNetwork.js';
import type { SignInConfig } from './signIn/SignInConfig.js';
import type { WalletConnectConfig } from './walletConnect/WalletConnectConfig.js';
import type { WalletItem } from './wallets/WalletItem.js';

/** What the host says of itself; wallets show it to the visitor [ENT-02]. */
export interface DappMetadata {
  readonly name: string;
  readonly description?: string;
  readonly url?: string;
  readonly icons?: readonly string[];
}

export type SocialProvider = 'google' | 'github' | 'apple' | 'facebook' | 'x' | 'discord' | 'farcaster';

/** Features that the project's remote configuration decides where it says anything (specification section 6). */
export interface RemoteFeatures {
  /** Email login. Default true. */
  readonly email: boolean;
  /** Social logins, in order of display; false: none. Default all seven. Without effect: this version has no social login. */
  readonly socials: readonly SocialProvider[] | false;
  /** Swap providers; false: no swaps. Default `['1inch']`. Without effect: this version has no swaps. */
  readonly swaps: readonly string[] | false;
  /** Onramp providers; false: no buying. Default `['meld', 'coinbase']`. Without effect: this version has no buying. */
  readonly onramp: readonly string[] | false;
  /** Transaction activity. Default true. */
  readonly activity: boolean;
  /** The quiet branding line. Default true. */
  readonly reownBranding: boolean;
  /** Several connections at once. Default false. */
  readonly multiWallet: boolean;
}

/** Features that only the host decides. */
export interface LocalFeatures {
  /** Default true. */
  readonly receive: boolean;
  /** Default true. */
  readonly send: boolean;
  /** Usage events to the configured gateway. Default true; without a gateway nothing is sent. */
  readonly analytics: boolean;
  /** The 'All wallets' entry. Default true. */
  readonly allWallets: boolean;
  /** Connecting waits for a tick under the terms. Default false. */
  readonly legalCheckbox: boolean;
  /** Default false. */
  readonly smartSessions: boolean;
  /** Wallets behind one entry. Default false. */
  readonly collapseWallets: boolean;
  /** Default false. Without effect: this version has no payments view. */
  readonly pay: boolean;
}

export type Features = RemoteFeatures & LocalFeatures;

/** A wallet that the host adds to the list itself. */
export interface CustomWallet {
  readonly id: string;
  readonly name: string;
  readonly imageUrl?: string;
  readonly homepage?: string;
  readonly mobileLink?: string;
  readonly desktopLink?: string;
  readonly webappLink?: string;
}

export type ThemeMode = 'light' | 'dark' | 'auto';

export interface LatchkitOptions {
  /** The project's id at the gateway. A gateway without it: an alert, and the modal still works with injected wallets [ERR-21]. */
  readonly projectId?: string | undefined;
  /**
   * Base address of the gateway, for example `http://localhost:4000`. Default none: no service is called at all.
   */
  readonly gateway?: string | undefined;
  /** Base address that replaces `gateway` for visitors in a restricted timezone [LIM-36]. Default none. */
  readonly alternateGateway?: string | undefined;
  /** Networks that the host supports, at least one: those of `latchkit`, viem's chains, or `defineNetwork` of your own. */
  readonly networks: readonly [NetworkInput, ...NetworkInput[]];
  /** Where reads of a network go, by CAIP-2 id: wins over the gateway and over the network's own `rpcUrls`. */
  readonly rpcUrls?: Readonly<Record<CaipNetworkId, string>> | undefined;
  /** The network to start on. Default: the stored one, else Ethereum where it is requested, else the first. */
  readonly defaultNetwork?: CaipNetworkId | undefined;
  /** One adapter per kind of chain. Default none. */
  readonly adapters?: readonly ChainAdapter[] | undefined;
  readonly metadata?: DappMetadata | undefined;
  readonly features?: Partial<Features> | undefined;
  /** All features off: no email, social, swap, onramp, activity, send or receive [CFG-03]. Default false. */
  readonly basic?: boolean | undefined;
  /**
   * When the modal loads and the gateway is first asked. `intent`: when a pointer, focus or touch reaches a button of ours,
   * so that the click finds the modal drawn; who passes by costs nothing. `idle`: also when the page is idle, for every
   * visitor, at about 60 kB and three requests. `none`: not before the click, which then waits for it. Default 'intent'.
   */
  readonly preload?: 'intent' | 'idle' | 'none' | undefined;
  /** Restore connections at start. Default true. */
  readonly reconnect?: boolean | undefined;
  /** Default 'auto': the visitor's system preference, live. */
  readonly themeMode?: ThemeMode | undefined;
  /** Design tokens, for example `{ '--lk-accent': '#e4572e' }`. */
  readonly themeVariables?: Readonly<Record<`--lk-${string}`, string>> | undefined;
  /** BCP 47 tag of the modal's language. Default: the page's `lang`, else English. */
  readonly locale?: string | undefined;
  readonly termsConditionsUrl?: string | undefined;
  readonly privacyPolicyUrl?: string | undefined;
  /** Ids of listed wallets to show first, in this order. */
  readonly featuredWalletIds?: readonly string[] | undefined;
  readonly includeWalletIds?: readonly string[] | undefined;
  readonly excludeWalletIds?: readonly string[] | undefined;
  readonly customWallets?: readonly CustomWallet[] | undefined;
  /** The one place to filter, order or add wallets: gets the ordered list, answers the list to show. */
  readonly wallets?: ((list: readonly WalletItem[]) => readonly WalletItem[]) | undefined;
  /** Where connections are remembered. Default localStorage; see `cookieStorage` for server rendering. */
  readonly storage?: Storage | undefined;
  /**
   * Ask after sent transactions every 30 s for as long as any is pending [TIME-18]. Default false: they are asked after when
   * they are sent, at start, and when a view shows them.
   */
  readonly watchPendingTransactions?: boolean | undefined;
  /** Show alerts in the modal. Default false: they go to the console only. */
  readonly debug?: boolean | undefined;
  /** The modal is shown inline by the host's own element, and nothing is appended to the body. Default false. */
  readonly embedded?: boolean | undefined;
  /** Append the modal to the body. Default true; false: the host places it. */
  readonly append?: boolean | undefined;
  /** Sign-in with a wallet: `createSiwx()` of `latchkit/siwx`. Default none [CAP-01]. */
  readonly siwx?: SignInConfig | undefined;
  /** The same for hosts that sign in EVM accounts only: others are not asked. Setting both is an error [VAL-15]. */
  readonly siweConfig?: SignInConfig | undefined;
  /**
   * Wallets on phones and other devices: `walletConnect()` of `latchkit/walletconnect`. With it, and without any adapter, the
   * modal is in basic mode: it pairs, and the host asks the wallet through `getProvider`. Default none.
   */
  readonly walletConnect?: WalletConnectConfig | undefined;
  /** Email login with a wallet of one's own: `embeddedWallet()` of `latchkit/embedded`. Default none: no byte of it is loaded. */
  readonly embeddedWallet?: EmbeddedWalletConfig | undefined;
}

/** The options of an instance, whose networks are complete. */
export interface InstanceOptions<Id extends CaipNetworkId = CaipNetworkId>
  extends Omit<LatchkitOptions, 'networks'> {
  readonly networks: readonly [CaipNetwork<Id>, ...CaipNetwork<Id>[]];
}
