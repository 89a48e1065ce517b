import type { CaipNetworkId, ChainNamespace } from '../../protocol/caip.js';

/**
 * Where a connector comes from [ENT-05]: announced by EIP-6963, a legacy injected provider, a wallet SDK or host
 * environment, one wallet on several namespaces, the embedded wallet, or a WalletConnect session.
 */
export type ConnectorType = 'ANNOUNCED' | 'INJECTED' | 'EXTERNAL' | 'MULTI_CHAIN' | 'AUTH' | 'WALLET_CONNECT';

/** A way to connect a wallet [ENT-04]. Plain data; the adapter that reported it does the work. */
export interface Connector {
  /** Unique among the connectors of its namespace, stable over reloads where the wallet allows it. */
  readonly id: string;
  /** Display name, cleaned of control and bidirectional characters, at most 64 characters. */
  readonly name: string;
  readonly type: ConnectorType;
  /** Id of the wallet's image at the gateway (`/getWalletImage/{imageId}`). */
  readonly imageId?: string;
  /** An image address that is safe in an `img`: https, or data of a raster or SVG type. */
  readonly imageUrl?: string;
  /** What the wallet says of itself. Self-declared: earns no badge. */
  readonly info?: { readonly rdns?: string; readonly uuid?: string };
  /** The wallet's provider, as announced. */
  readonly provider?: unknown;
  readonly chain: ChainNamespace;
  /** CAIP-2 ids of the networks it can be used with; empty means all of its namespace. */
  readonly chains: readonly CaipNetworkId[];
  /** The per-namespace connectors that a MULTI_CHAIN connector stands for [ENT-06]. */
  readonly connectors?: readonly Connector[];
}
