import {
  readAnalyticsConfigCall,
  type readAnalyticsConfigRequest,
} from '../../protocol/calls/project/analyticsConfig.js';
import { callGateway } from '../kernel/callGateway.js';
import { instanceSlot } from '../kernel/Kernel.js';
import type { Latchkit } from '../Latchkit.js';

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
    const { followEvents } = await import('./sendEvents.js');
    if (!kernel.signal.aborted) followEvents(kit, since);
  } catch {
    // A gateway that does not confirm accepts no events.
  }
}
