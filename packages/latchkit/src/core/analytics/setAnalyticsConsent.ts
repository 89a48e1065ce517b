import type { Latchkit } from '../Latchkit.js';
import { writeAnalyticsConsent } from './analyticsConsent.js';

/**
 * Sets whether usage events may be sent to the configured gateway; the choice persists across reloads. Without consent nothing is
 * sent, including queued events; with consent, events are sent from now on if the project and the host enable analytics.
 */
export async function setAnalyticsConsent(kit: Latchkit, consent: boolean): Promise<void> {
  kit.kernel.set({ analyticsConsent: consent });
  writeAnalyticsConsent(kit.kernel.storage, consent);
  if (!consent || !kit.options.gateway || !kit.options.projectId) return;
  const since = Date.now();
  const { startAnalytics } = await import('./startAnalytics.js');
  await startAnalytics(kit, since);
}
