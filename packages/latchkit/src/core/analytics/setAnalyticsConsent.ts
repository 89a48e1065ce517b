import type { Latchkit } from '../Latchkit.js';
import { writeAnalyticsConsent } from './analyticsConsent.js';

/**
 * Whether usage events may go to the configured gateway; the answer outlives a reload. Without consent nothing leaves the
 * page, not what waited either; with it, events from now on do, where the project and the host want them [CFG-21].
 */
export async function setAnalyticsConsent(kit: Latchkit, consent: boolean): Promise<void> {
  kit.kernel.set({ analyticsConsent: consent });
  writeAnalyticsConsent(kit.kernel.storage, consent);
  if (!consent || !kit.options.gateway || !kit.options.projectId) return;
  const since = Date.now();
  const { startAnalytics } = await import('./startAnalytics.js');
  await startAnalytics(kit, since);
}
