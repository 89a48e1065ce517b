/**
 * Why a user operation was not accepted, or failed on the chain, by stable code: `context.reason` of OPERATION_REFUSED and
 * OPERATION_FAILED, and `data.reason` of the embedded wallet's provider.
 */
export const OPERATION_PROBLEMS = [
  /** The account's contract could not be made, or did not accept the operation. */
  'account',
  /** Its time has passed. */
  'expired',
  /** Nobody pays the fee: the account has too little of the chain's own currency, and no sponsor. */
  'funds',
  /** A limit of gas was too low. */
  'gas',
  /** Another operation of the account came first. */
  'nonce',
  /** The paymaster does not pay. */
  'paymaster',
  /** A contract that it calls refused. */
  'reverted',
] as const;

/** A code of {@link OPERATION_PROBLEMS}. */
export type OperationProblem = (typeof OPERATION_PROBLEMS)[number];

/**
 * Why a bundler refused a user operation; undefined if it does not say so in a way that is known.
 *
 * EntryPoints put a code first in their reasons. Those of 0.7 are the texts of its deployed code (its contracts' package 0.7.0); AA20,
 * AA30, AA40, AA41, AA50 and AA51 are from 0.6, and some bundlers still name them. AA90 to AA94 and AA96 are about the bundler's own
 * call, which nobody else can change. For bundlers that leave the reason out, the code is that of ERC-7769 (draft of 2024-08-23).
 *
 * @param refusal - The JSON-RPC error. Its text is the bundler's, and is only searched for a code.
 * @see https://eips.ethereum.org/EIPS/eip-7769
 */
export function operationProblem({
  code,
  message,
}: {
  readonly code: number;
  readonly message: string;
}): OperationProblem | undefined {
  const reason = Number(/\bAA(\d\d)\b/.exec(message)?.[1] ?? 99);
  if ([26, 36, 40, 41, 51, 95].includes(reason)) return 'gas';
  if ([10, 25].includes(reason)) return 'nonce';
  if (reason === 21) return 'funds';
  if (reason === 22 || code === -32_503) return 'expired';
  if (reason < 30 || code === -32_507) return 'account';
  if (reason < 51 || [-32_501, -32_504, -32_505, -32_508].includes(code)) return 'paymaster';
  return undefined;
}
