import { withDeadline } from '../../core/adapter/abortable.js';
import type { EvmTransaction } from '../../core/adapter/Transaction.js';
import { isRecord } from '../../core/adapter/untrusted.js';
import { readQuantity, toHex } from '../provider/quantity.js';
import type { ChainTransaction } from './ChainTransaction.js';
import type { Reader } from './createReaders.js';
import { readFees } from './readFees.js';

/** How long the node's answers are awaited, in ms. */
const PATIENCE_MS = 5_000;
/** Seconds from the latest block to the one that is simulated: those of a slot of Ethereum. */
const NEXT_BLOCK = 12n;
/** The gas of a full block of Ethereum. What the limit adds does not go beyond, on chains that count gas as Ethereum does. */
const MOST_GAS = 30_000_000n;
/** Number of calls that are remembered because they ran out of gas. */
const REMEMBERED = 20;

/** The limits of gas that were too low, of one instance. */
export interface GasLimits {
  /** Remembers that a mined transaction ran out of gas: the same call gets a higher limit the next time. */
  ranOut(chainId: string, transaction: Pick<ChainTransaction, 'from' | 'to' | 'data' | 'gas'>): void;
  /**
   * Adds a limit of gas to a call of a contract: half more than the node estimates, now and at the time of the next block. What a call
   * costs depends on the second and the state in which it runs: the first swap of a second also writes the pool's price record. A
   * wallet that estimates exactly would set too low a limit. Without an estimate, and for a plain payment, the wallet decides.
   *
   * @param from - The account that sends it. The limit is one that it can pay, unless it can't pay at all: then another pays.
   */
  limit(chainId: string, reader: Reader, from: string, transaction: EvmTransaction): Promise<EvmTransaction>;
}

/** Creates the limits of gas of one instance. */
export function createGasLimits(): GasLimits {
  const tooLow = new Map<string, bigint>();
  return {
    ranOut(chainId, { from, to, data, gas = 0n }) {
      if (!to) return;
      const key = keyOf(chainId, from, { to, data });
      tooLow.delete(key);
      tooLow.set(key, gas);
      for (const oldest of [...tooLow.keys()].slice(0, -REMEMBERED)) tooLow.delete(oldest);
    },
    async limit(chainId, reader, from, transaction) {
      const { gas, data = '0x' } = transaction;
      if (gas !== undefined || data === '0x') return transaction;
      const failed = tooLow.get(keyOf(chainId, from, { to: transaction.to, data })) ?? 0n;
      const read = readLimit(reader, from, { transaction, failed }).catch(() => undefined);
      const limit =
        (await withDeadline(read, PATIENCE_MS, undefined)) ??
        (failed > 0n ? withinBlock(failed * 2n, failed) : undefined);
      return limit === undefined ? transaction : { ...transaction, gas: limit };
    },
  };
}

/** A call of a contract's function by an account. */
function keyOf(chainId: string, from: string, { to, data }: { to: string; data: string }): string {
  return `${chainId} ${from} ${to} ${data.slice(0, 10)}`.toLowerCase();
}

interface Limiting {
  readonly transaction: EvmTransaction;
  /** A limit with which it ran out of gas before. */
  readonly failed: bigint;
}

async function readLimit(reader: Reader, from: string, { transaction, failed }: Limiting): Promise<bigint> {
  const [estimate, available, { maxFeePerGas }] = await Promise.all([
    estimateNext(reader, from, transaction),
    reader.request({ method: 'eth_getBalance', params: [from, 'latest'] }).then(readQuantity),
    readFees(reader),
  ]);
  const wanted = withinBlock(larger((estimate * 3n) / 2n, failed * 2n), larger(estimate, failed));
  const { value = 0n } = transaction;
  const left = available > value ? available - value : 0n;
  // The fee is offered with twice the price, of which half is charged. Who can't pay that has another who pays, or is told by the wallet.
  if (maxFeePerGas === 0n || left < (estimate * maxFeePerGas) / 2n) return wanted;
  return larger(smaller(wanted, left / maxFeePerGas), estimate);
}

/** The node's estimate, and what the call would need in the next block if that is more. @throws if the node refuses the call. */
async function estimateNext(
  reader: Reader,
  from: string,
  { to, value, data }: EvmTransaction,
): Promise<bigint> {
  const call = {
    from,
    to,
    ...(value === undefined ? {} : { value: toHex(value) }),
    ...(data === undefined ? {} : { data }),
  };
  const estimate = (...more: readonly unknown[]) =>
    reader.request({ method: 'eth_estimateGas', params: [call, ...more] }).then(readQuantity);
  const next = async () => {
    const block = await reader.request({ method: 'eth_getBlockByNumber', params: ['latest', false] });
    const time = readQuantity(isRecord(block) ? block.timestamp : undefined) + NEXT_BLOCK;
    return estimate('latest', {}, { time: toHex(time) });
  };
  // Not every node simulates another time.
  const [now, later] = await Promise.all([estimate(), next().catch(() => 0n)]);
  return larger(now, later);
}

/** At most a full block, but never less than what is needed: some chains count gas in far smaller units. */
const withinBlock = (gas: bigint, needed: bigint) => larger(smaller(gas, MOST_GAS), needed);

const larger = (one: bigint, other: bigint) => (one > other ? one : other);
const smaller = (one: bigint, other: bigint) => (one < other ? one : other);
