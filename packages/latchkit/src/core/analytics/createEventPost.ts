import type { AnalyticsEvent } from '../../protocol/gateway/analytics.js';
import { raiseAlert } from '../kernel/alerts.js';
import { serviceUrl } from '../kernel/gatewayUrl.js';
import type { Latchkit } from '../Latchkit.js';

/** What a service answers that takes single events only. */
const REFUSED_LIST = [400, 413, 415, 422];

/**
 * Makes what sends events to `POST /e` [CALL-11]: one as an object, several as a list, and one by one to a service that
 * refuses lists. Events that cannot be sent are lost. A refused origin is told once [ERR-26].
 */
export function createEventPost(kit: Latchkit) {
  let singles = false;
  let told = false;

  const send = async (body: unknown, leaving: boolean): Promise<number> => {
    const url = serviceUrl(kit.options, '/e');
    if (!url) return 0;
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      credentials: 'omit',
      keepalive: leaving,
      signal: kit.kernel.signal,
    });
    // An answer that nobody reads keeps its connection busy.
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
      // Out of reach, or the instance was destroyed: nothing of the page depends on it.
    }
  };
}
