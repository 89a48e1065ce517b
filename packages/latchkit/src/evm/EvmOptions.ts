import type { WagmiConfigLike } from './WagmiConfig.js';

/** What the SDK of a single wallet makes. */
interface SdkFactory {
  // A method, so that the wallet's own, narrower parameter types fit.
  create(options: never): { getProvider(): unknown };
}

/** The module of `@coinbase/wallet-sdk` (version 4). */
export interface CoinbaseSdkModule {
  readonly createCoinbaseWalletSDK: SdkFactory['create'];
}

/** The module of `@base-org/account`. */
export interface BaseAccountSdkModule {
  readonly createBaseAccountSDK: SdkFactory['create'];
}

/** `@safe-global/safe-apps-sdk` (its default export) and `@safe-global/safe-apps-provider` together. */
export interface SafeModules {
  readonly Sdk: new (options?: never) => { readonly safe: { getInfo(): Promise<unknown> } };
  readonly SafeAppProvider: new (safe: never, sdk: never) => unknown;
}

/** A wallet whose SDK the host brings. It loads when the visitor picks the wallet, or to restore a connection. */
export interface WalletSdk<Module> {
  /** For example `() => import('@coinbase/wallet-sdk')`. */
  readonly load: () => Promise<Module>;
  /** CAIP-2 ids of the networks that the wallet is offered for. Default: all. */
  readonly chains?: readonly `eip155:${number}`[];
}

export interface EvmOptions {
  /**
   * The host's own wagmi configuration (`@wagmi/core` 2 or 3). Its connectors, transports and storage are used (its
   * WalletConnect connector only without the option `walletConnect`, which takes its place), and
   * wagmi's hooks and Latchkit see the same connection. A wallet that is connected through Latchkit replaces what was
   * connected before in wagmi's state too, without a word to the wallet that is replaced; with the feature `multiWallet`
   * it stands beside the others, and wagmi's current connection is the active one. Default: one is made when the first wallet is picked.
   */
  readonly wagmiConfig?: WagmiConfigLike | undefined;
  /** Coinbase Wallet through its SDK, telemetry off. */
  readonly coinbase?: WalletSdk<CoinbaseSdkModule> | undefined;
  /** Base Account through its SDK, telemetry off. */
  readonly baseAccount?: WalletSdk<BaseAccountSdkModule> | undefined;
  /** Safe, offered only while the page runs inside a frame, as a Safe app does. */
  readonly safe?: WalletSdk<SafeModules> | undefined;
  /** Send JSON-RPC reads that arise together as one batch, at most 1000 in a body [CALL-41, LIM-24]. Default false. */
  readonly batch?: boolean | undefined;
}
