import type { Connected } from '../../../platform/ports/ConnectionFigures.js';

/** An undelivered relay message. */
export interface Mail {
  /** 32 bytes in lower-case hexadecimals; knowing it allows reading and writing. */
  readonly topic: string;
  /** SHA-256 of the message in hexadecimals: messages of a topic with the same id are one message. */
  readonly id: string;
  /** Ciphertext; the relay cannot read it. */
  readonly message: string;
  /** Kind of message, for the receiver: a number of the Sign API. */
  readonly tag: number;
  /** Client that published it, as `did:key`; it does not receive its own messages. */
  readonly sender: string;
  /** A verifier's statement about the sender, passed on unchanged. */
  readonly attestation?: string;
  /** Unix time in milliseconds. */
  readonly publishedAt: number;
  /** Unix time in milliseconds at which it expires. */
  readonly expiresAt: number;
}

/** A message and its position in the mailbox. */
export interface WaitingMail {
  readonly mail: Mail;
  /** Opaque; only for `after`. */
  readonly position: string;
}

/**
 * Outcome of adding a message: `kept`: it is new and stored; `waiting`: it is already stored; `acknowledged`: it was
 * already received; `full`: its topic is at its limit, or the message is larger than a client's cap.
 */
export type AppendOutcome = 'kept' | 'waiting' | 'acknowledged' | 'full';

/** Selects messages. */
export interface MailQuery {
  readonly topics: readonly string[];
  /** Client whose own messages are left out. */
  readonly except: string;
  /** Maximum number of messages. */
  readonly limit: number;
  /** Stops once the found messages have this many bytes (`mailSize`) together. Default: no limit. */
  readonly bytes?: number;
  /** Only messages after this position. */
  readonly after?: string;
}

/**
 * Stores messages until a receiver has acknowledged them or they expire. Until then, a message is returned as often as it
 * is requested, and never after. Every adapter passes `mailboxConformance`.
 */
export interface Mailbox extends Connected {
  /**
   * Stores messages; resolves with the outcome of each, in order, once they are as durable as the adapter makes them. When a
   * client, a network or the whole mailbox would exceed its cap, the oldest messages of the sender with the most bytes are
   * evicted.
   *
   * @param network - Network of the sender: clients can create more keys at no cost, but not more networks.
   * @throws when the adapter's storage is unreachable; then no message is guaranteed to be stored.
   */
  append(mails: readonly Mail[], network: string): Promise<readonly AppendOutcome[]>;
  /** Returns the oldest stored messages; those of one topic in the order in which they were added. */
  list(query: MailQuery): Promise<readonly WaitingMail[]>;
  /** Removes a message. Its id is remembered for a while, so that a repetition is recognised. */
  acknowledge(topic: string, id: string): Promise<void>;
  /** Number of stored messages, in all replicas that share the mailbox. Expired ones may count until `sweep`. */
  depth(): Promise<number>;
  /** Number of messages that this process has evicted. */
  evicted(): number;
  /** Deletes expired messages. The owner calls it at intervals. */
  sweep(): Promise<void>;
  /** Finishes writes in progress and releases the mailbox's own connections. Further calls do nothing. */
  close(): Promise<void>;
}

/** Caps of a mailbox. */
export interface MailboxLimits {
  /** Undelivered messages of one topic. */
  readonly perTopic: number;
  /** Milliseconds for which the id of a received message is remembered, or its own lifetime if shorter. */
  readonly remember: number;
  /** Bytes (`mailSize`) of undelivered messages of one client on one network. */
  readonly clientBytes: number;
  /** Bytes of undelivered messages from one network. */
  readonly networkBytes: number;
  /** Bytes of all undelivered messages, over all replicas that share the mailbox. */
  readonly bytes: number;
}

const MEBIBYTE = 1_048_576;

/** Defaults of the caps. */
export const DEFAULT_MAILBOX_LIMITS: MailboxLimits = {
  perTopic: 1_000,
  remember: 600_000,
  clientBytes: 32 * MEBIBYTE,
  networkBytes: 256 * MEBIBYTE,
  bytes: 1_024 * MEBIBYTE,
};
