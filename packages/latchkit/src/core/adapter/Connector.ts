import type { ChainId, ChainNamespace } from '../../protocol/caip.js';
import type { ConnectRequest } from './ChainAdapter.js';

/**
 * Source of a connector: announced by EIP-6963, a legacy injected provider, a wallet SDK or host environment, one wallet on
 * several namespaces, the embedded wallet, or a WalletConnect session.
 */
export type ConnectorType = 'ANNOUNCED' | 'INJECTED' | 'EXTERNAL' | 'MULTI_CHAIN' | 'AUTH' | 'WALLET_CONNECT';

/** A way to connect a wallet, as plain data; the adapter that reported it connects. */
export interface Connector {
  /** Unique among the connectors of its namespace; stable across reloads if the wallet allows it. */
  readonly id: string;
  /** Display name, without control and bidirectional characters, at most 64 characters. */
  readonly name: string;
  readonly type: ConnectorType;
  /** Id of the wallet's image at the gateway (`/getWalletImage/{imageId}`); set once the directory's entry of the wallet was read. */
  readonly imageId?: string;
  /** An image URL that is safe in an `img`: https, or a data URL of a raster or SVG type. */
  readonly imageUrl?: string;
  /** Self-declared by the wallet, so it earns no badge. */
  readonly info?: { readonly rdns?: string; readonly uuid?: string };
  /** The wallet's provider, as announced. */
  readonly provider?: unknown;
  readonly chain: ChainNamespace;
  /** CAIP-2 ids of the supported networks; empty means all of its namespace. */
  readonly chains: readonly ChainId[];
  /** The per-namespace connectors of a MULTI_CHAIN connector. */
  readonly connectors?: readonly Connector[];
}

/**
 * A wallet that the instance itself provides to an adapter: WalletConnect or the embedded wallet. The adapter lists its connector
 * and connects through it. Its code loads with the first call.
 */
export interface InstanceWallet {
  /** Type `WALLET_CONNECT` or `AUTH`. */
  readonly connector: Connector;
  /**
   * The wallet's provider: EIP-1193 on EVM, a Wallet Standard wallet on Solana; has no accounts while disconnected.
   *
   * @throws The load error if the code fails to load.
   */
  provider(): Promise<unknown>;
  /**
   * Prompts the visitor if necessary; afterwards the provider has accounts.
   *
   * @throws CONNECTION_REJECTED; CONNECTOR_CHAINS_MISMATCH; MODAL_CLOSED if aborted; the errors of `provider`.
   */
  connect(request: Pick<ConnectRequest, 'chainId' | 'signal'>): Promise<void>;
  /**
   * Restores the previous session without a prompt and within a time limit; resolves to whether the provider has accounts now.
   */
  restore(request: Pick<ConnectRequest, 'chainId'>): Promise<boolean>;
  /** Ends the connection at the wallet, in every namespace. Takes at most 3 s. */
  disconnect(): Promise<void>;
}

/** Id of the WalletConnect connector, the same in every namespace, so that the list shows one entry. */
export const WALLET_CONNECT_ID = 'walletConnect';

/** Whether a connector is WalletConnect's, in one or several namespaces. */
export function isWalletConnect(connector: Connector): boolean {
  return (connector.connectors?.[0] ?? connector).type === 'WALLET_CONNECT';
}

/** Id of the connector of the Farcaster client in which the page runs as a mini app. */
export const MINI_APP_ID = 'miniApp';

/** Id of the embedded wallet's connector, the same in every namespace. */
export const AUTH_ID = 'AUTH';

/** Namespaces in which the embedded wallet has accounts. */
export const AUTH_NAMESPACES: readonly ChainNamespace[] = ['eip155', 'solana'];

/**
 * Whether a connector is the embedded wallet's, in one or several namespaces. Wallet lists leave it out, because users log in
 * instead.
 */
export function isAuth(connector: Connector): boolean {
  return (connector.connectors?.[0] ?? connector).type === 'AUTH';
}
