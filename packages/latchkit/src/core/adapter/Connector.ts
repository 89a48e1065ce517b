import type { CaipNetworkId, ChainNamespace } from '../../protocol/caip.js';

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
  /** Id of the wallet's image at the gateway (`/getWalletImage/{imageId}`). */
  readonly imageId?: string;
  /** An image URL that is safe in an `img`: https, or a data URL of a raster or SVG type. */
  readonly imageUrl?: string;
  /** Self-declared by the wallet, so it earns no badge. */
  readonly info?: { readonly rdns?: string; readonly uuid?: string };
  /** The wallet's provider, as announced. */
  readonly provider?: unknown;
  readonly chain: ChainNamespace;
  /** CAIP-2 ids of the supported networks; empty means all of its namespace. */
  readonly chains: readonly CaipNetworkId[];
  /** The per-namespace connectors of a MULTI_CHAIN connector. */
  readonly connectors?: readonly Connector[];
}
