/** What clients of the relay may do. 0 where marked so: no limit. */
export interface RelayLimits {
  /** Requests a second of one client, over all its sockets; four times as many at once. 0: no limit. */
  readonly perClient: number;
  /** Messages a second of one topic, where somebody listens; four times as many at once. 0: no limit. */
  readonly perTopic: number;
  /** Topics that one socket may listen to. */
  readonly subscriptions: number;
  /** Characters of one message. */
  readonly messageSize: number;
  /** Messages that may wait in one topic. */
  readonly mailbox: number;
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
  socketsPerAddress: 500,
  sockets: 15_000,
};
