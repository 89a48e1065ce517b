import type { Storage } from '../kernel/storage.js';
import type { Latchkit } from '../Latchkit.js';

/** 'denied' if the visitor refused analytics. */
const KEY = 'latchkit.v1.analytics_consent';

/** Whether the visitor allows analytics; true until refused. */
export function readAnalyticsConsent(storage: Storage): boolean {
  return storage.getItem(KEY) !== 'denied';
}

function writeAnalyticsConsent(storage: Storage, consent: boolean): void {
  storage.setItem(KEY, consent ? 'granted' : 'denied');
}

/**
 * Sets whether usage events may be sent to the configured gateway; the choice persists across reloads. Without consent nothing is
 * sent, including queued events; with consent, events are sent from now on if the project and the host enable analytics.
 *
 * @example
 * await setAnalyticsConsent(kit, false);
 */
export async function setAnalyticsConsent(kit: Latchkit, consent: boolean): Promise<void> {
  kit.kernel.set({ analyticsConsent: consent });
  writeAnalyticsConsent(kit.kernel.storage, consent);
  if (!consent || !kit.options.gateway || !kit.options.projectId) return;
  const since = Date.now();
  const { startAnalytics } = await import('./startAnalytics.js');
  await startAnalytics(kit, since);
}
