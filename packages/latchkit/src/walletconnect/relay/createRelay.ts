import type { BaseError } from '../../protocol/BaseError.js';
import { RELAY_PROTOCOL, TOKEN_PROTOCOL } from '../../protocol/calls/project/relay.js';
import { randomHex } from '../crypto/randomHex.js';
import { relayJwt } from '../crypto/relayJwt.js';
import { walletConnectError } from '../walletConnectError.js';
import { createConnection } from './createConnection.js';
import { createIds } from './createIds.js';
import { createOutbox } from './createOutbox.js';
import { createSeen, type Seen } from './createSeen.js';
import { createSettlementCalls, type SettlementCalls } from './createSettlementCalls.js';
import { createSubscriptions } from './createSubscriptions.js';
import type { SocketAddress, SocketFactory } from './RelaySocket.js';
import type { RelayStatus } from './RelayStatus.js';
import { readFrame } from './readFrame.js';

export interface RelayOptions {
  /** URLs of the relay, for example `wss://example.com/relay`; the first that responds is used. */
  readonly urls: readonly string[];
  readonly projectId: string;
  /** Ed25519 private key, 32 bytes as hex, by which the relay identifies this page. */
  readonly privateKey: string;
  readonly createSocket: SocketFactory;
  /** Whether the relay takes the token as a protocol of the socket. Default: false, in the query. */
  readonly tokenInProtocol?: boolean | undefined;
  /** The messages that were seen, where several relays share them. */
  readonly seen?: Seen;
  onMessage(topic: string, message: string): void;
  onStatus(status: RelayStatus): void;
  readonly signal: AbortSignal;
}

/** How to send a message. */
export interface PublishOptions {
  /** Seconds for which the relay stores it for an absent peer. */
  readonly ttl: number;
  /** The specification's tag for this kind of message. */
  readonly tag: number;
  /** Whether a push may wake a sleeping wallet. */
  readonly prompt?: boolean | undefined;
}

export interface Relay extends SettlementCalls {
  /** Subscribes to a topic, on this socket and all later ones. @throws WC_RELAY_TIMEOUT; WC_RELAY_REFUSED */
  subscribe(topic: string): Promise<void>;
  unsubscribe(topic: string): void;
  /** Resolves when the relay has stored the message. @throws WC_RELAY_TIMEOUT; WC_RELAY_REFUSED */
  publish(topic: string, message: string, options: PublishOptions): Promise<void>;
  /** Opens the socket now if one is wanted, without waiting for the pause. */
  wake(): void;
}

/** A relay client: subscribes, publishes and receives over one socket, which opens on first use. */
export function createRelay(options: RelayOptions): Relay {
  const { seen = createSeen(), signal } = options;
  const nextId = createIds();
  // Reported as the cause of time-outs: callers can't tell a refused socket from silence.
  let trouble: BaseError | undefined;
  let isInProtocol = options.tokenInProtocol === true;
  const timedOut = (method: string) =>
    walletConnectError('WC_RELAY_TIMEOUT', {
      context: { method },
      details: trouble?.details,
      cause: trouble,
    });

  const connection = createConnection({
    urls: options.urls,
    createSocket: options.createSocket,
    signal,
    sign: url => sign(url, options, isInProtocol),
    wanted: () => outbox.size + subscriptions.size > 0,
    probe() {
      const topic = subscriptions.any();
      // Every relay responds to it, and it changes nothing.
      if (topic !== undefined) outbox.call('irn_subscribe', { topic }, true).catch(() => {});
    },
    onOpen() {
      outbox.flush();
      subscriptions.flush();
    },
    onClose() {
      subscriptions.reset();
      outbox.lost();
    },
    onMessage: receive,
    onStatus(status) {
      if (status.status === 'unreachable') trouble = status.error;
      // An older gateway reads it only from the query.
      if (trouble?.details?.includes('JWT_MISSING')) isInProtocol = false;
      options.onStatus(status);
    },
  });
  const outbox = createOutbox(text => connection.send(text), nextId, timedOut, signal);
  const subscriptions = createSubscriptions({
    call: (method, params) => outbox.call(method, params, true),
    isOpen: () => connection.isOpen,
    timedOut,
    signal,
  });

  function receive(text: string): void {
    trouble = undefined;
    const frame = readFrame(text);
    if (frame?.type === 'answer') outbox.settle(frame.id, frame.error, frame.result);
    if (frame?.type !== 'message') return;
    // Acknowledged after it was handled, so that an interrupted message is delivered again.
    if (!seen.note(frame.topic, frame.message)) options.onMessage(frame.topic, frame.message);
    connection.send(JSON.stringify({ id: frame.id, jsonrpc: '2.0', result: true }));
  }

  async function call(method: string, params: unknown): Promise<void> {
    const answer = outbox.call(method, params);
    connection.open();
    await answer;
  }

  const subscribe = async (topic: string) => {
    const answer = subscriptions.subscribe(topic);
    connection.open();
    await answer;
  };
  const publish = (topic: string, message: string, { ttl, tag, prompt = false }: PublishOptions) => {
    seen.note(topic, message);
    return call('irn_publish', { topic, message, ttl, tag, prompt });
  };

  return {
    subscribe,
    wake: connection.wake,
    unsubscribe: subscriptions.unsubscribe,
    publish,
    ...createSettlementCalls({ subscribe, publish, call, note: seen.note }),
  };
}

/** The address with a token, which browsers print with the URL of a socket that fails, but not with its protocols. */
async function sign(
  url: string,
  { projectId, privateKey }: RelayOptions,
  isInProtocol: boolean,
): Promise<SocketAddress> {
  const auth = await relayJwt({ privateKey, audience: url, subject: randomHex(), now: Date.now() });
  const signed = new URL(url);
  if (!isInProtocol) signed.searchParams.set('auth', auth);
  signed.searchParams.set('projectId', projectId);
  signed.searchParams.set('ua', 'wc-2/latchkit');
  signed.searchParams.set('useOnCloseEvent', 'true');
  return {
    url: signed.href,
    ...(isInProtocol && { protocols: [RELAY_PROTOCOL, `${TOKEN_PROTOCOL}${auth}`] }),
  };
}
