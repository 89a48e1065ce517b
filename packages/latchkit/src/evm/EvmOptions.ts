import type { WagmiConfigLike } from './WagmiConfig.js';

/** What a wallet's SDK creates. */
interface SdkFactory {
  // A method, so that the wallet's narrower parameter types are assignable.
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

/** A wallet whose SDK the host provides. It loads when the visitor selects the wallet, or to restore a connection. */
export interface WalletSdk<Module> {
  /** For example `() => import('@coinbase/wallet-sdk')`. */
  readonly load: () => Promise<Module>;
  /** CAIP-2 ids of the networks for which the wallet is offered. Default: all. */
  readonly chains?: readonly `eip155:${number}`[];
}

/** Options of `evm`. */
export interface EvmOptions {
  /**
   * The host's own wagmi configuration (`@wagmi/core` 2 or 3). Latchkit uses its connectors, transports and storage,
   * and shares its connections with wagmi's hooks. Its WalletConnect connector is used only without the option
   * `walletConnect`, which replaces it. A wallet that connects through Latchkit replaces earlier connections in wagmi's
   * state too, without notifying the replaced wallet; with the feature `multiWallet` the others stay connected, and
   * wagmi's current connection is the active one. Default: a configuration is created when the first wallet is
   * selected.
   */
  readonly wagmiConfig?: WagmiConfigLike | undefined;
  /** Coinbase Wallet through its SDK, with telemetry disabled. */
  readonly coinbase?: WalletSdk<CoinbaseSdkModule> | undefined;
  /** Base Account through its SDK, with telemetry disabled. */
  readonly baseAccount?: WalletSdk<BaseAccountSdkModule> | undefined;
  /** Safe, offered only while the page runs inside a frame, as Safe apps do. */
  readonly safe?: WalletSdk<SafeModules> | undefined;
  /** Sends concurrent JSON-RPC reads as one batch of at most 1000. Default: false. */
  readonly batch?: boolean | undefined;
}
