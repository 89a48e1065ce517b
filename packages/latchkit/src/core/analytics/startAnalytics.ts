import {
  readAnalyticsConfigCall,
  type readAnalyticsConfigRequest,
} from '../../protocol/calls/project/analyticsConfig.js';
import type { AnalyticsEvent } from '../../protocol/gateway/analytics.js';
import { uuid } from '../../protocol/uuid.js';
import { callGateway } from '../kernel/callGateway.js';
import { instanceSlot } from '../kernel/Kernel.js';
import { logBuffer } from '../kernel/logs.js';
import type { Latchkit } from '../Latchkit.js';
import type { LatchkitEvent } from '../LatchkitEvent.js';
import { createEventPost, createEventQueue } from './eventQueue.js';

/** Set after the gateway was asked whether it accepts events. */
const asked = /* @__PURE__ */ instanceSlot<true>('analytics');

/**
 * Sends the instance's events to the gateway, if the gateway accepts them. With the host's `analytics: false` or without the
 * visitor's consent, nothing is requested or sent. Never rejects.
 *
 * @param since - Milliseconds since the epoch; earlier events are not sent.
 */
export async function startAnalytics(kit: Latchkit, since = 0): Promise<void> {
  const { kernel } = kit;
  const { features, analyticsConsent } = kit.store.getState();
  if (!features.analytics || !analyticsConsent || asked.get(kit)) return;
  asked.set(kit, true);
  try {
    const { isAnalyticsEnabled } = await callGateway<typeof readAnalyticsConfigRequest>(
      kit,
      readAnalyticsConfigCall,
      {},
    );
    if (!isAnalyticsEnabled) return;
    if (!kernel.signal.aborted) followEvents(kit, since);
  } catch {
    // A gateway that does not confirm accepts no events.
  }
}

/** Maximum number of error reports per minute. */
const REPORTS = 5;

const REPORT_WINDOW_MS = 60_000;

/** Sends events since `since` and all later ones to the gateway, while the visitor consents. */
function followEvents(kit: Latchkit, since: number): void {
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
  const { namespaces, activeNamespace } = kit.store.getState();
  return namespaces[activeNamespace]?.account.address;
}

/** Rate limit: allows `limit` calls in any `window` milliseconds and returns whether this call is allowed. */
function createThrottle(limit: number, window: number): () => boolean {
  let passed: number[] = [];
  return () => {
    const now = Date.now();
    passed = passed.filter(time => now - time < window);
    if (passed.length >= limit) return false;
    passed.push(now);
    return true;
  };
}

/** Maximum length of an error's message and stack in a report. */
const MESSAGE_LIMIT = 500;

const STACK_LIMIT = 2_000;

/** The event in the format of `POST /e`: its data and the visitor's address, or an error report. */
function toAnalyticsEvent(event: LatchkitEvent, address: string | undefined): AnalyticsEvent {
  const { timestamp, ...data } = event;
  return {
    eventId: uuid(),
    // The query and fragment of a page's URL may contain secrets.
    url: `${location.origin}${location.pathname}`.slice(0, 2_048),
    domain: location.hostname,
    timestamp,
    props: { type: 'track', ...(address ? { address } : {}), ...(toErrorProps(event) ?? data) },
  };
}

function toErrorProps(event: LatchkitEvent) {
  if (event.event !== 'INTERNAL_ERROR') return undefined;
  return {
    type: 'error',
    event: event.source,
    errorType: event.errorType,
    errorMessage: redact(event.errorMessage, MESSAGE_LIMIT),
    stackTrace: redact(event.stackTrace, STACK_LIMIT),
  };
}

const URL_TAIL = /\b([a-z][a-z0-9+.-]{0,20}:\/\/)(?:[^\s/@]{0,200}@)?([^\s/?#"')]+)([^\s?#"')]*)[^\s"')]*/gi;

const SCRIPT = /\.[cm]?[jt]sx?(?::\d+)*$/;

const EMAIL = /[^\s@<>"']{1,64}@[^\s@<>"']{1,255}/g;

const HEX = /(?:0x)?[0-9a-f]{32,}/gi;

const TOKEN = /[A-Za-z0-9+/_=-]{32,}(?:\.[A-Za-z0-9+/_=-]+)*/g;

/**
 * Removes what may be secret from an error text: of a URL only the host remains, except the path of a script (the path or query
 * of an RPC URL may contain its key); email addresses, long hexadecimal numbers and long tokens are removed.
 */
export function redact(text: string, limit: number): string {
  const scripts: string[] = [];
  return text
    .slice(0, 4 * limit)
    .replace(URL_TAIL, (_, scheme: string, host: string, path: string) => {
      scripts.push(SCRIPT.test(path) ? `${scheme}${host}${path}` : `${scheme}${host}`);
      return `\u0000${scripts.length - 1}\u0000`;
    })
    .replace(EMAIL, '[email]')
    .replace(HEX, '[hex]')
    .replace(TOKEN, '[token]')
    .replace(/\0(\d+)\0/g, (_, index: string) => scripts[Number(index)] ?? '')
    .slice(0, limit);
}
