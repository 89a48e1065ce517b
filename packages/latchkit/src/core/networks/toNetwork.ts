import { namespaceOf } from '../../protocol/caip.js';
import type { CaipNetwork } from '../adapter/Network.js';
import type { NetworkInput } from './defineNetwork.js';

/** Completes a network definition, such as a viem chain. A complete one stays the same object. */
export function toNetwork(input: NetworkInput): CaipNetwork {
  const caipNetworkId = input.caipNetworkId ?? (`eip155:${input.id}` as const);
  return (
    input.chainNamespace ? input : { ...input, caipNetworkId, chainNamespace: namespaceOf(caipNetworkId) }
  ) as CaipNetwork;
}
