import { formatUnits, type Hex, isHex, parseTransaction, size, toHex } from 'viem';
import type { Fact, Review, ReviewContext } from '../model/Review.js';
import { shortageOf } from '../model/shortageOf.js';
import { reviewCall } from './reviewCall.js';

/** The parts of an unsigned transaction that are shown. */
export interface EvmTransaction {
  readonly to: Hex | undefined;
  readonly value: bigint;
  readonly data: Hex;
  readonly gas: bigint;
  readonly nonce: number;
  /** The maximum fee, in wei. */
  readonly fee: bigint;
  readonly chainId: number | undefined;
  /** The fields with its price of gas, as JSON-RPC has them. */
  readonly prices: Readonly<Partial<Record<'gasPrice' | 'maxFeePerGas' | 'maxPriorityFeePerGas', Hex>>>;
}

/** Decodes an unsigned transaction. @throws TypeError for invalid bytes. */
export function readTransaction(payload: string): EvmTransaction {
  if (!isHex(payload)) throw new TypeError('The payload is not hex');
  const { to, value, data, gas, nonce, chainId, ...prices } = parseTransaction(payload);
  const price = prices.maxFeePerGas ?? prices.gasPrice ?? 0n;
  return {
    to: to ?? undefined,
    value: value ?? 0n,
    data: data ?? '0x',
    gas: gas ?? 0n,
    nonce: nonce ?? 0,
    fee: (gas ?? 0n) * price,
    chainId,
    prices:
      prices.maxFeePerGas === undefined
        ? { gasPrice: toHex(price) }
        : { maxFeePerGas: toHex(price), maxPriorityFeePerGas: toHex(prices.maxPriorityFeePerGas ?? 0n) },
  };
}

/** Reviews a transaction. */
export async function reviewTransaction(payload: string, context: ReviewContext): Promise<Review> {
  const transaction = readTransaction(payload);
  const [review, balance] = await Promise.all([reviewCall(transaction, context), readBalance(context)]);
  const { gas, nonce, data, chainId, value, fee } = transaction;
  const isOther = `eip155:${chainId}` !== context.chainId;
  return {
    ...review,
    shortage: shortageOf(value + fee, balance, 18, context.networkOf(context.chainId).coin),
    facts: [...review.facts, feeFact(fee, context)],
    blocks: [
      ...review.blocks,
      ...(isOther
        ? [{ text: 'block.chain', slots: { chain: context.networkOf(`eip155:${chainId}`).name } } as const]
        : []),
    ],
    raw: [
      ...review.raw,
      { label: 'raw.nonce', text: String(nonce) },
      { label: 'raw.gas', text: String(gas) },
      ...(size(data) > 0 ? [{ label: 'raw.data', text: data } as const] : []),
      { label: 'raw.transaction', text: payload },
    ],
  };
}

/** Reads the account's balance of the native coin; undefined if the chain did not respond. */
export async function readBalance({ account, read }: ReviewContext): Promise<bigint | undefined> {
  try {
    const balance = await read('eth_getBalance', [account, 'latest']);
    return isHex(balance) ? BigInt(balance) : undefined;
  } catch {
    return undefined;
  }
}

/** The maximum fee, in wei. */
export function feeFact(fee: bigint, { chainId, networkOf }: ReviewContext): Fact {
  const { coin } = networkOf(chainId);
  const amount = { number: formatUnits(fee, 18) };
  return {
    label: 'fact.fee',
    value:
      coin === undefined
        ? { text: 'change.coinsUpTo', slots: { amount } }
        : { text: 'change.upTo', slots: { amount, token: coin } },
  };
}
