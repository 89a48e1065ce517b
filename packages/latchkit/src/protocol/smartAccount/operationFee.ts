import * as z from 'zod/mini';
import type { UserOperationDraft } from './userOperation.js';

/** Maximum sum of the gas limits of a user operation: a bundler that lies about gas can't make the fee much larger. */
export const MAX_OPERATION_GAS = 20_000_000n;

/**
 * Maximum of each gas field, because EntryPoint does not treat them alike: `preVerificationGas` is paid whole, whatever is used, and goes
 * to the bundler. Rollups need more of it than other chains, for the data that they post.
 */
export const MAX_GAS_FIELDS = {
  callGasLimit: MAX_OPERATION_GAS,
  verificationGasLimit: 10_000_000n,
  preVerificationGas: 3_000_000n,
  paymasterVerificationGasLimit: 5_000_000n,
  paymasterPostOpGasLimit: 5_000_000n,
} as const satisfies Partial<Record<keyof UserOperationDraft, bigint>>;

const GAS_FIELDS = Object.keys(MAX_GAS_FIELDS) as readonly (keyof typeof MAX_GAS_FIELDS)[];

/** The fields of a user operation that decide on its fee. */
type FeeFields = Pick<UserOperationDraft, keyof typeof MAX_GAS_FIELDS | 'paymaster' | 'paymasterData'>;

/**
 * Why the fee of a user operation is refused. `PAYMASTER`: it names a paymaster that none is, or only parts of one, so that the account
 * would pay. `GAS`: a limit, or all of them together, are too large.
 */
export function operationFeeProblem(
  operation: FeeFields & Pick<UserOperationDraft, 'sender'>,
): 'PAYMASTER' | 'GAS' | undefined {
  if (!hasWholePaymaster(operation)) return 'PAYMASTER';
  const isTooMuch = GAS_FIELDS.some(name => BigInt(operation[name] ?? 0) > MAX_GAS_FIELDS[name]);
  return isTooMuch || gasLimitOf(operation) > MAX_OPERATION_GAS ? 'GAS' : undefined;
}

/** Whether an operation has no field of a paymaster, or one that EntryPoint takes as somebody else. */
function hasWholePaymaster({
  sender,
  paymaster,
  ...fields
}: Parameters<typeof operationFeeProblem>[0]): boolean {
  if (paymaster) return !isNobody(paymaster) && paymaster.toLowerCase() !== sender.toLowerCase();
  const { paymasterData, paymasterVerificationGasLimit, paymasterPostOpGasLimit } = fields;
  return (
    (paymasterData ?? '0x') === '0x' &&
    BigInt(paymasterVerificationGasLimit ?? 0) + BigInt(paymasterPostOpGasLimit ?? 0) === 0n
  );
}

/** EntryPoint 0.7 reads the zero address as no paymaster: the account pays. */
const isNobody = (address: string) => /^0x0*$/i.test(address);

/** The sum of the gas limits of a user operation, which it pays at most. */
export function gasLimitOf(operation: FeeFields): bigint {
  return GAS_FIELDS.reduce((sum, name) => sum + BigInt(operation[name] ?? 0), 0n);
}

const quantity = z.string().check(z.regex(/^0x[0-9a-f]{1,64}$/i));

/**
 * What a paymaster's server adds to a user operation. The zero address is an answer that nobody pays, and refused.
 *
 * @see https://eips.ethereum.org/EIPS/eip-7677
 */
export const paymasterAnswer = z.object({
  paymaster: z.string().check(
    z.regex(/^0x[0-9a-f]{40}$/i),
    z.refine(address => !isNobody(address)),
  ),
  paymasterData: z.string().check(z.regex(/^0x(?:[0-9a-f]{2})*$/i)),
  paymasterVerificationGasLimit: z.optional(quantity),
  paymasterPostOpGasLimit: z.optional(quantity),
  isFinal: z.optional(z.boolean()),
});

/** What a paymaster adds to a user operation. */
export type PaymasterAnswer = z.infer<typeof paymasterAnswer>;
