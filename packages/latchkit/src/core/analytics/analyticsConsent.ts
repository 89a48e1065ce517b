import type { Storage } from '../kernel/storage.js';

/** 'denied' if the visitor refused analytics. */
const KEY = 'latchkit.v1.analytics_consent';

/** Whether the visitor allows analytics; true until refused. */
export function readAnalyticsConsent(storage: Storage): boolean {
  return storage.getItem(KEY) !== 'denied';
}

export function writeAnalyticsConsent(storage: Storage, consent: boolean): void {
  storage.setItem(KEY, consent ? 'granted' : 'denied');
}
