/** A transaction on EVM. Amounts in wei, as bigint. */
export interface EvmTransaction {
  readonly to: string;
  readonly value?: bigint;
  readonly data?: `0x${string}`;
  readonly gas?: bigint;
  /** EIP-1559: the maximum price per unit of gas, and the block producer's maximum share of it. Default: the wallet decides. */
  readonly maxFeePerGas?: bigint;
  readonly maxPriorityFeePerGas?: bigint;
}

/** The commitment that a Solana node uses for its preflight checks. */
export type PreflightCommitment =
  | 'processed'
  | 'confirmed'
  | 'finalized'
  | 'recent'
  | 'single'
  | 'singleGossip'
  | 'root'
  | 'max';

/** A serialised transaction, for chains other than EVM. */
export interface SerializedTransaction {
  /** The complete transaction in the chain's wire format, as base64. */
  readonly serialized: string;
  readonly preflightCommitment?: PreflightCommitment;
  readonly skipPreflight?: boolean;
  readonly maxRetries?: number;
  readonly minContextSlot?: number;
}

/** A transaction that a wallet is asked to send, in its namespace's format. */
export type TransactionRequest = EvmTransaction | SerializedTransaction;
