import type { CaipNetworkId, ChainNamespace } from '../../protocol/caip.js';

/** CAIP-2 id of a network that a host passes; `eip155:{id}` for a viem chain. */
export type NetworkIdOf<Network> = Network extends { readonly caipNetworkId: infer Id extends CaipNetworkId }
  ? Id
  : Network extends { readonly id: infer Id extends number; readonly caipNetworkId?: undefined }
    ? `eip155:${Id}`
    : CaipNetworkId;

/** Namespace of a network's CAIP-2 id; every namespace if the compiler doesn't know the id. */
export type NamespaceOf<Id extends CaipNetworkId> = CaipNetworkId extends Id ? ChainNamespace : Known<Id>;

type Known<Id> = Id extends `${infer Namespace extends ChainNamespace}:${string}`
  ? Namespace
  : ChainNamespace;
