import type { CompiledTransactionMessage } from '@solana/kit';

const LAMPORTS_PER_SIGNATURE = 5_000n;
const COMPUTE_BUDGET_PROGRAM = 'ComputeBudget111111111111111111111111111111';
const UNITS_PER_INSTRUCTION = 200_000n;
const MICRO_LAMPORTS = 1_000_000n;
const SET_UNIT_LIMIT = 2;
const SET_UNIT_PRICE = 3;

/**
 * The fee in lamports of a transaction with this message: for its signatures, plus the offered priority fee.
 *
 * @see https://solana.com/docs/core/fees
 */
export function feeOf(message: CompiledTransactionMessage): bigint {
  const signatures = BigInt(message.header.numSignerAccounts) * LAMPORTS_PER_SIGNATURE;
  if (!('instructions' in message)) return signatures;
  let price = 0n;
  let limit: bigint | undefined;
  let others = 0n;
  for (const { programAddressIndex, data } of message.instructions) {
    if (message.staticAccounts[programAddressIndex] !== COMPUTE_BUDGET_PROGRAM || !data) {
      others += 1n;
      continue;
    }
    const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
    if (data[0] === SET_UNIT_LIMIT) limit = BigInt(view.getUint32(1, true));
    if (data[0] === SET_UNIT_PRICE) price = view.getBigUint64(1, true);
  }
  const offered = price * (limit ?? others * UNITS_PER_INSTRUCTION);
  return signatures + (offered + MICRO_LAMPORTS - 1n) / MICRO_LAMPORTS;
}
