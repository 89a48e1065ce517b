import * as z from 'zod/mini';
import { registeredFunctions } from './registeredFunctions.js';

/** Largest part of a user operation, in characters: the call data of twenty large calls. */
const MOST_CHARACTERS = 262_144;

const hex = z.string().check(z.regex(/^0x(?:[0-9a-f]{2})*$/i), z.maxLength(MOST_CHARACTERS));
const address = z.string().check(z.regex(/^0x[0-9a-f]{40}$/i));
/** A JSON-RPC quantity of at most 256 bits. */
const quantity = z.string().check(z.regex(/^0x(?:0|[1-9a-f][0-9a-f]{0,63})$/i));

/**
 * A user operation of EntryPoint 0.7 as bundlers receive it. Before it is signed and estimated, gas fields and signature may be
 * absent.
 *
 * @see https://eips.ethereum.org/EIPS/eip-7769
 */
export const userOperationDraft = z.strictObject({
  sender: address,
  nonce: quantity,
  factory: z.nullish(address),
  factoryData: z.nullish(hex),
  callData: hex,
  callGasLimit: z.nullish(quantity),
  verificationGasLimit: z.nullish(quantity),
  preVerificationGas: z.nullish(quantity),
  maxFeePerGas: z.nullish(quantity),
  maxPriorityFeePerGas: z.nullish(quantity),
  paymaster: z.nullish(address),
  paymasterVerificationGasLimit: z.nullish(quantity),
  paymasterPostOpGasLimit: z.nullish(quantity),
  paymasterData: z.nullish(hex),
  signature: z.nullish(hex),
});

export type UserOperationDraft = z.infer<typeof userOperationDraft>;

/** A complete user operation: nothing that the bundler needs is absent. */
export const userOperation = z.extend(userOperationDraft, {
  callGasLimit: quantity,
  verificationGasLimit: quantity,
  preVerificationGas: quantity,
  maxFeePerGas: quantity,
  maxPriorityFeePerGas: quantity,
  signature: hex,
});

export type UserOperation = z.infer<typeof userOperation>;

/** A user operation to sign, and when the chain begins to refuse it. */
export const signableOperation = z.strictObject({
  operation: userOperation,
  /** Seconds since 1970; 0: never. */
  validUntil: z.int().check(z.gte(0), z.lte(0xffff_ffff_ffff)),
  /**
   * Whether the paymaster and its data are what the wallet service returned for the project. Any other paymaster may charge the account
   * in another way. Default: false.
   */
  isSponsored: z.optional(z.boolean()),
  /** What the project's owner registered, as the wallet service returned it, for permissions to call functions. Default: nothing. */
  registered: z.optional(registeredFunctions),
});

/** A user operation to sign; as JSON, the payload of a signing request. */
export type SignableOperation = z.infer<typeof signableOperation>;
