import { localStorageStorage } from '../../core/kernel/storage.js';
import { createEmitter, type Emitter } from '../createEmitter.js';
import { createIds } from '../relay/createIds.js';
import { createRelays, type Relays } from '../relay/createRelays.js';
import type { RelaySocket } from '../relay/RelaySocket.js';
import { type Collection, createCollection } from '../storage/createCollection.js';
import { type Channel, createChannel, type Incoming } from './createChannel.js';
import { createDeadlines, type Deadlines } from './createDeadlines.js';
import { createDeliveries, type Deliveries } from './createDeliveries.js';
import { createSessionBook, type SessionBook } from './createSessionBook.js';
import { cleanMetadata, type Metadata } from './Metadata.js';
import { isMethodName, type MethodName } from './methods.js';
import { REASONS, type Reason } from './Reason.js';
import { isReason } from './readPayload.js';
import { placesOf } from './relayPlaces.js';
import { publicSession, type StoredSession } from './Session.js';
import type { CommonEvents } from './SignEvents.js';
import type { SignOptions } from './SignOptions.js';

/** A call of a peer. */
export interface PeerCall {
  readonly topic: string;
  readonly id: number;
  readonly params: unknown;
  /** The name of the relay that delivered it; undefined: the first. */
  readonly relay?: string | undefined;
}

/** What the clients of pages and wallets have in common. */
export interface SignCore<Events extends CommonEvents = CommonEvents> {
  readonly metadata: Metadata;
  readonly sessions: SessionBook;
  readonly relay: Relays;
  readonly channel: Channel;
  readonly deliveries: Deliveries;
  readonly deadlines: Deadlines;
  readonly events: Emitter<Events>;
  readonly signal: AbortSignal;
  collection<T>(name: string, isItem: (value: unknown) => value is T): Collection<T>;
  nextId(): number;
  /** Sends a positive response. If the peer doesn't receive it, nothing needs to be done here. */
  accept(method: MethodName, call: PeerCall): void;
  refuse(method: MethodName, call: PeerCall, reason: Reason): void;
  /** Closes the socket and settles all promises. Stored data stays. */
  close(): void;
}

export interface SignHandlers {
  readonly calls: Partial<Record<MethodName, (call: PeerCall) => void>>;
  /** Responses for which no caller on this page waits. */
  onAnswer?(message: Exclude<Incoming, { type: 'call' }>): void;
  /** A session ended, on either side. */
  onEnd?(session: StoredSession): void;
}

/** Creates what pages and wallets have in common; `handlersOf` returns the handlers specific to one side. */
export function createSignCore<Events extends CommonEvents>(
  options: SignOptions,
  handlersOf: (core: SignCore<Events>) => SignHandlers,
): SignCore<Events> {
  const end = new AbortController();
  const { signal } = end;
  follow(options.signal, end);
  const storage = options.storage ?? localStorageStorage();
  const events = createEmitter<Events>();
  const common = events as unknown as Emitter<CommonEvents>;
  const nextId = createIds();
  const deadlines = createDeadlines(signal);
  const relay = createRelays({
    ...placesOf(options),
    createSocket:
      options.createSocket ?? ((url, protocols = []) => new WebSocket(url, [...protocols]) as RelaySocket),
    onMessage: (topic, message, place) => channel.receive(topic, message, place),
    onStatus: status => common.emit('relay_status', status),
    signal,
  });
  const onIncoming = (message: Incoming) => {
    if (message.type !== 'call') return handlers.onAnswer?.(message);
    const handler = isMethodName(message.method) && calls[message.method];
    // Without a handler it is this side's own message, returned by the relay, or a message for the other role.
    if (!handler) return;
    if (!sessions.isOld(message.topic, message.id)) handler(message);
    // The page was reloaded before the relay had the confirmation, for which the wallet still waits.
    else if (message.method === 'wc_sessionSettle') core.accept(message.method, message);
  };
  const deliveries = createDeliveries({ relay, storage, nextId });
  const channel = createChannel({ relay, deliveries, nextId, onIncoming, signal });
  const sessions = createSessionBook({
    storage,
    deadlines,
    channel: () => channel,
    isServed: session => relay.knows(session.relay),
    onExpire: session => common.emit('session_expire', { session: publicSession(session) }),
    onEnd: session => handlers.onEnd?.(session),
  });
  const core: SignCore<Events> = {
    metadata: cleanMetadata(options.metadata),
    collection: (name, isItem) => createCollection({ storage, name, isItem }),
    accept: (method, { topic, id }) => ignore(channel.answer(topic, method, id, true)),
    refuse: (method, { topic, id }, reason) => ignore(channel.refuse(topic, method, id, reason)),
    close: () => end.abort(),
    ...{ sessions, relay, channel, deliveries, deadlines, events, signal, nextId },
  };
  // A relay may take a duplicated tab for its original and not deliver messages between the two.
  const onStorage = () => {
    for (const session of sessions.sweep()) {
      common.emit('session_delete', { session: publicSession(session), reason: REASONS.userDisconnected });
    }
  };
  if (typeof window !== 'undefined') window.addEventListener('storage', onStorage, { signal });
  const handlers = handlersOf(core);
  const calls = { ...commonCalls(core, common), ...handlers.calls };
  return core;
}

/** How both sides handle a peer's ping and disconnection. */
function commonCalls(
  core: Pick<SignCore, 'accept' | 'sessions'>,
  events: Emitter<CommonEvents>,
): SignHandlers['calls'] {
  return {
    wc_sessionPing(call) {
      core.accept('wc_sessionPing', call);
      events.emit('session_ping', { topic: call.topic });
    },
    wc_pairingPing: call => core.accept('wc_pairingPing', call),
    wc_sessionDelete(call) {
      core.accept('wc_sessionDelete', call);
      const reason = isReason(call.params) ? call.params : REASONS.userDisconnected;
      const session = core.sessions.drop(call.topic, reason);
      if (session) events.emit('session_delete', { session: publicSession(session), reason });
    },
  };
}

/** Leaves the delivery without waiting for it. */
function ignore(promise: Promise<unknown>): void {
  promise.catch(() => {});
}

/** Ends with the host's signal; removes the listener if it ends earlier. */
function follow(signal: AbortSignal | undefined, end: AbortController): void {
  if (signal?.aborted) end.abort();
  signal?.addEventListener('abort', () => end.abort(), { once: true, signal: end.signal });
}
