import { frameError, isError } from 'latchkit/protocol';
import {
  type AccessList,
  type Hex,
  keccak256,
  serializeTransaction,
  type TransactionSerializable,
  toHex,
} from 'viem';
import type { Line } from '../texts/createTexts.js';
import { estimateCall, withMargin } from './estimateCall.js';
import type { PrepareContext, Preparer } from './Prepared.js';
import { quantityOf, readFees } from './readFees.js';

/** The parameters of `eth_sendTransaction`, validated by the protocol's schema. */
export interface AskedTransaction {
  readonly to?: Hex | null;
  readonly value?: Hex;
  readonly data?: Hex;
  readonly input?: Hex;
  readonly gas?: Hex;
  readonly gasLimit?: Hex;
  readonly gasPrice?: Hex;
  readonly maxFeePerGas?: Hex;
  readonly maxPriorityFeePerGas?: Hex;
  readonly nonce?: Hex;
  readonly chainId?: Hex;
  readonly type?: '0x0' | '0x1' | '0x2';
  readonly accessList?: AccessList;
}

/** `eth_sendTransaction`: fills in what the page left out and returns the transaction's hash once it was sent. */
export const prepareTransaction: Preparer = async context => {
  const { id, payload, signer, reader, signal } = context;
  const { chainId } = payload;
  const [asked] = payload.params as unknown as readonly [AskedTransaction];
  const { transaction, warnings } = await fillIn(asked, context);
  return {
    signings: [{ id, kind: 'transaction', chainId, account: signer.evm, payload: serialize(transaction) }],
    warnings,
    async answer([signed]) {
      await reader.request(chainId, 'eth_sendRawTransaction', [signed], signal);
      // The hash is computed from the bytes, whatever the service returns.
      return keccak256(signed as Hex);
    },
  };
};

async function fillIn(
  asked: AskedTransaction,
  context: PrepareContext,
): Promise<{ readonly transaction: TransactionSerializable; readonly warnings: readonly Line[] }> {
  const number = Number(context.payload.chainId.slice('eip155:'.length));
  if (!Number.isSafeInteger(number)) throw frameError('BAD_MESSAGE');
  if (asked.chainId !== undefined && quantityOf(asked.chainId) !== BigInt(number)) {
    throw frameError('BAD_MESSAGE');
  }
  const call = { to: asked.to ?? undefined, data: dataOf(asked), value: quantityOf(asked.value ?? '0x0') };
  if (call.to === undefined && call.data === '0x') throw frameError('BAD_MESSAGE');
  const [nonce, fees, { gas, warnings }] = await Promise.all([
    nonceOf(asked, context),
    readFees(asked, context),
    fillGas(asked, call, context),
  ]);
  const { accessList } = asked;
  const common = { chainId: number, nonce, gas, ...call };
  if ('maxFeePerGas' in fees) {
    return { transaction: { type: 'eip1559', ...common, ...fees, accessList: accessList ?? [] }, warnings };
  }
  return accessList === undefined
    ? { transaction: { type: 'legacy', ...common, ...fees }, warnings }
    : { transaction: { type: 'eip2930', ...common, ...fees, accessList }, warnings };
}

/** Reads the calldata; both names mean the same, and different values are refused as ambiguous. */
export function dataOf({ data, input }: Pick<AskedTransaction, 'data' | 'input'>): Hex {
  if (data !== undefined && input !== undefined && data !== input) throw frameError('BAD_MESSAGE');
  const calldata = data ?? input ?? '0x';
  if (calldata.length % 2 !== 0) throw frameError('BAD_MESSAGE');
  return calldata;
}

async function nonceOf({ nonce }: AskedTransaction, context: PrepareContext): Promise<number> {
  const { payload, signer, reader, signal } = context;
  if (nonce !== undefined) return countOf(quantityOf(nonce));
  const params = [signer.evm, 'pending'];
  const count = await reader.request(payload.chainId, 'eth_getTransactionCount', params, signal);
  return countOf(quantityOf(count, 'INTERNAL'));
}

function countOf(nonce: bigint): number {
  const number = Number(nonce);
  if (!Number.isSafeInteger(number)) throw frameError('BAD_MESSAGE');
  return number;
}

function serialize(transaction: TransactionSerializable): Hex {
  try {
    return serializeTransaction(transaction);
  } catch (cause) {
    throw frameError('BAD_MESSAGE', { cause });
  }
}

/** The maximum gas of a transaction: that of a full Ethereum block. */
const MOST_GAS = 30_000_000n;

/** The gas limit of a call that the chain can't estimate. */
const UNKNOWN_GAS = 500_000n;

/** The exact gas of a plain payment, which needs no margin. */
const PLAIN_GAS = 21_000n;

interface Call {
  readonly to: Hex | undefined;
  readonly data: Hex;
  readonly value: bigint;
}

/**
 * Determines the gas limit: the page's, otherwise the chain's estimate plus a half, since time and state change before
 * inclusion.
 */
async function fillGas(
  asked: AskedTransaction,
  { to, data, value }: Call,
  context: PrepareContext,
): Promise<{ readonly gas: bigint; readonly warnings: readonly Line[] }> {
  const given = asked.gas ?? asked.gasLimit;
  if (given !== undefined) {
    const gas = quantityOf(given);
    if (gas > MOST_GAS) throw frameError('BAD_MESSAGE');
    return { gas, warnings: [] };
  }
  const call = { from: context.signer.evm, ...(to ? { to } : {}), data, value: toHex(value) };
  try {
    const estimate = await estimateCall(call, context);
    const gas = estimate === PLAIN_GAS ? estimate : withMargin(estimate);
    return { gas: gas < MOST_GAS ? gas : MOST_GAS, warnings: [] };
  } catch (error) {
    if (isError(error, 'ABORTED')) throw error;
    // The chain would reject it now; the user decides whether to try.
    return { gas: data === '0x' ? PLAIN_GAS : UNKNOWN_GAS, warnings: [{ text: 'warning.fails' }] };
  }
}
