import type { CaipAddress } from '../../protocol/caip.js';
import type { SentTransaction, TransactionOutcome } from '../adapter/Transfer.js';

/** A transaction that the visitor sent through Latchkit, and what it was for. Plain data: it outlives a reload. */
export interface TrackedTransaction extends SentTransaction {
  /** Milliseconds since the epoch. */
  readonly sentAt: number;
  /** The receiver's address. */
  readonly to: string;
  /** The receiver's name, where the visitor sent to one. */
  readonly toName?: string;
  /** In whole tokens, as a decimal string. */
  readonly amount: string;
  readonly symbol: string;
  /** CAIP-10 id of the token; absent for the network's own currency. */
  readonly token?: CaipAddress;
  /** Whether it has not been settled within the time of one wait [TIME-19]. */
  readonly slow?: boolean;
  /** What became of it; absent while it is pending. */
  readonly outcome?: TransactionOutcome;
}
