import { DEFAULT_MAILBOX_LIMITS } from '../ports/Mailbox.js';

/** What clients of the relay may do. 0 where marked so: no limit. */
export interface RelayLimits {
  /** Requests a second of one client, over all its sockets; four times as many at once. 0: no limit. */
  readonly perClient: number;
  /** Messages a second of one topic, where somebody listens; four times as many at once. 0: no limit. */
  readonly perTopic: number;
  /** Topics that one socket may listen to. */
  readonly subscriptions: number;
  /** Bytes of one message in UTF-8. */
  readonly messageSize: number;
  /** Messages that may wait in one topic. */
  readonly mailbox: number;
  /** Bytes of the waiting messages of one client, sent from one network; above them its oldest are evicted. */
  readonly clientBytes: number;
  /** Bytes of the waiting messages that came from one network: an IPv4 address, or a /64 of IPv6. */
  readonly networkBytes: number;
  /** Bytes of all waiting messages. */
  readonly mailboxBytes: number;
  /** Bytes of all requests under way in this process, above which nothing more is read. */
  readonly inFlight: number;
  /** Bytes of all messages on their way to clients, above which each socket is handed only few. */
  readonly outgoing: number;
  /** Sockets of one address; 0: no limit. */
  readonly socketsPerAddress: number;
  /** Sockets of this process. */
  readonly sockets: number;
}

/** What holds unless the operator says otherwise. */
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
