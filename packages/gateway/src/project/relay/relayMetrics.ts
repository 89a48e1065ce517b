import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { Mailbox } from './mailbox/Mailbox.js';

/** Histogram buckets in seconds, from arrival to acknowledgement: from loopback to a phone that was offline. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 30, 300];

/** Metrics of the relay. */
export interface RelayMetrics {
  socketOpened(): void;
  socketClosed(code: number): void;
  subscribed(count: number): void;
  messageIn(): void;
  messageOut(): void;
  /** @param milliseconds - Time since the message arrived. */
  acknowledged(milliseconds: number): void;
  /** Counts a rejected handshake, request or message. */
  refused(reason: string): void;
  /** Sets the mailbox to read at each scrape. */
  mailboxIs(mailbox: Pick<Mailbox, 'depth' | 'evicted'>): void;
}

/** @param registry - The gateway's registry, or a separate one. */
export function relayMetrics(registry: Registry): RelayMetrics {
  const registers = [registry];
  const counter = (name: string, help: string, labelNames: string[] = []) =>
    new Counter({ name: `latchkit_relay_${name}`, help, labelNames, registers });
  const gauge = (name: string, help: string) =>
    new Gauge({ name: `latchkit_relay_${name}`, help, registers });
  const sockets = gauge('sockets', 'Sockets that are open');
  const subscriptions = gauge('subscriptions', 'Topics that sockets listen to');
  const closed = counter('sockets_closed_total', 'Sockets that closed', ['code']);
  const messagesIn = counter('messages_in_total', 'Messages that clients published');
  const messagesOut = counter('messages_out_total', 'Messages handed to clients, repetitions included');
  const refused = counter('refused_total', 'Handshakes, requests and messages that were refused', ['reason']);
  const delivery = new Histogram({
    name: 'latchkit_relay_delivery_seconds',
    help: 'From the arrival of a message to its acknowledgement by a receiver',
    buckets: BUCKETS,
    registers,
  });
  let mailbox: Pick<Mailbox, 'depth' | 'evicted'> = { depth: async () => 0, evicted: () => 0 };
  new Gauge({
    name: 'latchkit_relay_mailbox_depth',
    help: 'Messages that wait for a receiver, in all replicas',
    registers,
    async collect() {
      // An unreachable mailbox must not fail the scrape; its figure is NaN.
      const count = await mailbox.depth().catch(() => Number.NaN);
      this.set(count);
    },
  });
  new Counter({
    name: 'latchkit_relay_mailbox_evicted_total',
    help: 'Messages evicted because a client, a network or the mailbox held more than it may',
    registers,
    collect() {
      this.reset();
      this.inc(mailbox.evicted());
    },
  });
  return {
    socketOpened: () => sockets.inc(),
    socketClosed(code) {
      sockets.dec();
      // Clients may send any private code, so unknown ones share a label.
      closed.inc({ code: code >= 4_000 && code !== 4_013 && code !== 4_029 ? 'other' : code });
    },
    subscribed: count => subscriptions.inc(count),
    messageIn: () => messagesIn.inc(),
    messageOut: () => messagesOut.inc(),
    acknowledged: milliseconds => delivery.observe(milliseconds / 1_000),
    refused: reason => refused.inc({ reason }),
    mailboxIs(given) {
      mailbox = given;
    },
  };
}
