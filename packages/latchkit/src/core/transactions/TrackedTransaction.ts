import type { CaipAddress } from '../../protocol/caip.js';
import type { SentTransaction, TransactionOutcome } from '../adapter/Transaction.js';

/** A transaction that the visitor sent through Latchkit, with the payment's details. Plain data: it is stored across reloads. */
export interface TrackedTransaction extends SentTransaction {
  /** Milliseconds since the epoch. */
  readonly sentAt: number;
  /** The receiver's address. */
  readonly to: string;
  /** The receiver's name, if the visitor entered one. */
  readonly toName?: string;
  /** In whole tokens, as a decimal string. */
  readonly amount: string;
  readonly symbol: string;
  /** CAIP-10 id of the token; absent for the network's own currency. */
  readonly token?: CaipAddress;
  /** What it is if not a payment: a swap, with what is paid as `amount`; or the approval before it, with what may be taken. */
  readonly kind?: 'approval' | 'swap';
  /** What a swap brings: the quote's amount, in whole tokens as a decimal string, or the receipt's once it was read. */
  readonly received?: { readonly amount: string; readonly symbol: string };
  /** Whether one wait timed out before it was settled. */
  readonly slow?: boolean;
  /** The result; absent while pending. */
  readonly outcome?: TransactionOutcome;
}

/** Storage key of pending transactions, including the version. Beside the type, because every start reads it. */
export const PENDING_KEY = 'latchkit.v1.pending_transactions';
