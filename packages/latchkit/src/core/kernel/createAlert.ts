import { ALERTS, type Alert, type AlertKey } from './alertCatalogue.js';

/** Default long messages, for callers that pass no details. */
const LONG: Partial<Record<AlertKey, string>> = {
  EMBEDDED_WALLET_NOT_LOADED:
    'iframe_load_failed: the wallet page did not answer within 20 s. Look whether its service runs, and whether it allows this origin.',
  EMBEDDED_WALLET_TIMED_OUT: 'iframe_request_timeout: the wallet page left a request without an answer.',
  MULTI_WALLET_NOT_ENABLED: "Turn on the feature multiWallet in the project's configuration.",
  PROJECT_ID_NOT_CONFIGURED: 'Pass projectId to createLatchkit; make one with your gateway.',
  RATE_LIMITED: 'The gateway refused a request because there were too many. Try again later.',
  SERVER_ERROR: 'The gateway could not answer. Look at its log.',
};

/** Creates the catalogue's alert with this key. */
export function createAlert(id: number, key: AlertKey, details?: string): Alert {
  const { short, tone } = ALERTS[key];
  return { id, key, tone, shortMessage: short, longMessage: details ?? LONG[key] ?? '' };
}
