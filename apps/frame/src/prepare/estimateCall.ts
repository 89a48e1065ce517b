import { isError } from 'latchkit/protocol';
import * as z from 'zod/mini';
import type { PrepareContext } from './Prepared.js';
import { quantityOf } from './readFees.js';

/** Seconds from the latest block to the one that is simulated: those of a slot of Ethereum. */
const NEXT_BLOCK = 12n;

const blockHead = z.object({ timestamp: z.string() });

/** The margin of a call whose cost depends on the second and the state in which it runs, such as a swap: half more. */
export const withMargin = (gas: bigint) => (gas * 3n) / 2n;

/**
 * Estimates the gas of a call: the node's estimate, and what the call would need in the next block if that is more. A pool writes
 * its price record with the first swap of a second.
 *
 * @throws the node's refusal of the call.
 */
export async function estimateCall(
  call: object,
  { payload: { chainId }, reader, signal }: Pick<PrepareContext, 'payload' | 'reader' | 'signal'>,
): Promise<bigint> {
  const ask = (method: string, params: readonly unknown[]) => reader.request(chainId, method, params, signal);
  const estimate = async (...more: readonly unknown[]) =>
    quantityOf(await ask('eth_estimateGas', [call, ...more]), 'INTERNAL');
  const next = async () => {
    const { timestamp } = z.parse(blockHead, await ask('eth_getBlockByNumber', ['latest', false]));
    const time = quantityOf(timestamp, 'INTERNAL') + NEXT_BLOCK;
    return estimate('latest', {}, { time: `0x${time.toString(16)}` });
  };
  // Not every node simulates another time.
  const unlessAborted = (error: unknown) => {
    if (isError(error, 'ABORTED')) throw error;
    return 0n;
  };
  const [now, later] = await Promise.all([estimate(), next().catch(unlessAborted)]);
  return now > later ? now : later;
}
