import { isRecord } from '../../core/adapter/untrusted.js';
import { readQuantity } from '../provider/quantity.js';
import type { Reader } from './createReaders.js';
import { payloadOf } from './transferCall.js';

/** A transaction as the chain reports it. */
export interface ChainTransaction {
  readonly hash: string;
  readonly from: string;
  readonly to: string | undefined;
  readonly nonce: number;
  /** In wei. */
  readonly value: bigint;
  readonly data: string;
  /** The limit of gas; undefined if the node doesn't say. */
  readonly gas: bigint | undefined;
  readonly payload: string;
}

/** Parses a chain's response; returns undefined if it is not a usable transaction. */
export function toChainTransaction(answer: unknown): ChainTransaction | undefined {
  if (!isRecord(answer)) return undefined;
  const { hash, from, to, input } = answer;
  if (typeof hash !== 'string' || typeof from !== 'string') return undefined;
  const data = typeof input === 'string' ? input : '0x';
  const receiver = typeof to === 'string' ? to : undefined;
  try {
    const value = readQuantity(answer.value);
    const nonce = Number(readQuantity(answer.nonce));
    const gas = answer.gas === undefined || answer.gas === null ? undefined : readQuantity(answer.gas);
    const payload = payloadOf(receiver ?? '', value, data);
    return { hash, from, to: receiver, nonce, value, data, gas, payload };
  } catch {
    return undefined;
  }
}

/** Returns the transaction with this hash, mined or pending; undefined if the chain does not know it. */
export async function readTransaction(reader: Reader, hash: string): Promise<ChainTransaction | undefined> {
  return toChainTransaction(await reader.request({ method: 'eth_getTransactionByHash', params: [hash] }));
}
