import * as z from 'zod';
import { type Exchange, exchange, type RawAnswer } from './exchange.js';
import type { Upstream } from './upstreams.js';

/** Newest block of a node, by its own header. */
export interface Head {
  readonly number: number;
  /** Seconds since 1970. */
  readonly timestamp: number;
}

/** What a node says of itself. */
export interface Probe {
  /** Whether it serves the chain that it should. */
  readonly rightChain: boolean;
  /** Whether the block number that it names is that of its newest block. */
  readonly honest: boolean;
  /** Undefined where it could not be read, and on chains without such headers. */
  readonly head: Head | undefined;
}

/** Blocks that may come between two questions to one node, on the fastest chains. */
const SLACK = 64;

/** Seconds that a clock may be ahead: a block of the future is made up. */
const CLOCK_SLACK = 900;

const quantity = z
  .string()
  .regex(/^0x[0-9a-f]{1,14}$/i)
  .transform(Number);
const header = z.looseObject({ number: quantity, timestamp: quantity });

/**
 * Asks a node which chain it serves and how far it is. A node that cannot say how far it is may still serve.
 *
 * @throws RpcError when it does not say which chain it serves.
 */
export async function probeUpstream(
  chainId: string,
  upstream: Upstream,
  how: Exchange,
  now: () => number = Date.now,
): Promise<Probe> {
  const [namespace = '', reference = ''] = chainId.split(':');
  const ask = async (method: string, params?: string): Promise<unknown> => {
    const [answer] = await exchange(upstream, [{ method, params }], how);
    return answer === undefined ? undefined : resultOf(answer);
  };
  const optional = (method: string, params?: string) => ask(method, params).catch(() => undefined);

  if (namespace !== 'eip155') {
    // CAIP-2 of Solana: the first 32 characters of the genesis hash.
    const genesis = await ask('getGenesisHash');
    return {
      rightChain: typeof genesis === 'string' && genesis.slice(0, 32) === reference,
      honest: true,
      head: undefined,
    };
  }
  const [id, claimed, latest] = await Promise.all([
    ask('eth_chainId'),
    optional('eth_blockNumber'),
    optional('eth_getBlockByNumber', '["latest",false]'),
  ]);
  const head = header.safeParse(latest).data;
  const number = quantity.safeParse(claimed).data;
  const consistent = head === undefined || number === undefined || Math.abs(number - head.number) <= SLACK;
  const present = head === undefined || head.timestamp <= now() / 1_000 + CLOCK_SLACK;
  return {
    rightChain: quantity.safeParse(id).data === Number(reference),
    honest: consistent && present,
    head,
  };
}

function resultOf({ kind, raw }: RawAnswer): unknown {
  return kind === 'result' ? JSON.parse(raw) : undefined;
}
