/** A transaction on EVM. Amounts in wei, as bigint. */
export interface EvmTransaction {
  readonly to: string;
  readonly value?: bigint;
  readonly data?: `0x${string}`;
  readonly gas?: bigint;
  /** The most to pay per unit of gas, and of that to the block's producer (EIP-1559). Default: the wallet decides. */
  readonly maxFeePerGas?: bigint;
  readonly maxPriorityFeePerGas?: bigint;
}

/** How far a Solana node must have seen the chain before it looks a transaction over [VAL-12]. */
export type PreflightCommitment =
  | 'processed'
  | 'confirmed'
  | 'finalized'
  | 'recent'
  | 'single'
  | 'singleGossip'
  | 'root'
  | 'max';

/** A transaction as its chain's own bytes, for chains other than EVM. */
export interface SerializedTransaction {
  /** The whole transaction in the chain's wire format, as base64. */
  readonly serialized: string;
  readonly preflightCommitment?: PreflightCommitment;
  readonly skipPreflight?: boolean;
  readonly maxRetries?: number;
  readonly minContextSlot?: number;
}

/** What a wallet is asked to send, in the form of its kind of chain. */
export type TransactionRequest = EvmTransaction | SerializedTransaction;
