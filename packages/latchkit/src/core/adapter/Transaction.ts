import type { ChainId } from '../../protocol/caip.js';
import type { CallReceipt } from './Calls.js';
import type { CaipNetwork } from './Network.js';

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

/** A payment from a connected account to an address, in the network's own currency or a token. */
export interface TransferRequest {
  readonly connectorId: string;
  /** The sending account. */
  readonly address: string;
  readonly network: CaipNetwork;
  /**
   * The receiver's address, as the adapter's `isAddress` accepts it. An address with an invalid checksum is rejected with
   * INVALID_ADDRESS and `reason: 'checksum'` in its context.
   */
  readonly to: string;
  /** In base units of the asset: wei, lamports, or the token's own. */
  readonly amount: bigint;
  /**
   * What the amount of a scaled token shows, in base units; see {@link PreparedTransfer.factor}. If the chain shows something else by
   * now, the payment is rejected with SEND_AMOUNT_CHANGED. Default: `amount`.
   */
  readonly shown?: bigint | undefined;
  /** The token: its contract (EVM) or mint (Solana). Absent: the network's own currency. */
  readonly token?: { readonly address: string; readonly decimals: number };
  /** Solana: an account that the transfer only lists, which names the payment (the `reference` of Solana Pay). */
  readonly reference?: string | undefined;
  readonly signal: AbortSignal;
}

/** Current cost and limits of a payment. All amounts in base units. */
export interface PreparedTransfer {
  /** The maximum network fee, in the network's own currency. */
  readonly fee: bigint;
  /** The account's balance of the asset. */
  readonly available: bigint;
  /** The maximum payment: `available`, less fee and rent if they are paid in the same currency; never below 0. */
  readonly max: bigint;
  /** The account's balance of the network's own currency, which pays the fee. */
  readonly nativeAvailable: bigint;
  /** Cost of creating the receiver's token account (Solana), in the network's own currency; 0 elsewhere. */
  readonly rent: bigint;
  /** Whether the receiver's address holds a contract or a program. */
  readonly receiverIsContract: boolean;
  /** Whether the sending account is a contract. Absent: it is not. */
  readonly senderIsContract?: boolean;
  /** Solana: the decimals of the token, as the chain says. */
  readonly decimals?: number;
  /**
   * By which the token's amounts are multiplied when they are shown (Token-2022's scaled amounts, ERC-8056): a decimal number above 0.
   * Absent: they are shown as they are.
   */
  readonly factor?: string;
  /** The chain's reason for rejecting the payment; absent if it would succeed or the reason is unknown. */
  readonly refusal?: string;
}

/** How to find a sent transaction. Plain data: it is stored across reloads. */
export interface SentTransaction {
  readonly hash: string;
  readonly chainId: ChainId;
  /** The account that sent it. */
  readonly address: string;
  /** EVM: the transaction's nonce, once known; distinguishes a replaced transaction from a slow one. */
  readonly nonce?: number;
  /** EVM: receiver, value and data of the transaction as one string; distinguishes a resent payment from another transaction. */
  readonly payload?: string;
  /** Solana: the block height after which the transaction can no longer land. */
  readonly lastValidBlockHeight?: number;
}

/** The reason of a transaction that ran out of its limit of gas, so that another try needs a higher one. */
export const OUT_OF_GAS = 'out of gas';

/** The result of a sent transaction. */
export type TransactionOutcome =
  | { readonly status: 'confirmed'; readonly hash: string }
  /** `reason`: the chain's, or 'unknown reason'. */
  | { readonly status: 'reverted'; readonly hash: string; readonly reason: string }
  /** Replaced by another transaction of the visitor's wallet: the same payment, which succeeded, or something else. */
  | {
      readonly status: 'replaced';
      readonly hash: string;
      readonly replacement: string;
      readonly samePayment: boolean;
    }
  /** Replaced by a transaction that cancels it. */
  | { readonly status: 'cancelled'; readonly hash: string; readonly replacement: string }
  /** It can no longer be included, for example because it expired. */
  | { readonly status: 'dropped'; readonly hash: string };

/** What a transaction would do: the data that it returns, or the chain's reason for refusing it. */
export type Simulation =
  | { readonly status: 'success'; readonly data: `0x${string}` }
  /** `reason`: the chain's, or 'unknown reason'. */
  | { readonly status: 'refused'; readonly reason: string }
  /** Only for a transaction after others: the node can't run several. */
  | { readonly status: 'unknown' };

/** The receipt of a mined transaction. */
export interface TransactionReceipt extends CallReceipt {
  /** What the sender paid for it, in the smallest units of the network's own currency. */
  readonly fee: bigint;
}
