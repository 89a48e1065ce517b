import type { CaipNetwork } from '../adapter/Network.js';
import { readSupportedChains } from '../kernel/queries.js';
import type { Latchkit } from '../Latchkit.js';

/** Chain ids of the networks with swaps. */
const SWAP_CHAINS: readonly number[] = [1, 10, 56, 100, 137, 250, 324, 8217, 8453, 42161, 43114, 1313161554];

/** Whether swaps are offered on a network of EVM. */
export function isSwapNetwork({ chainNamespace, id }: Pick<CaipNetwork, 'chainNamespace' | 'id'>): boolean {
  return chainNamespace === 'eip155' && SWAP_CHAINS.includes(Number(id));
}

/** Whether the gateway swaps on a network of {@link isSwapNetwork}, or on a development chain. Never rejects. */
export async function offersSwap(kit: Latchkit, network: CaipNetwork): Promise<boolean> {
  const isListed = isSwapNetwork(network);
  const { gateway, projectId } = kit.options;
  const isDevelopment = network.chainNamespace === 'eip155' && network.testnet === true;
  if (!gateway || !projectId || !(isListed || isDevelopment)) return isListed;
  const { swaps } = await readSupportedChains(kit).catch(() => ({ swaps: undefined }));
  return swaps?.includes(network.caipNetworkId) ?? isListed;
}
