import { ALERTS, type Alert, type AlertKey } from './alertCatalogue.js';

/** Default long messages, for callers that pass no details. */
const LONG: Partial<Record<AlertKey, string>> = {
  EMBEDDED_WALLET_NOT_LOADED:
    'iframe_load_failed: the wallet page did not load within 20 s. Check that the wallet service runs and allows this origin.',
  EMBEDDED_WALLET_TIMED_OUT:
    'iframe_request_timeout: the wallet page did not respond to a request. Try again.',
  MULTI_WALLET_NOT_ENABLED: "Turn on the feature multiWallet in the project's configuration.",
  PROJECT_ID_NOT_CONFIGURED: 'Pass projectId to createLatchkit; create one at your gateway.',
  RATE_LIMITED: 'The gateway received too many requests. Try again later.',
  SERVER_ERROR: 'The gateway failed to respond. Check its log.',
};

/** Creates the catalogue's alert with this key. */
export function createAlert(id: number, key: AlertKey, details?: string): Alert {
  const { short, tone } = ALERTS[key];
  return { id, key, tone, shortMessage: short, longMessage: details ?? LONG[key] ?? '' };
}
