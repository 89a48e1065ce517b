import { toHex } from '../provider/toHex.js';
import { readTransaction } from './ChainTransaction.js';
import type { Reader } from './createReaders.js';
import { revertOf, UNKNOWN_REASON } from './revertOf.js';

/**
 * Finds why a mined transaction reverted by replaying its call in the state of its block and, if it succeeds there, in
 * the state before. Returns 'unknown reason' if neither tells.
 */
export async function readRevertReason(reader: Reader, hash: string, block: bigint): Promise<string> {
  const transaction = await readTransaction(reader, hash).catch(() => undefined);
  if (!transaction) return UNKNOWN_REASON;
  const { from, to, value, data } = transaction;
  const call = { from, ...(to ? { to } : {}), value: toHex(value), data };
  for (const at of [block, block - 1n]) {
    try {
      await reader.request({ method: 'eth_call', params: [call, toHex(at)] });
    } catch (error) {
      const reason = revertOf(error)?.reason;
      if (reason) return reason;
    }
  }
  return UNKNOWN_REASON;
}
