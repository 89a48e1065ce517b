import { type CaipNetworkId, isNamespace, parseCaipNetworkId } from '../../protocol/caip.js';
import { catalogueError } from '../../protocol/errors.js';
import type { CaipNetwork } from '../contracts/Network.js';

/** What {@link defineNetwork} takes: a viem `Chain`, or the same shape with a CAIP-2 id. */
export type NetworkInput = Omit<CaipNetwork, 'caipNetworkId' | 'chainNamespace' | 'unsupported'> & {
  /** Default: `eip155:{id}`. */
  readonly caipNetworkId?: CaipNetworkId;
};

/**
 * Makes a network of the host's own, or of a viem chain: `defineNetwork(sepolia)`. Its `rpcUrls.default` is where
 * reads of this network go.
 *
 * @throws INVALID_CAIP_NETWORK_ID for a malformed id, CHAIN_NOT_SUPPORTED for a namespace that Latchkit does not know.
 */
export function defineNetwork(input: NetworkInput): CaipNetwork {
  const caipNetworkId = input.caipNetworkId ?? (`eip155:${input.id}` as const);
  const { namespace } = parseCaipNetworkId(caipNetworkId);
  if (!isNamespace(namespace)) throw catalogueError('CHAIN_NOT_SUPPORTED', { context: { namespace } });
  return { ...input, caipNetworkId, chainNamespace: namespace };
}
