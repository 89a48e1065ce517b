import { logBuffer } from '../kernel/logs.js';
import type { Latchkit } from '../Latchkit.js';
import type { LatchkitEvent } from '../LatchkitEvent.js';
import { createEventPost } from './createEventPost.js';
import { createThrottle } from './createThrottle.js';
import { createEventQueue } from './eventQueue.js';
import { toAnalyticsEvent } from './toAnalyticsEvent.js';

/** Maximum number of error reports per minute. */
const REPORTS = 5;
const REPORT_WINDOW_MS = 60_000;

/** Sends events since `since` and all later ones to the gateway, while the visitor consents. */
export function followEvents(kit: Latchkit, since: number): void {
  const { signal } = kit.kernel;
  const queue = createEventQueue(createEventPost(kit));
  const mayReport = createThrottle(REPORTS, REPORT_WINDOW_MS);
  const take = (event: LatchkitEvent) => {
    if (!isWanted(kit)) return queue.clear();
    if (event.event === 'MODAL_CREATED') return;
    if (event.event === 'INTERNAL_ERROR' && !mayReport()) return;
    queue.add(toAnalyticsEvent(event, addressOf(kit)));
  };
  // Events that were emitted while the gateway request was in flight.
  for (const entry of logBuffer.get(kit)?.entries() ?? [])
    if ('event' in entry && entry.timestamp >= since) take(entry);
  kit.on(take);
  kit.store.subscribe(({ analyticsConsent }) => {
    if (!analyticsConsent) queue.clear();
  });
  const leave = () => queue.flush();
  window.addEventListener('pagehide', leave, { signal });
  const hide = () => document.visibilityState === 'hidden' && queue.flush();
  // Mobile browsers may kill a page in the background without another event.
  document.addEventListener('visibilitychange', hide, { signal });
  signal.addEventListener('abort', () => queue.clear(), { once: true });
}

function isWanted(kit: Latchkit): boolean {
  return kit.store.getState().analyticsConsent;
}

function addressOf(kit: Latchkit): string | undefined {
  const { chains, activeNamespace } = kit.store.getState();
  return chains[activeNamespace]?.account.address;
}
