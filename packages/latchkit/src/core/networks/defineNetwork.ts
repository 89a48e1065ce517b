import { type ChainId, type ChainNamespace, isNamespace, parseChainId } from '../../protocol/caip.js';
import { createError } from '../../protocol/errors.js';
import type { CaipNetwork, NetworkIdOf } from '../adapter/Network.js';

/** A viem `Chain`, or the same shape with a CAIP-2 id. */
export type NetworkInput = Omit<
  CaipNetwork,
  'caipNetworkId' | 'chainNamespace' | 'unsupported' | 'testnet' | 'blockExplorers' | 'contracts'
> & {
  /** Default: `eip155:{id}`. */
  readonly caipNetworkId?: ChainId;
  readonly chainNamespace?: ChainNamespace;
  /** URL of the network's icon; short for `assets.imageUrl`. */
  readonly iconUrl?: string | undefined;
  readonly blockExplorers?: CaipNetwork['blockExplorers'] | undefined;
  readonly contracts?: CaipNetwork['contracts'] | undefined;
  readonly testnet?: boolean | undefined;
};

/**
 * Defines a network of the host's own. Its reads use `rpcUrls.default`. A viem chain can be passed to `createLatchkit` without
 * this call.
 *
 * @throws INVALID_CAIP_NETWORK_ID for a malformed id, CHAIN_NOT_SUPPORTED for an unknown namespace.
 *
 * @example
 * const local = defineNetwork({ id: 31337, name: 'Local', nativeCurrency: mainnet.nativeCurrency, rpcUrls });
 */
export function defineNetwork<const Input extends NetworkInput>(
  input: Input,
): CaipNetwork<NetworkIdOf<Input>> {
  const caipNetworkId = input.caipNetworkId ?? `eip155:${input.id}`;
  const { namespace } = parseChainId(caipNetworkId);
  if (!isNamespace(namespace)) throw createError('CHAIN_NOT_SUPPORTED', { context: { namespace } });
  const network: NetworkInput = { ...input, caipNetworkId, chainNamespace: namespace };
  return network as CaipNetwork<NetworkIdOf<Input>>;
}
