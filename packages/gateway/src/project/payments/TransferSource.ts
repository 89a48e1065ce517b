import type { StoredTransfer } from './paymentRows.js';

/** A transfer on a chain. Its `blockNumber` is `UNCONFIRMED` before a block contains it. */
export interface FoundTransfer
  extends Pick<
    StoredTransfer,
    'hash' | 'recipient' | 'token' | 'ordinal' | 'blockNumber' | 'includedAt' | 'sender' | 'amount'
  > {
  /** Id of the payment that the transfer itself names. */
  readonly names?: string | undefined;
}

/** How far a chain was read. On Solana the number is a slot, and the hash the newest slot that was read. */
export interface ReadPosition {
  readonly number: number;
  readonly hash: string;
}

/** What to look for. */
export interface Watched {
  /** A recipient and a token each, with a space between them. */
  readonly recipients: ReadonlySet<string>;
  /** Those with a payment that waits for money. */
  readonly open: ReadonlySet<string>;
  /** Ids of payments, by the reference with which a transfer names them. */
  readonly references: ReadonlyMap<string, string>;
  /** Stored transfers above the position. */
  readonly known: readonly StoredTransfer[];
  /** A payment waits for the finality of its transfers. */
  readonly needsFinalized: boolean;
}

/** What a step has read from the chain. */
export interface Reading {
  /** The transfers above it, up to `height`, were read. */
  readonly from: number;
  /** The newest height that was read. */
  readonly height: number;
  /** Where the next step continues. */
  readonly next: ReadPosition;
  readonly found: readonly FoundTransfer[];
  /** The last final height; undefined: no payment needs it. */
  readonly finalized: number | undefined;
  /** When the newest block was asked for; undefined: newer ones wait. */
  readonly completeAt: Date | undefined;
}

/** Reads the transfers of one chain to watched recipients. */
export interface TransferSource {
  /** The position now; undefined: the chain has no block. */
  head(): Promise<ReadPosition | undefined>;
  /**
   * Checks that transfers to a recipient would be seen.
   *
   * @param token - Empty: the native currency.
   * @returns why they would not; undefined if they would.
   */
  refusal?(recipient: string, token: string): Promise<string | undefined>;
  /** Reads what follows a position; undefined if the chain changed meanwhile. */
  read(position: ReadPosition, watched: Watched): Promise<Reading | undefined>;
}
