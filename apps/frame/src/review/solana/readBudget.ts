import type { SolanaInstruction } from './readSolanaMessage.js';
import { PROGRAMS } from './solanaPrograms.js';

/** Lamports per signature of a transaction. */
const SIGNATURE_FEE = 5_000n;
/** Compute units of an instruction if the transaction sets no limit; one of the budget has less. And the maximum of a transaction. */
const USUAL_UNITS = 200_000n;
const BUDGET_UNITS = 3_000n;
const MOST_UNITS = 1_400_000n;

/** Instructions of the budget, by their first byte: heap, limit, price and size of loaded data. The limit and the price set the fee. */
const HEAP = 1;
const LIMIT = 2;
const PRICE = 3;
const LOADED = 4;

/** Programs whose instructions start with a number of signatures that are paid for. */
const SIGNATURE_PROGRAMS: readonly (string | undefined)[] = [
  'Ed25519SigVerify111111111111111111111111111',
  'KeccakSecp256k11111111111111111111111111111',
  'Secp256r1SigVerify1111111111111111111111111',
];

/**
 * Reads an instruction of the budget program like the runtime: what follows the number is ignored. Undefined for others, which the
 * runtime refuses today.
 */
export function readBudget({ data }: SolanaInstruction) {
  const [kind = 0] = data;
  const isLong = kind === PRICE;
  if (kind < HEAP || kind > LOADED || data.length < (isLong ? 9 : 5)) return undefined;
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  return { kind, value: isLong ? view.getBigUint64(1, true) : BigInt(view.getUint32(1, true)) };
}

/** The payer's maximum cost: signatures plus compute units at their price. Of two limits or prices, which the runtime refuses, the larger. */
export function feeOf(instructions: readonly SolanaInstruction[], signers: number): bigint {
  const isBudget = ({ program }: SolanaInstruction) => program === PROGRAMS.budget;
  const budget = instructions.filter(isBudget);
  const most = (kind: number) =>
    budget
      .map(readBudget)
      .flatMap(one => (one?.kind === kind ? one.value : []))
      .reduce<bigint | undefined>(
        (larger, value) => (larger !== undefined && larger > value ? larger : value),
        undefined,
      );
  const usual =
    BigInt(instructions.length - budget.length) * USUAL_UNITS + BigInt(budget.length) * BUDGET_UNITS;
  const units = most(LIMIT) ?? usual;
  const used = units < MOST_UNITS ? units : MOST_UNITS;
  const signatures = instructions
    .filter(({ program }) => SIGNATURE_PROGRAMS.includes(program))
    .reduce((sum, { data: [count = 0] }) => sum + count, signers);
  return BigInt(signatures) * SIGNATURE_FEE + (used * (most(PRICE) ?? 0n) + 999_999n) / 1_000_000n;
}
