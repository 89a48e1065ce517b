import { analyticsConfigAnswer } from '../../protocol/gateway/analyticsConfig.js';
import { request } from '../kernel/callGateway.js';
import { instanceSlot } from '../kernel/Kernel.js';
import type { Latchkit } from '../Latchkit.js';

/** Set once the gateway was asked whether it wants events. */
const asked = /* @__PURE__ */ instanceSlot<true>('analytics');

/**
 * Sends the instance's events to the gateway, once the gateway said that it wants them [CALL-04, CALL-05]. The host's
 * `analytics: false` [CFG-21] and the visitor's refusal stop everything, the question included. Never rejects.
 *
 * @param since milliseconds since the epoch: events of before are not sent.
 */
export async function startAnalytics(kit: Latchkit, since = 0): Promise<void> {
  const { kernel } = kit;
  const { features, analyticsConsent } = kit.store.getState();
  if (!features.analytics || !analyticsConsent || asked.get(kit)) return;
  asked.set(kit, true);
  try {
    const { isAnalyticsEnabled } = await request(kit, analyticsConfigAnswer, '/getAnalyticsConfig');
    if (!isAnalyticsEnabled) return;
    const { followEvents } = await import('./sendEvents.js');
    if (!kernel.signal.aborted) followEvents(kit, since);
  } catch {
    // A gateway that does not say so wants nothing.
  }
}
