import type { AnalyticsEvent } from '../../protocol/gateway/analytics.js';

/** How long the first event waits for others to be sent with it, in ms. */
const GATHER_MS = 1_000;
/** Minimum time between two posts, in ms. */
const GAP_MS = 5_000;
/** Events in one post: with their stacks below 64 kB, the limit for requests while a page unloads. */
const BATCH = 20;
/** Maximum number of queued events; the oldest are dropped. */
const LIMIT = 200;

/** Events that wait to be sent to the gateway. */
export interface EventQueue {
  add(event: AnalyticsEvent): void;
  /** Sends all queued events at once, because the page may be unloading. */
  flush(): void;
  /** Drops all queued events. */
  clear(): void;
}

/** Batches events into posts, at most one per 5 s. An empty queue has no timer. */
export function createEventQueue(
  post: (events: readonly AnalyticsEvent[], options: { readonly leaving: boolean }) => void,
): EventQueue {
  let waiting: AnalyticsEvent[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let posted = Number.NEGATIVE_INFINITY;

  const send = (leaving: boolean) => {
    post(waiting.splice(0, BATCH), { leaving });
    posted = Date.now();
  };
  const schedule = () => {
    if (timer !== undefined || waiting.length === 0) return;
    const wait = Math.max(GATHER_MS, posted + GAP_MS - Date.now());
    timer = setTimeout(() => {
      timer = undefined;
      send(false);
      schedule();
    }, wait);
  };
  const stop = () => {
    clearTimeout(timer);
    timer = undefined;
  };

  return {
    add(event) {
      waiting.push(event);
      if (waiting.length > LIMIT) waiting.shift();
      schedule();
    },
    flush() {
      stop();
      while (waiting.length > 0) send(true);
    },
    clear() {
      stop();
      waiting = [];
    },
  };
}
