import type { Connected } from './ConnectionFigures.js';

/** A message that waits for a receiver. */
export interface Mail {
  /** 32 bytes in lower-case hexadecimals; whoever knows it may read and write. */
  readonly topic: string;
  /** SHA-256 of the message in hexadecimals: two messages of a topic with one id are one message. */
  readonly id: string;
  /** Ciphertext; the relay cannot read it. */
  readonly message: string;
  /** What kind of message it is, for whoever receives it: a number of the Sign API. */
  readonly tag: number;
  /** Client that published it, as `did:key`; it does not get its own messages. */
  readonly sender: string;
  /** What a verifier said about the sender, passed on as it came. */
  readonly attestation?: string;
  /** Milliseconds since 1970. */
  readonly publishedAt: number;
  /** Milliseconds since 1970 from when nobody gets it any more. */
  readonly expiresAt: number;
}

/** A message and where it stands in the mailbox. */
export interface WaitingMail {
  readonly mail: Mail;
  /** Opaque; only for `after`. */
  readonly position: string;
}

/**
 * What became of a message: `kept`: it is new and waits; `waiting`: it is known and still waits; `acknowledged`: it is
 * known and was received; `full`: its topic holds as many messages as it may, or it is larger than a client's share.
 */
export type AppendOutcome = 'kept' | 'waiting' | 'acknowledged' | 'full';

/** Which messages are wanted. */
export interface MailQuery {
  readonly topics: readonly string[];
  /** Client whose own messages are left out. */
  readonly except: string;
  /** At most that many. */
  readonly limit: number;
  /** No more once those that were found have that many bytes (`mailSize`) together. Default: no limit. */
  readonly bytes?: number;
  /** Only those behind this position. */
  readonly after?: string;
}

/**
 * Keeps messages until a receiver acknowledged them or their time is over. A message is handed out as often as it is
 * asked for until then, and never after. Every adapter passes `mailboxConformance`.
 */
export interface Mailbox extends Connected {
  /**
   * Keeps messages; resolves when they are as safe as the adapter makes them, with what became of each, in order. Where a
   * client, a network or the whole mailbox would hold more than it may, the oldest messages of the heaviest sender are
   * evicted.
   *
   * @param network - Where the messages were sent from: clients are free to make further keys, not further networks.
   * @throws when what the mailbox stands on is away: then none of them is promised to be kept.
   */
  append(mails: readonly Mail[], network: string): Promise<readonly AppendOutcome[]>;
  /** The oldest messages that wait. Those of one topic come in the order in which they were appended. */
  list(query: MailQuery): Promise<readonly WaitingMail[]>;
  /** Takes a message out for good. Its id is remembered for a while, so that a repetition is known. */
  acknowledge(topic: string, id: string): Promise<void>;
  /** How many messages wait, in all replicas that share the mailbox. What expired may still count until `sweep`. */
  depth(): Promise<number>;
  /** How many messages this process has evicted to make room. */
  evicted(): number;
  /** Forgets what expired. The owner calls it now and then. */
  sweep(): Promise<void>;
  /** Writes what is under way and releases connections of its own. Closing twice does nothing. */
  close(): Promise<void>;
}

/** How much a mailbox may hold. */
export interface MailboxLimits {
  /** Messages that may wait in one topic. */
  readonly perTopic: number;
  /** Milliseconds that the id of a received message is remembered, or its own time when that is shorter. */
  readonly remember: number;
  /** Bytes (`mailSize`) of the waiting messages of one client, sent from one network. */
  readonly clientBytes: number;
  /** Bytes of the waiting messages that were sent from one network. */
  readonly networkBytes: number;
  /** Bytes of all waiting messages, over all replicas that share the mailbox. */
  readonly bytes: number;
}

const MEBIBYTE = 1_048_576;

/** What holds unless the operator says otherwise. */
export const DEFAULT_MAILBOX_LIMITS: MailboxLimits = {
  perTopic: 1_000,
  remember: 600_000,
  clientBytes: 32 * MEBIBYTE,
  networkBytes: 256 * MEBIBYTE,
  bytes: 1_024 * MEBIBYTE,
};
