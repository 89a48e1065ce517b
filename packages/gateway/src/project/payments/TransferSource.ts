import type { StoredTransfer } from './paymentRows.js';

/** A transfer on a chain. Its `blockNumber` is `UNCONFIRMED` before a block contains it. */
export interface FoundTransfer
  extends Pick<
    StoredTransfer,
    'hash' | 'recipient' | 'token' | 'ordinal' | 'blockNumber' | 'includedAt' | 'sender' | 'amount'
  > {
  /** Ids of the payments that the transaction names, in its order. */
  readonly namesOf?: readonly string[] | undefined;
  /** Id of the payment that a stored transfer names. */
  readonly names?: string | null | undefined;
  /** False if others could have sent it in the name of `sender`. Default: true. */
  readonly isSenderCertain?: boolean | undefined;
  /** When its transaction was seen, if it could be read only later. */
  readonly seenAt?: Date | undefined;
}

/** A transaction that may contain transfers to a recipient, and cannot be read. */
export interface UnreadTransaction {
  readonly hash: string;
  readonly recipient: string;
  readonly blockNumber: number;
  readonly includedAt: Date;
  readonly reason: string;
  /** False if it may have nothing to do with the recipient, so that no project is told. Default: true. */
  readonly isNamed?: boolean | undefined;
}

/** Blocks with more transactions of a recipient that cannot be read than are stored one by one. */
export interface UnreadRange {
  readonly recipient: string;
  readonly first: number;
  readonly last: number;
  /** When the last of them was seen. */
  readonly seenAt: Date;
  /** Where the source stopped reading it again; null: at the beginning. */
  readonly progress: string | null;
}

/** Blocks whose transactions of a recipient are more than one step reads. */
export interface Backlog extends Omit<UnreadRange, 'progress'> {
  readonly progress: string;
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
  /** Undefined: none of the chain is stored. */
  readonly unread?: StoredUnread;
}

/** What earlier steps could not read. */
export interface StoredUnread {
  /** The transactions above the position. */
  readonly above: readonly UnreadTransaction[];
  /** Those that are to be read again now, with the time when they were first seen. */
  readonly due: readonly (UnreadTransaction & { readonly seenAt: Date })[];
  /** The range that is to be read again now. */
  readonly range: UnreadRange | undefined;
}

/** What came of reading a transaction again. */
export interface ReadAgain {
  readonly hash: string;
  readonly recipient: string;
  readonly outcome: 'read' | 'unreadable' | 'outage';
}

/** What a step could not read, and what it has read of what earlier ones could not. */
export interface UnreadChanges {
  /** When the step began. */
  readonly askedAt: Date;
  /** To be stored, and read again. */
  readonly added: readonly UnreadTransaction[];
  /** Stored ones that the chain lists, and whose turn is later. */
  readonly passed: readonly Pick<UnreadTransaction, 'hash' | 'recipient'>[];
  /** Not read, and not known to be unreadable: the position stays. */
  readonly waiting: readonly Pick<UnreadTransaction, 'hash' | 'recipient'>[];
  /** The first error of a node about them; undefined: nodes responded. */
  readonly outage: unknown;
  /** Transactions that cannot be read, and have nothing to do with a recipient. Default: not counted. */
  readonly others?: number | undefined;
  /** Left to the next steps, which read it as a range. Default: none. */
  readonly backlog?: readonly Backlog[] | undefined;
  readonly again: readonly ReadAgain[];
  /** The range with its new progress, null at its end. `read`: nothing of it is left to read. */
  readonly range?: (UnreadRange & Pick<ReadAgain, 'outcome'>) | undefined;
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
  /** Later steps find nothing gone that is at or below this height, except in a restarted chain. */
  readonly settled: number;
  /** Above `settled`, known transfers are asked for by their hashes. Default: blocks and lists show them. */
  readonly asksByHash?: boolean | undefined;
  /** The last final height; undefined: no payment needs it. */
  readonly finalized: number | undefined;
  /** When the newest block was asked for; undefined: newer ones wait. */
  readonly completeAt: Date | undefined;
  /** Undefined: the source reads all or nothing. */
  readonly unread?: UnreadChanges;
  /**
   * The places (see `Watched.recipients`) of which the step knows the transfers, each with when it was complete; undefined: something
   * of it is left. Default: all, at `completeAt`.
   */
  readonly places?: ReadonlyMap<string, Date | undefined> | undefined;
  /** Places are left, which the next step reads at once. Default: none. */
  readonly isRoundOpen?: boolean | undefined;
  /**
   * Remembers what was read, once it is stored.
   *
   * @param except - Places that were read without a payment there, which was created meanwhile.
   */
  keep?(except: ReadonlySet<string>): void;
}

/** Why scaled tokens are refused: what they show and what moves are two amounts, and either could be meant. */
export const SCALED_ASSET = 'asset: is scaled, so that it shows other amounts than it moves';

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
  /** Whether the chain tells which blocks are final. Default: it does. @throws in an outage. */
  tellsFinality?(): Promise<boolean>;
  /** Whether the native currency from smart accounts would be seen. Default: it would. @throws in an outage. */
  seesSmartAccounts?(): Promise<boolean>;
  /** Reads what follows a position; undefined if the chain changed meanwhile. */
  read(position: ReadPosition, watched: Watched): Promise<Reading | undefined>;
}
