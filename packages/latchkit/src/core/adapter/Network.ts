import type { ChainId, ChainNamespace } from '../../protocol/caip.js';

/** A network that a visitor can use. Compatible with viem's `Chain`. */
export interface CaipNetwork<Id extends ChainId = ChainId> {
  /** The chain's own id: a number on EVM, a string elsewhere. */
  readonly id: number | string;
  /** CAIP-2 id, for example `eip155:1`. */
  readonly caipNetworkId: Id;
  readonly chainNamespace: ChainNamespace;
  readonly name: string;
  readonly nativeCurrency: { readonly name: string; readonly symbol: string; readonly decimals: number };
  /**
   * `default`: the host's RPC URLs for reads; empty on the built-in networks, which name no third party. `public`: RPC URLs
   * passed to a wallet that has to add the network; Latchkit itself never calls them. Default: `default`, and for a built-in
   * network a public node.
   */
  readonly rpcUrls: {
    readonly default: { readonly http: readonly string[]; readonly webSocket?: readonly string[] };
    readonly public?: { readonly http: readonly string[] };
  };
  readonly blockExplorers?: { readonly default: { readonly name: string; readonly url: string } };
  readonly contracts?: Readonly<Record<string, unknown>>;
  readonly testnet?: boolean;
  /** `imageUrl`: of a built-in network, its image at the gateway, if there is one. */
  readonly assets?: { readonly imageId?: string; readonly imageUrl?: string };
  /** Set if the wallet is on a chain that the host does not list; such a network is named 'Unknown Network'. */
  readonly unsupported?: boolean;
}

/** CAIP-2 id of a network that a host passes; `eip155:{id}` for a viem chain. */
export type NetworkIdOf<Network> = Network extends { readonly caipNetworkId: infer Id extends ChainId }
  ? Id
  : Network extends { readonly id: infer Id extends number; readonly caipNetworkId?: undefined }
    ? `eip155:${Id}`
    : ChainId;

/** Namespace of a network's CAIP-2 id; every namespace if the compiler doesn't know the id. */
export type NamespaceOf<Id extends ChainId> = ChainId extends Id ? ChainNamespace : Known<Id>;

type Known<Id> = Id extends `${infer Namespace extends ChainNamespace}:${string}`
  ? Namespace
  : ChainNamespace;
