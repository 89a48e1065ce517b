import type { ChainId } from 'latchkit/protocol';
import type { RpcService } from '../../chains/service.js';
import type { SwapEngine } from '../SwapEngine.js';
import { findRoutes } from './findRoutes.js';
import { findUnrouted } from './findUnrouted.js';
import type { PoolChain } from './poolChains.js';
import { readPermit } from './readPermit.js';
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
    unrouted(chainId, asset, tokens, gone) {
      const chain = chainOf(chainId);
      return findUnrouted(chain, { asset, tokens }, { rpc, chainId, multicall: chain.multicall, gone });
    },
    spender: async chainId => chainOf(chainId).router,
    async permit(chainId, token, account, gone) {
      const { multicall } = chainOf(chainId);
      const [code, permit] = await Promise.all([
        rpc.call(chainId, 'eth_getCode', [account, 'latest'], gone),
        readPermit({ rpc, chainId, multicall, gone }, token, account),
      ]);
      // A contract has no key; an account that delegates to one does (EIP-7702).
      const hasKey = code === '0x' || (typeof code === 'string' && code.startsWith('0xef0100'));
      return hasKey ? permit : undefined;
    },
    build: async (quote, terms) => routerCall(chainOf(quote.request.chainId), quote, terms),
  };
}
