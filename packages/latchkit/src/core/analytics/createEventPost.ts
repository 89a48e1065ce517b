import { EVENTS_PATH } from '../../protocol/calls/project/paths.js';
import type { AnalyticsEvent } from '../../protocol/gateway/analytics.js';
import { raiseAlert } from '../kernel/alerts.js';
import { serviceUrl } from '../kernel/gatewayUrl.js';
import type { Latchkit } from '../Latchkit.js';

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
