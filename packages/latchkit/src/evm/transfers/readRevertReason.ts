import type { Reader } from '../engine/createReaders.js';
import { toHex } from '../engine/toHex.js';
import { readTransaction } from './ChainTransaction.js';
import { revertOf, UNKNOWN_REASON } from './revertOf.js';

/**
 * Why a mined transaction reverted: its call is run again on the chain as it was at its block, and where it passes there,
 * as it was before [ERR-42]. 'unknown reason' where neither says [ERR-43].
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
