import { namespaceOf } from '../../protocol/caip.js';
import type { CaipNetwork } from '../adapter/Network.js';
import type { NetworkInput } from './defineNetwork.js';

/** A network as the instance holds it, of a viem chain too. A complete one stays the same object. */
export function toNetwork(input: NetworkInput): CaipNetwork {
  const caipNetworkId = input.caipNetworkId ?? (`eip155:${input.id}` as const);
  return (
    input.chainNamespace ? input : { ...input, caipNetworkId, chainNamespace: namespaceOf(caipNetworkId) }
  ) as CaipNetwork;
}
