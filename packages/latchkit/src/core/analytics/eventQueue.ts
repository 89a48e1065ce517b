import { EVENTS_PATH } from '../../protocol/calls/project/paths.js';
import type { AnalyticsEvent } from '../../protocol/gateway/analytics.js';
import { raiseAlert } from '../kernel/alerts.js';
import { serviceUrl } from '../kernel/gatewayUrl.js';
import type { Latchkit } from '../Latchkit.js';

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

/** Status codes of a service that accepts single events only. */
const REFUSED_LIST = [400, 413, 415, 422];

/**
 * Creates the function that posts events to `POST /e`: one event as an object, several as a list, or one by one if the service
 * rejects lists. Events that cannot be sent are dropped. A refused origin is reported once.
 */
export function createEventPost(kit: Latchkit) {
  let singles = false;
  let told = false;

  const send = async (body: unknown, leaving: boolean): Promise<number> => {
    const url = serviceUrl(kit.options, EVENTS_PATH);
    if (!url) return 0;
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      credentials: 'omit',
      keepalive: leaving,
      signal: kit.kernel.signal,
    });
    // An unread response body keeps its connection busy.
    await response.body?.cancel();
    if (response.status === 403 && !told) {
      told = true;
      raiseAlert(
        kit,
        'ORIGIN_NOT_ALLOWED',
        `The origin ${location.origin} is not on the project's allowlist. Add it at your gateway.`,
      );
    }
    return response.status;
  };

  return async (
    events: readonly AnalyticsEvent[],
    { leaving }: { readonly leaving: boolean },
  ): Promise<void> => {
    try {
      if (!singles) {
        const status = await send(events.length === 1 ? events[0] : events, leaving);
        singles = events.length > 1 && REFUSED_LIST.includes(status);
        if (!singles) return;
      }
      for (const event of events) await send(event, leaving);
    } catch {
      // Offline, or the instance was destroyed: nothing on the page depends on it.
    }
  };
}
