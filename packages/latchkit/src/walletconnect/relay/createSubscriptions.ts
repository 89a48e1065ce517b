import type { BaseError } from '../../protocol/BaseError.js';
import { walletConnectError } from '../walletConnectError.js';
import { BATCH_LIMIT, CALL_TIMEOUT } from './relayLimits.js';

interface Topic {
  /** The relay's id of the subscription on the open socket. */
  id?: string | undefined;
  readonly waiters: Set<(error?: unknown) => void>;
}

export interface Subscriptions {
  /** Resolves when the relay confirmed it. @throws WC_RELAY_TIMEOUT after 1 min; WC_RELAY_REFUSED */
  subscribe(topic: string): Promise<void>;
  unsubscribe(topic: string): void;
  /** A new socket is open, or the open one was lost. */
  reset(): void;
  /** Subscribes pending topics, 500 at a time. */
  flush(): void;
  /** Returns any topic, for a ping. */
  any(): string | undefined;
  readonly size: number;
}

export interface SubscriptionCalls {
  /** Calls the relay once, on the open socket. Rejects if the socket is lost. */
  call(method: string, params: unknown): Promise<unknown>;
  isOpen(): boolean;
  /** Returns the error of a call that timed out. */
  timedOut(method: string): BaseError;
  readonly signal: AbortSignal;
}

/** The subscribed topics. They outlive sockets: each new socket subscribes to all of them. */
export function createSubscriptions({ call, isOpen, timedOut, signal }: SubscriptionCalls): Subscriptions {
  const topics = new Map<string, Topic>();
  let scheduled = false;

  const settle = (name: string, error?: unknown, id?: string) => {
    const topic = topics.get(name);
    if (!topic) return;
    topic.id = id;
    for (const waiter of [...topic.waiters]) waiter(error);
  };

  const asking = createAsking(call, settle);

  const flush = () => {
    scheduled = false;
    if (isOpen()) asking.ask([...topics].filter(([, { id }]) => id === undefined).map(([name]) => name));
  };

  const subscribe = async (name: string) => {
    if (signal.aborted) throw walletConnectError('WC_CLOSED');
    const topic: Topic = topics.get(name) ?? { waiters: new Set() };
    topics.set(name, topic);
    if (topic.id !== undefined) return;
    if (!scheduled) queueMicrotask(flush);
    scheduled = true;
    await answerFor(topic, timedOut);
  };

  const forget = (name: string, error: unknown) => {
    const topic = topics.get(name);
    topics.delete(name);
    for (const waiter of topic?.waiters ?? []) waiter(error);
    return topic?.id;
  };

  const close = () => {
    for (const name of [...topics.keys()]) forget(name, walletConnectError('WC_CLOSED'));
  };
  signal.addEventListener('abort', close, { once: true });

  return {
    subscribe,
    unsubscribe(name) {
      const id = forget(name, walletConnectError('WC_SESSION_ENDED'));
      // It is removed here whatever the relay responds.
      if (id !== undefined && isOpen()) call('irn_unsubscribe', { topic: name, id }).catch(() => {});
    },
    reset() {
      asking.reset();
      for (const topic of topics.values()) topic.id = undefined;
    },
    flush,
    any: () => topics.keys().next().value,
    get size() {
      return topics.size;
    },
  };
}

type Settle = (name: string, error: unknown, id?: string) => void;

/** Subscribes each topic once per socket. Responses after `reset` belong to a lost socket and are ignored. */
function createAsking(call: SubscriptionCalls['call'], settle: Settle) {
  const asked = new Set<string>();
  let generation = 0;

  const askBatch = async (names: readonly string[]) => {
    const mine = generation;
    let error: unknown;
    const ids = await idsOf(call, names).catch(cause => {
      error = cause;
      return [];
    });
    if (mine !== generation) return;
    names.forEach((name, at) => {
      asked.delete(name);
      settle(name, error, error === undefined ? (ids[at] ?? '') : undefined);
    });
  };

  return {
    /** 500 topics at a time. */
    ask(names: readonly string[]): void {
      const missing = names.filter(name => !asked.has(name));
      for (let at = 0; at < missing.length; at += BATCH_LIMIT) {
        const batch = missing.slice(at, at + BATCH_LIMIT);
        for (const name of batch) asked.add(name);
        void askBatch(batch);
      }
    },
    reset(): void {
      generation++;
      asked.clear();
    },
  };
}

/** Returns the relay's subscription ids, in the order of the topics. */
async function idsOf(call: SubscriptionCalls['call'], names: readonly string[]): Promise<readonly string[]> {
  const single = names.length === 1;
  const answer = single
    ? [await call('irn_subscribe', { topic: names[0] })]
    : await call('irn_batchSubscribe', { topics: names });
  return Array.isArray(answer) ? answer.map(id => (typeof id === 'string' ? id : '')) : [];
}

/** Resolves when the relay confirmed the topic. @throws the relay's refusal; WC_RELAY_TIMEOUT after 1 min */
function answerFor({ waiters }: Topic, timedOut: SubscriptionCalls['timedOut']): Promise<void> {
  return new Promise((resolve, reject) => {
    const waiter = (error?: unknown) => {
      clearTimeout(timer);
      waiters.delete(waiter);
      if (error === undefined) resolve();
      else reject(error);
    };
    const timer = setTimeout(() => waiter(timedOut('irn_subscribe')), CALL_TIMEOUT);
    waiters.add(waiter);
  });
}
