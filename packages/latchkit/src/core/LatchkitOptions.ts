import type { ChainId } from '../protocol/caip.js';
import type { ChainAdapter } from './adapter/ChainAdapter.js';
import type { CaipNetwork, NamespaceOf, NetworkIdOf } from './adapter/Network.js';
import type { EmbeddedWalletConfig } from './embeddedWallet/EmbeddedWalletConfig.js';
import type { Storage } from './kernel/storage.js';
import type { NetworkInput } from './networks/defineNetwork.js';
import type { SignInConfig } from './signIn/SignInConfig.js';
import type { WalletConnectConfig } from './walletConnect/WalletConnectConfig.js';
import type { WalletItem } from './wallets/walletList.js';

/** Information about the host app; wallets show it to the visitor. */
export interface DappMetadata {
  readonly name: string;
  readonly description?: string;
  readonly url?: string;
  readonly icons?: readonly string[];
}

/** A login provider. */
export type SocialProvider =
  | 'google'
  | 'github'
  | 'apple'
  | 'facebook'
  | 'x'
  | 'discord'
  | 'farcaster'
  | 'telegram';

/** A login provider that can be opened in a popup. */
export type PopupSocial = Exclude<SocialProvider, 'farcaster' | 'telegram'>;

/** Features for which the project's remote configuration overrides the host's setting. */
export interface RemoteFeatures {
  /** Email login. Default true. */
  readonly email: boolean;
  /**
   * Social logins, in display order; false: none. Default: all but `telegram`, which the host has to list. They need
   * `embeddedWallet`, and credentials at the gateway.
   */
  readonly socials: readonly SocialProvider[] | false;
  /** Swap providers; false: no swaps. Default `['1inch']`. The gateway decides which of its engines answers. */
  readonly swaps: readonly string[] | false;
  /** Onramp providers; false: no onramp. Default `['meld', 'coinbase']`, as far as the gateway has them set up. */
  readonly onramp: readonly string[] | false;
  /** Transaction activity. Default true. */
  readonly activity: boolean;
  /** The branding line in the modal's footer. Default true. */
  readonly reownBranding: boolean;
  /** Several connections at once. Default false. */
  readonly multiWallet: boolean;
}

/** Features that only the host configures. */
export interface LocalFeatures {
  /** Default true. */
  readonly receive: boolean;
  /** Default true. */
  readonly send: boolean;
  /** Send usage events to the configured gateway. Default true; nothing is sent without a gateway. */
  readonly analytics: boolean;
  /** The 'All wallets' entry. Default true. */
  readonly allWallets: boolean;
  /**
   * Require the visitor to accept the terms of `modal.termsUrl` and `modal.privacyUrl` before any view connects or logs in. Default
   * false.
   */
  readonly legalCheckbox: boolean;
  /** Default false. */
  readonly smartSessions: boolean;
  /** Group wallets behind one entry. Default false. */
  readonly collapseWallets: boolean;
  /** Payments to the host, see `pay`. Default false. */
  readonly pay: boolean;
}

/** All features, as `state.features` lists them. */
export type Features = RemoteFeatures & LocalFeatures;

/** A wallet that the host adds to the wallet list. */
export interface CustomWallet {
  readonly id: string;
  readonly name: string;
  readonly imageUrl?: string;
  /** Another name of `imageUrl`. */
  readonly iconUrl?: string;
  readonly homepage?: string;
  readonly mobileLink?: string;
  readonly desktopLink?: string;
  readonly webappLink?: string;
  /**
   * The relay on which it listens to pairings: `network`, the WalletConnect network's, as wallets from the stores do; `gateway`,
   * your gateway's. It is offered for pairing only where that relay is configured. Default: on any.
   */
  readonly relay?: 'network' | 'gateway' | 'both';
}

/** `auto` follows the visitor's system preference. */
export type ThemeMode = 'light' | 'dark' | 'auto';

/** Which wallets the modal offers. */
export interface WalletListOptions {
  /** Listed wallets to show first, in this order: ids, or `rdns` of EIP-6963 such as `io.metamask`; likewise below. */
  readonly featured?: readonly string[] | undefined;
  /** Offer only these listed wallets. */
  readonly include?: readonly string[] | undefined;
  /** Do not offer these listed wallets. One that is installed is offered all the same; `transform` removes it. */
  readonly exclude?: readonly string[] | undefined;
  /** Wallets that the directory does not list. */
  readonly custom?: readonly CustomWallet[] | undefined;
  /**
   * The address that a wallet's own browser opens on a phone. Receives the address of this page, without what a login added to it,
   * and returns the one to open. Default: its origin and path alone, because the address passes through the wallet's web server
   * where its app is not installed, and query and fragment may hold secrets.
   *
   * @example
   * createLatchkit({ networks: [mainnet], wallets: { openPage: url => url } });
   */
  readonly openPage?: ((url: string) => string) | undefined;
  /** Filters, orders or extends the list: receives the ordered list and returns the list to show. */
  readonly transform?: ((list: readonly WalletItem[]) => readonly WalletItem[]) | undefined;
}

/** Where the modal is shown, and when it loads. */
export interface ModalOptions {
  /** `inline`: in the flow of the page, where the host places a `LatchkitModal`. Default 'dialog'. */
  readonly mode?: 'dialog' | 'inline' | undefined;
  /** Append the dialog to the body. Default true; false: the host places it with a `LatchkitModal`. */
  readonly append?: boolean | undefined;
  /**
   * When the modal loads and the gateway is first called. `intent`: when a pointer, focus or touch reaches a Latchkit button, so
   * that the modal is ready when the click arrives and visitors who don't use it load nothing. `idle`: also when the page is
   * idle, for every visitor; costs about 60 kB and three requests. `none`: on click, which then waits for it. Default 'intent'.
   */
  readonly preload?: 'intent' | 'idle' | 'none' | undefined;
  /** URLs of the host's terms and privacy policy; the Connect view links to them. */
  readonly termsUrl?: string | undefined;
  readonly privacyUrl?: string | undefined;
}

/** The options of `createLatchkit`. */
export interface LatchkitOptions {
  /**
   * The project's id at the gateway. Default: at a gateway on this machine, that of its development project; an alert says so. Another
   * gateway without a project id is not called, which raises an alert, too; injected wallets still work.
   */
  readonly projectId?: string | undefined;
  /** Base URL of the gateway, for example `http://localhost:4000`. Default none: no service is called. */
  readonly gateway?: string | undefined;
  /** Base URL that replaces `gateway` for visitors in a restricted timezone. Default none. */
  readonly alternateGateway?: string | undefined;
  /** Networks that the host supports, at least one: from `latchkit/networks`, from viem, or created with `defineNetwork`. */
  readonly networks: readonly [NetworkInput, ...NetworkInput[]];
  /** RPC URLs by CAIP-2 id. They override the gateway and the network's own `rpcUrls`. */
  readonly rpcUrls?: Readonly<Record<ChainId, string>> | undefined;
  /** CAIP-2 id of the network to start on; `createLatchkit` accepts the network too. Default: the stored network, else Ethereum if it is listed, else the first. */
  readonly defaultNetwork?: ChainId | undefined;
  /** One adapter per namespace. Default none. */
  readonly adapters?: readonly ChainAdapter[] | undefined;
  readonly metadata?: DappMetadata | undefined;
  readonly features?: Partial<Features> | undefined;
  /** All features off: no email, social, swap, onramp, activity, send or receive. Default false. */
  readonly basic?: boolean | undefined;
  /** Restore connections on start. Default true. */
  readonly reconnect?: boolean | undefined;
  /** Default 'auto': follows the visitor's system preference, including changes. */
  readonly themeMode?: ThemeMode | undefined;
  /** Design tokens, for example `{ '--lk-accent': '#e4572e' }`. */
  readonly themeVariables?: Readonly<Record<`--lk-${string}`, string>> | undefined;
  /** BCP 47 tag of the modal's language. Default: the page's `lang` attribute, else English. */
  readonly locale?: string | undefined;
  /** Which wallets the modal offers; false: none, only the logins of `embeddedWallet`. Default: all. */
  readonly wallets?: WalletListOptions | false | undefined;
  /** Where connections are stored. Default localStorage; use `cookieStorage` for server rendering. */
  readonly storage?: Storage | undefined;
  /**
   * Poll pending transactions every 30 s. Default false: their status is read when they are sent, on start, and when a view shows
   * them.
   */
  readonly watchPendingTransactions?: boolean | undefined;
  /** Show alerts in the modal. Default false: alerts are logged to the console only. */
  readonly debug?: boolean | undefined;
  readonly modal?: ModalOptions | undefined;
  /** Sign-in with a wallet: `createSiwx()` of `latchkit/siwx`. Default none. */
  readonly siwx?: SignInConfig | undefined;
  /** Sign-in for EVM accounts only; accounts of other namespaces are not asked to sign in. Setting both options is an error. */
  readonly siweConfig?: SignInConfig | undefined;
  /**
   * Wallets on phones and other devices: `walletConnect()` from `latchkit/walletconnect`. Without any adapter, the modal is in
   * basic mode: it pairs, and the host sends requests to the wallet through `getProvider`. Default none.
   */
  readonly walletConnect?: WalletConnectConfig | undefined;
  /** Email login with an embedded wallet: `embeddedWallet()` from `latchkit/embedded`. Default none: its code is not loaded. */
  readonly embeddedWallet?: EmbeddedWalletConfig | undefined;
}

/** The options of an instance, with complete networks. */
export interface InstanceOptions<Id extends ChainId = ChainId> extends Omit<LatchkitOptions, 'networks'> {
  readonly networks: readonly [CaipNetwork<Id>, ...CaipNetwork<Id>[]];
}

/**
 * Options with compile-time checks: `defaultNetwork` is one of the networks, and each network has an adapter for its namespace.
 * `createLatchkit` checks at run time what the compiler cannot know.
 */
export type CheckedOptions<
  Networks extends readonly NetworkInput[],
  Adapters extends readonly ChainAdapter[],
> = Omit<LatchkitOptions, 'networks' | 'adapters' | 'defaultNetwork'> & {
  readonly networks: Networks & Served<NetworkIdOf<Networks[number]>, Adapters[number]['namespace']>;
  readonly adapters?: Adapters | undefined;
  /** The network to start on, or its CAIP-2 id. */
  readonly defaultNetwork?: NetworkIdOf<Networks[number]> | Networks[number] | undefined;
};

/** Without adapters, as in the modal's basic mode, every namespace is allowed. */
type Served<Id extends ChainId, Namespace> = [Namespace] extends [never]
  ? unknown
  : ChainId extends Id
    ? unknown
    : NamespaceOf<Id> extends Namespace
      ? unknown
      : readonly { readonly chainNamespace: Namespace }[];
