import type { CaipNetworkId, ChainNamespace } from '../../protocol/caip.js';

/** CAIP-2 id of a network as a host passes it; `eip155:{id}` of a viem chain. */
export type NetworkIdOf<Network> = Network extends { readonly caipNetworkId: infer Id extends CaipNetworkId }
  ? Id
  : Network extends { readonly id: infer Id extends number; readonly caipNetworkId?: undefined }
    ? `eip155:${Id}`
    : CaipNetworkId;

/** Kind of chain of a network's CAIP-2 id; every kind where the id isn't known to the compiler. */
export type NamespaceOf<Id extends CaipNetworkId> = CaipNetworkId extends Id ? ChainNamespace : Known<Id>;

type Known<Id> = Id extends `${infer Namespace extends ChainNamespace}:${string}`
  ? Namespace
  : ChainNamespace;
