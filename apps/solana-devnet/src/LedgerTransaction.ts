import type { CompiledTransactionMessage } from '@solana/kit';
import type { TokenBalance } from './tokenBalances.js';
import type { TransactionError } from './transactionError.js';

/** The result of a transaction, in the terms of `getTransaction`. */
export interface TransactionResult {
  readonly err: TransactionError | null;
  readonly logs: readonly string[];
  readonly unitsConsumed: bigint;
  readonly returnData: { readonly programId: string; readonly data: readonly [string, 'base64'] } | null;
  readonly innerInstructions: readonly InnerInstructions[];
}

/** The inner instructions of one instruction. */
export interface InnerInstructions {
  readonly index: number;
  readonly instructions: readonly CompiledInstruction[];
}

/** An instruction whose accounts are indices into the account keys; data as base58. */
export interface CompiledInstruction {
  readonly programIdIndex: number;
  readonly accounts: readonly number[];
  readonly data: string;
  readonly stackHeight: number | null;
}

/** A transaction that landed, successful or failed. */
export interface LedgerTransaction extends TransactionResult {
  readonly signature: string;
  readonly signatures: readonly string[];
  readonly wire: Uint8Array;
  readonly message: CompiledTransactionMessage;
  readonly version: 'legacy' | number;
  readonly slot: bigint;
  /** Seconds since 1970. */
  readonly blockTime: bigint;
  readonly fee: bigint;
  readonly accountKeys: readonly string[];
  readonly preBalances: readonly bigint[];
  readonly postBalances: readonly bigint[];
  readonly preTokenBalances: readonly TokenBalance[];
  readonly postTokenBalances: readonly TokenBalance[];
}
