import * as z from 'zod';
import type { RawAnswer } from '../../platform/jsonrpc/jsonRpc.js';
import { type Exchange, exchange } from './exchange.js';
import { servesChain } from './servesChain.js';
import type { Upstream } from './upstreams.js';

/** A node's newest block, from its header. */
export interface Head {
  readonly number: number;
  /** Unix time in seconds. */
  readonly timestamp: number;
}

/** Result of a probe. */
export interface Probe {
  /** Whether it serves the expected chain. */
  readonly rightChain: boolean;
  /** Whether its block number matches its newest block. */
  readonly honest: boolean;
  /** Undefined if it could not be read, and on chains without such headers. */
  readonly head: Head | undefined;
}

/** Blocks that the fastest chains may add between two requests to a node. */
const SLACK = 64;

/** Tolerated clock difference in seconds; a block further in the future counts as invented. */
const CLOCK_SLACK = 900;
/** The same on Bitcoin, whose nodes accept blocks from two hours in the future. */
const BITCOIN_SLACK = 7_200 + CLOCK_SLACK;

const quantity = z
  .string()
  .regex(/^0x[0-9a-f]{1,14}$/i)
  .transform(Number);
const header = z.looseObject({ number: quantity, timestamp: quantity });

const esploraBlock = z.looseObject({ height: z.int().nonnegative(), timestamp: z.int().nonnegative() });

/**
 * Reads a node's chain id and newest block. A node that cannot report its newest block may still be used.
 *
 * @throws RpcError when it doesn't report its chain id.
 */
export async function probeUpstream(
  chainId: string,
  upstream: Upstream,
  how: Exchange,
  now: () => number = Date.now,
): Promise<Probe> {
  const [namespace] = chainId.split(':');
  const ask = async (method: string, params?: string): Promise<unknown> => {
    const [answer] = await exchange(upstream, [{ method, params }], how);
    return answer === undefined ? undefined : resultOf(answer);
  };
  const optional = (method: string, params?: string) => ask(method, params).catch(() => undefined);

  if (namespace !== 'eip155') {
    const [rightChain, head] = await Promise.all([
      servesChain(chainId, upstream, how),
      namespace === 'bip122' ? bitcoinHead(optional) : undefined,
    ]);
    return { rightChain, honest: isPresent(head, now, BITCOIN_SLACK), head };
  }
  const [rightChain, claimed, latest] = await Promise.all([
    servesChain(chainId, upstream, how),
    optional('eth_blockNumber'),
    optional('eth_getBlockByNumber', '["latest",false]'),
  ]);
  const head = header.safeParse(latest).data;
  const number = quantity.safeParse(claimed).data;
  const consistent = head === undefined || number === undefined || Math.abs(number - head.number) <= SLACK;
  return { rightChain, honest: consistent && isPresent(head, now, CLOCK_SLACK), head };
}

function isPresent(head: Head | undefined, now: () => number, slack: number): boolean {
  return head === undefined || head.timestamp <= now() / 1_000 + slack;
}

async function bitcoinHead(ask: (method: string) => Promise<unknown>): Promise<Head | undefined> {
  const hash = z.string().safeParse(await ask('GET /blocks/tip/hash'));
  const block = hash.success ? esploraBlock.safeParse(await ask(`GET /block/${hash.data}`)) : undefined;
  return block?.data && { number: block.data.height, timestamp: block.data.timestamp };
}

function resultOf({ kind, raw }: RawAnswer): unknown {
  return kind === 'result' ? JSON.parse(raw) : undefined;
}
