import type { ChainId } from 'latchkit/protocol';
import type { RpcService } from '../../chains/service.js';
import type { SwapEngine } from '../SwapEngine.js';
import { findRoutes } from './findRoutes.js';
import type { PoolChain } from './poolChains.js';
import { routerCall } from './routerCall.js';

/** Swaps in the pools of a chain, which it reads from the chain itself. */
export function poolsEngine(
  chains: Readonly<Record<ChainId, PoolChain>>,
  rpc: Pick<RpcService, 'call'>,
): SwapEngine {
  const chainOf = (id: ChainId): PoolChain => {
    const chain = chains[id];
    if (!chain) throw new Error(`There are no pools on ${id}`);
    return chain;
  };
  return {
    id: 'pools',
    chains: () => Object.keys(chains) as ChainId[],
    quote(request, gone) {
      const { chainId } = request;
      const chain = chainOf(chainId);
      return findRoutes(chain, request, { rpc, chainId, multicall: chain.multicall, gone });
    },
    spender: async chainId => chainOf(chainId).router,
    build: async (quote, terms) => routerCall(chainOf(quote.request.chainId), quote, terms),
  };
}
