import type { BaseError } from '../../protocol/BaseError.js';
import { walletConnectError } from '../walletConnectError.js';
import { BATCH_LIMIT, CALL_TIMEOUT } from './relayLimits.js';

interface Topic {
  /** The relay's name for the subscription, on the socket that is open. */
  id?: string | undefined;
  readonly waiters: Set<(error?: unknown) => void>;
}

export interface Subscriptions {
  /** Resolves when the relay said yes. @throws WC_RELAY_TIMEOUT after 1 min [TIME-24]; WC_RELAY_REFUSED */
  subscribe(topic: string): Promise<void>;
  unsubscribe(topic: string): void;
  /** A new socket is open, or the open one is gone. */
  reset(): void;
  /** Subscribes what is not subscribed yet, 500 topics at a time [LIM-26]. */
  flush(): void;
  /** Any topic; for a sign of life. */
  any(): string | undefined;
  readonly size: number;
}

export interface SubscriptionCalls {
  /** Calls over the open socket, once. Rejects when the socket is lost. */
  call(method: string, params: unknown): Promise<unknown>;
  isOpen(): boolean;
  /** The error of a call that waited in vain. */
  timedOut(method: string): BaseError;
  readonly signal: AbortSignal;
}

/** The topics that are listened to. They outlive sockets: each new one is told them all. */
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
      // It is gone here whatever the relay says.
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

/** Asks the relay for topics, for each once over a socket. What it answers after `reset` was said on a socket that is gone. */
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
    /** 500 topics at a time [LIM-26]. */
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

/** The relay's names for the subscriptions, in the order of the topics. */
async function idsOf(call: SubscriptionCalls['call'], names: readonly string[]): Promise<readonly string[]> {
  const single = names.length === 1;
  const answer = single
    ? [await call('irn_subscribe', { topic: names[0] })]
    : await call('irn_batchSubscribe', { topics: names });
  return Array.isArray(answer) ? answer.map(id => (typeof id === 'string' ? id : '')) : [];
}

/** Resolves when the relay took the topic. @throws what it refused it with; WC_RELAY_TIMEOUT after 1 min [TIME-24] */
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
