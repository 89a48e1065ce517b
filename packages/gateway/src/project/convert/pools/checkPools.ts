import type { ChainId } from 'latchkit/protocol';
import type { RpcService } from '../../chains/service.js';
import type { PoolChain } from './poolChains.js';

/** A contract of swaps that does not work on a chain. */
export interface PoolProblem {
  readonly part: string;
  readonly problem: 'missing' | 'unreachable';
}

/** Checks that every contract of a chain's pools has code. @returns nothing if swaps work there. */
export async function checkPools(
  rpc: Pick<RpcService, 'call'>,
  chainId: ChainId,
  chain: PoolChain,
  gone: AbortSignal,
): Promise<readonly PoolProblem[]> {
  const { stables, ...contracts } = chain;
  const parts = [...Object.entries(contracts), ...stables.map(stable => ['stable token', stable] as const)];
  const found = await Promise.all(
    parts.map(async ([part, address]): Promise<readonly PoolProblem[]> => {
      const code = await rpc.call(chainId, 'eth_getCode', [address, 'latest'], gone);
      return typeof code === 'string' && code.length > 2 ? [] : [{ part, problem: 'missing' }];
    }),
  ).catch((): readonly (readonly PoolProblem[])[] => [[{ part: 'node', problem: 'unreachable' }]]);
  return found.flat();
}
