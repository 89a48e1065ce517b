import { type OpeningKey, openEnvelope } from '../crypto/openEnvelope.js';
import { sealEnvelope } from '../crypto/sealEnvelope.js';
import type { PublishOptions } from '../relay/createRelay.js';
import type { Home, Relays } from '../relay/createRelays.js';
import { walletConnectError } from '../walletConnectError.js';
import { walletConnectTimes } from '../walletConnectTimes.js';
import type { Deliveries } from './createDeliveries.js';
import { createPendingCalls } from './createPendingCalls.js';
import { METHODS, type Method, type MethodName } from './methods.js';
import { ProviderRpcError } from './ProviderRpcError.js';
import type { Reason } from './Reason.js';
import { type Payload, readPayload } from './readPayload.js';

/** A peer's message for which no call is waiting. */
export type Incoming = Exclude<Payload, { type: 'never' }> & {
  readonly topic: string;
  readonly senderPublicKey: string | undefined;
  /** The name of the relay that delivered it; undefined: the first. */
  readonly relay: string | undefined;
};

export interface ChannelOptions {
  readonly relay: Pick<Relays, 'publish' | 'subscribe' | 'unsubscribe'>;
  readonly deliveries: Pick<Deliveries, 'send'>;
  nextId(): number;
  onIncoming(message: Incoming): void;
  readonly signal: AbortSignal;
}

export interface CallOptions {
  /** Seconds for which the relay stores the call and its response is awaited. Default: the method's. */
  readonly ttl?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Called synchronously, once the call is handed to the relay socket. */
  readonly onSending?: (() => void) | undefined;
  /** Called when the relay has stored the call, with a function that sends it again under the same id. */
  readonly onSent?: ((resend: () => Promise<void>) => void) | undefined;
}

export interface Channel {
  /** Listens to a topic whose messages open with `key`. @param home - Where it lives. Default: on all relays. */
  listen(topic: string, key: OpeningKey, home?: Home): Promise<void>;
  /** Unsubscribes; calls waiting on the topic reject with `error`. */
  forget(topic: string, error: unknown): void;
  knows(topic: string): boolean;
  /** @throws WC_NO_MATCHING_KEY the topic is unknown. */
  seal(topic: string, payload: object): string;
  /** Calls the peer. @throws ProviderRpcError the peer refused; WC_REQUEST_EXPIRED; what the relay throws. */
  call(topic: string, method: MethodName, params: unknown, options?: CallOptions): Promise<unknown>;
  /** Prepares a call that is sent another way; its response is awaited from now on, for `ttl` seconds. */
  prepare(
    topic: string,
    method: MethodName,
    params: unknown,
    options?: Pick<CallOptions, 'ttl'>,
  ): { message: string; answer: Promise<unknown> };
  /**
   * Answers a call, also if the relay is away or the page is reloaded meanwhile. Resolves when the relay has it.
   *
   * @param until - When the peer stops waiting, in seconds since 1970. Default: 5 minutes from now, or the method's less.
   */
  answer(topic: string, method: MethodName, id: number, result: unknown, until?: number): Promise<void>;
  refuse(topic: string, method: MethodName, id: number, reason: Reason, until?: number): Promise<void>;
  /** Sends the peer what needs no response, as an answer is sent. @param seconds - How long it is of use. */
  tell(topic: string, method: MethodName, params: unknown, seconds: number): Promise<void>;
  receive(topic: string, message: string, relay?: string): void;
}

/** Encrypted JSON-RPC over topics: holds the keys, matches responses to calls, and passes on all other messages. */
export function createChannel({ relay, deliveries, nextId, onIncoming, signal }: ChannelOptions): Channel {
  const keys = new Map<string, OpeningKey>();
  const pending = createPendingCalls(signal);

  const seal = (topic: string, payload: object) => {
    const key = keys.get(topic)?.symKey;
    if (key === undefined) throw noMatchingKey(topic);
    return sealEnvelope(key, JSON.stringify(payload));
  };

  const prepare = (topic: string, method: MethodName, params: unknown, options: CallOptions = {}) => {
    if (signal.aborted) throw walletConnectError('WC_CLOSED');
    if (options.signal?.aborted) throw options.signal.reason;
    const id = nextId();
    const message = seal(topic, { id, jsonrpc: '2.0', method, params });
    const seconds = options.ttl ?? METHODS[method].ttl;
    const answer = pending.add({ id, topic, method, seconds, signal: options.signal });
    return { id, message, answer };
  };

  const call = async (topic: string, method: MethodName, params: unknown, options: CallOptions = {}) => {
    const { id, message, answer } = prepare(topic, method, params, options);
    const { tag, prompt, ttl } = METHODS[method];
    const send = (sealed: string) => relay.publish(topic, sealed, { ttl: options.ttl ?? ttl, tag, prompt });
    send(message)
      // Sealed again with a new nonce: a relay drops messages that it has already seen.
      .then(() => options.onSent?.(async () => send(seal(topic, { id, jsonrpc: '2.0', method, params }))))
      .catch((error: unknown) => pending.settle(id, error));
    options.onSending?.();
    return answer;
  };

  const deliver = async (topic: string, body: object, { ttl, tag, prompt }: PublishOptions, until: number) =>
    deliveries.send({ topic, message: seal(topic, { jsonrpc: '2.0', ...body }), ttl, tag, prompt, until });

  return {
    listen(topic, key, home) {
      keys.set(topic, key);
      return relay.subscribe(topic, home);
    },
    forget(topic, error) {
      if (keys.delete(topic)) relay.unsubscribe(topic);
      pending.settleAll(error, topic);
    },
    knows: topic => keys.has(topic),
    seal,
    prepare,
    call,
    answer(topic, method, id, result, until = awaitedUntil(method)) {
      const { ttl, answerTag: tag } = METHODS[method];
      return deliver(topic, { id, result }, { ttl, tag }, until);
    },
    refuse(topic, method, id, error, until = awaitedUntil(method)) {
      const { ttl, answerTag, refusalTag: tag = answerTag }: Method = METHODS[method];
      return deliver(topic, { id, error }, { ttl, tag }, until);
    },
    tell: (topic, method, params, seconds) =>
      deliver(topic, { id: nextId(), method, params }, METHODS[method], inSeconds(seconds)),
    receive(topic, message, place) {
      const key = keys.get(topic);
      const opened = key && openEnvelope(key, message);
      const payload = opened && readPayload(opened.text);
      if (!payload) return;
      if (payload.type === 'call' || pending.topicOf(payload.id) !== topic) {
        onIncoming({ ...payload, topic, senderPublicKey: opened.senderPublicKey, relay: place });
      } else if (payload.type === 'answer') pending.settle(payload.id, undefined, payload.result);
      else pending.settle(payload.id, new ProviderRpcError(payload.reason, payload.data));
    },
  };
}

const inSeconds = (seconds: number) => Math.floor(Date.now() / 1_000) + seconds;

/** How long a peer waits for the response to a call; some are stored longer, without effect. */
function awaitedUntil(method: MethodName): number {
  return inSeconds(Math.min(METHODS[method].ttl, walletConnectTimes.fiveMinutes));
}

/** Returns the error of an unknown topic: its session ended here or in another tab, or never existed. */
export function noMatchingKey(topic: string) {
  return walletConnectError('WC_NO_MATCHING_KEY', { context: { topic: topic.slice(0, 8) } });
}
