import { OWN_READER } from '../../platform/http/AnswerReader.js';
import { StopController } from './StopSignal.js';
import { servesChain } from './servesChain.js';
import { upstreamClient } from './upstreamClient.js';
import type { Chain, Upstream } from './upstreams.js';

/** What is wrong with a node. */
export interface NodeProblem {
  /** Its place in the operator's order of preference, from 1. */
  readonly place: number;
  readonly problem: 'unreachable' | 'otherChain';
}

/**
 * Asks each node of each chain once which chain it serves.
 *
 * @param timeout - Milliseconds that each has for its response.
 * @returns the problems, by CAIP-2 id; an empty list for a chain whose nodes all serve it.
 */
export async function checkNodes(
  chains: ReadonlyMap<string, Chain>,
  timeout: number,
): Promise<ReadonlyMap<string, readonly NodeProblem[]>> {
  const client = upstreamClient();
  const how = { client, timeout, stopped: new StopController(), intake: OWN_READER.open() };
  const check = async (chainId: string, upstream: Upstream, index: number): Promise<NodeProblem[]> => {
    const found = await servesChain(chainId, upstream, how).catch(() => undefined);
    if (found) return [];
    return [{ place: index + 1, problem: found === undefined ? 'unreachable' : 'otherChain' }];
  };
  try {
    return new Map(
      await Promise.all(
        [...chains].map(async ([id, { upstreams }]) => {
          const found = await Promise.all(upstreams.map((upstream, index) => check(id, upstream, index)));
          return [id, found.flat()] as const;
        }),
      ),
    );
  } finally {
    client.close();
  }
}
