import type { CaipNetworkId } from '../../protocol/caip.js';
import type { CaipNetwork } from './Network.js';

/** A payment from a connected account to an address: of the network's own currency, or of a token. */
export interface TransferRequest {
  readonly connectorId: string;
  /** The sending account. */
  readonly address: string;
  readonly network: CaipNetwork;
  /**
   * The receiver's address, as the adapter's `isAddress` accepts it. One that carries a checksum which does not hold is
   * refused with INVALID_ADDRESS and `reason: 'checksum'` in its context.
   */
  readonly to: string;
  /** In base units of the asset: wei, lamports, or the token's own. */
  readonly amount: bigint;
  /** The token: its contract (EVM) or mint (Solana). Absent: the network's own currency. */
  readonly token?: { readonly address: string; readonly decimals: number };
  readonly signal: AbortSignal;
}

/** What a payment costs and how much can be paid, as the chain says now. All amounts in base units. */
export interface PreparedTransfer {
  /** The network's fee, at most, in its own currency. */
  readonly fee: bigint;
  /** What the account has of the asset. */
  readonly available: bigint;
  /** The most that can be paid: `available`, less fee and rent where they are paid in the same currency; never below 0. */
  readonly max: bigint;
  /** What the account has of the network's own currency, which pays the fee. */
  readonly nativeAvailable: bigint;
  /** Paid besides the fee to open the receiver's account for the token (Solana), in the network's own currency; 0 elsewhere. */
  readonly rent: bigint;
  /** Whether the receiver's address holds a contract or a program. */
  readonly receiverIsContract: boolean;
  /** Why the chain would not carry the payment out now, as it says itself; absent where it would, or cannot say. */
  readonly refusal?: string;
}

/** How to find a sent transaction again. Plain data: it is stored and outlives a reload. */
export interface SentTransaction {
  readonly hash: string;
  readonly networkId: CaipNetworkId;
  /** The account that sent it. */
  readonly address: string;
  /** EVM: the account's nonce that the transaction uses, once known; tells a replaced transaction from a slow one. */
  readonly nonce?: number;
  /** EVM: receiver, value and data of the transaction in one text; tells the same payment sent again from another one. */
  readonly payload?: string;
  /** Solana: the block height after which the transaction can no longer land. */
  readonly lastValidBlockHeight?: number;
}

/** What became of a sent transaction. */
export type TransactionOutcome =
  | { readonly status: 'confirmed'; readonly hash: string }
  /** `reason`: the chain's, or 'unknown reason' [ERR-42] [ERR-43]. */
  | { readonly status: 'reverted'; readonly hash: string; readonly reason: string }
  /** The visitor's wallet sent another in its place: the same payment again, which went through, or something else. */
  | {
      readonly status: 'replaced';
      readonly hash: string;
      readonly replacement: string;
      readonly samePayment: boolean;
    }
  /** The visitor's wallet used up its place with a transaction that pays nobody. */
  | { readonly status: 'cancelled'; readonly hash: string; readonly replacement: string }
  /** It can no longer land, for example because it expired. */
  | { readonly status: 'dropped'; readonly hash: string };
