import type { Address, Chain } from 'viem';
import type {
  CreateWagmiConnector,
  WagmiChange,
  WagmiConnected,
  WagmiConnector,
  WagmiSender,
} from '../core/adapter/WagmiConnector.js';

/**
 * A wagmi configuration: what `createConfig` of `wagmi` or `@wagmi/core` 2 or 3 returns. It is declared here instead of
 * imported, because other packages can't import the `@wagmi/core` that npm nests below a host's `wagmi`.
 */
export interface WagmiConfigLike {
  readonly chains: readonly { readonly id: number }[];
  readonly connectors: readonly { readonly id: string; readonly uid: string }[];
  readonly state: { readonly status: WagmiState['status'] };
  setState(value: never): void;
  subscribe<T>(
    selector: (state: { readonly status: WagmiState['status'] }) => T,
    listener: (selected: T, previous: T) => void,
  ): () => void;
  getClient(parameters: never): object;
  readonly _internal: object;
}

/**
 * The parts of a `WagmiConfigLike` that the engine reads and writes. wagmi's own types are too generic to assign to it.
 */
export interface WagmiConfig {
  readonly chains: readonly [Chain, ...Chain[]];
  readonly connectors: readonly WagmiConnector[];
  readonly storage: { setItem(key: string, value: unknown): unknown } | null;
  readonly state: WagmiState;
  setState(value: (state: WagmiState) => WagmiState): void;
  subscribe<T>(selector: (state: WagmiState) => T, listener: (selected: T, previous: T) => void): () => void;
  readonly _internal: {
    /** Whether a server rendered the page. */
    readonly ssr?: boolean;
    readonly chains: { setState(value: readonly [Chain, ...Chain[]]): void };
    readonly connectors: {
      setup(create: CreateWagmiConnector): WagmiConnector;
      setState(value: (connectors: WagmiConnector[]) => WagmiConnector[]): void;
      subscribe(listener: (connectors: WagmiConnector[]) => void): () => void;
    };
    readonly events: {
      change(data: WagmiChange & WagmiSender): void;
      connect(data: WagmiConnected & WagmiSender): void;
      disconnect(data: WagmiSender): void;
    };
  };
}

export interface WagmiState {
  /** By connector uid. */
  readonly connections: Map<string, WagmiConnection>;
  /** The uid of the connector that wagmi's hooks report. */
  readonly current: string | null;
  /** The chain that the host reads from; only in a host's own configuration. */
  readonly chainId?: number;
  readonly status: 'connected' | 'connecting' | 'disconnected' | 'reconnecting';
}

export interface WagmiConnection {
  readonly accounts: readonly [Address, ...Address[]];
  readonly chainId: number;
  readonly connector: WagmiConnector;
}
