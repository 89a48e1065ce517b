import { frameError } from 'latchkit/protocol';
import {
  type AccessList,
  type Hex,
  keccak256,
  serializeTransaction,
  type TransactionSerializable,
} from 'viem';
import type { Line } from '../review/model/Review.js';
import { fillFees } from './fillFees.js';
import { fillGas } from './fillGas.js';
import type { PrepareContext, Preparer } from './Prepared.js';
import { quantityOf } from './quantityOf.js';

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
    fillFees(asked, context),
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
function dataOf({ data, input }: AskedTransaction): Hex {
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
