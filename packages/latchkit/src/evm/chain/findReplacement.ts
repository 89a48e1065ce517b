import { isRecord } from '../../core/adapter/untrusted.js';
import { readQuantity, toHex } from '../provider/quantity.js';
import { type ChainTransaction, toChainTransaction } from './ChainTransaction.js';
import type { Reader } from './createReaders.js';

/** Number of blocks to search; nodes without an archive keep about as much state. */
const LOOK_BACK = 4_096n;

/** An account and the nonce of one of its transactions. */
interface Place {
  readonly address: string;
  readonly nonce: number;
}

/**
 * Finds the mined transaction that used an account's nonce. Undefined: the nonce is unused, or the transaction can't be found, which
 * doesn't prove that it is another one.
 */
export async function findReplacement(
  reader: Reader,
  { address, nonce }: Place,
): Promise<ChainTransaction | undefined> {
  const ask = (method: string, params: readonly unknown[]) => reader.request({ method, params });
  const usedAt = async (block: bigint | 'latest') => {
    const at = block === 'latest' ? block : toHex(block);
    return Number(readQuantity(await ask('eth_getTransactionCount', [address, at]))) > nonce;
  };
  if (!(await usedAt('latest'))) return undefined;
  const newest = readQuantity(await ask('eth_blockNumber', []));
  const number = await firstUsed(newest, usedAt);
  if (number === undefined) return undefined;
  const block = await ask('eth_getBlockByNumber', [toHex(number), true]);
  const transactions = isRecord(block) && Array.isArray(block.transactions) ? block.transactions : [];
  return transactions
    .map(toChainTransaction)
    .find(one => one?.nonce === nonce && one.from.toLowerCase() === address.toLowerCase());
}

/** Finds the first block after which the nonce was used, by doubling steps back and then bisection. */
async function firstUsed(
  newest: bigint,
  usedAt: (block: bigint) => Promise<boolean>,
): Promise<bigint | undefined> {
  // A pruned node fails for older blocks; treat the nonce as used before everything it has.
  const isUsed = (block: bigint) => usedAt(block).catch(() => undefined);
  let used = newest;
  let free = -1n;
  for (let step = 1n; used > 0n; step *= 2n) {
    const block = newest > step ? newest - step : 0n;
    const found = step > LOOK_BACK ? undefined : await isUsed(block);
    if (found === undefined) return undefined;
    if (!found) {
      free = block;
      break;
    }
    used = block;
  }
  while (used - free > 1n) {
    const middle: bigint = (used + free) / 2n;
    const found = await isUsed(middle);
    if (found === undefined) return undefined;
    if (found) used = middle;
    else free = middle;
  }
  return used;
}
