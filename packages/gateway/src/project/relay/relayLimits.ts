import { DEFAULT_MAILBOX_LIMITS } from './mailbox/Mailbox.js';

/** Limits of the relay's clients. */
export interface RelayLimits {
  /** Requests per second of one client, over all its sockets; bursts of four times as many. 0: no limit. */
  readonly perClient: number;
  /** Messages per second of one topic with subscribers; bursts of four times as many. 0: no limit. */
  readonly perTopic: number;
  /** Topics that one socket may subscribe to. */
  readonly subscriptions: number;
  /** Bytes of one message in UTF-8. */
  readonly messageSize: number;
  /** Undelivered messages of one topic. */
  readonly mailbox: number;
  /** Bytes of undelivered messages of one client on one network; above this limit, its oldest are evicted. */
  readonly clientBytes: number;
  /** Bytes of undelivered messages from one network: an IPv4 address, or a /64 of IPv6. */
  readonly networkBytes: number;
  /** Bytes of all undelivered messages. */
  readonly mailboxBytes: number;
  /** Bytes of all requests in progress in this process, above which nothing more is read. */
  readonly inFlight: number;
  /** Bytes of all messages on their way to clients, above which each socket has a small window. */
  readonly outgoing: number;
  /** Sockets of one address; 0: no limit. */
  readonly socketsPerAddress: number;
  /** Sockets of this process. */
  readonly sockets: number;
}

/** Defaults of the limits. */
export const DEFAULT_RELAY_LIMITS: RelayLimits = {
  perClient: 500,
  perTopic: 500,
  subscriptions: 5_000,
  messageSize: 524_288,
  mailbox: 1_000,
  clientBytes: DEFAULT_MAILBOX_LIMITS.clientBytes,
  networkBytes: DEFAULT_MAILBOX_LIMITS.networkBytes,
  mailboxBytes: DEFAULT_MAILBOX_LIMITS.bytes,
  inFlight: 64 * 1_048_576,
  outgoing: 128 * 1_048_576,
  socketsPerAddress: 500,
  sockets: 15_000,
};
