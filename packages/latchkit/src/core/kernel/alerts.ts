import type { Latchkit } from '../Latchkit.js';
import { logBuffer } from './logs.js';

/** Records an alert and logs it to the console, with what to do; in debug mode the modal's alert bar shows its short text. */
export function raiseAlert(kit: Latchkit, key: AlertKey, details?: string): void {
  const alert = createAlert(kit.kernel.nextId(), key, details);
  console[alert.tone === 'warning' ? 'warn' : alert.tone](
    `[latchkit] ${key}: ${alert.shortMessage}. ${alert.longMessage}`,
  );
  logBuffer.get(kit)?.add({ timestamp: Date.now(), alert: key, message: alert.longMessage });
  kit.kernel.set(state => ({ alerts: [...state.alerts, alert] }));
}

/** Default long messages, for callers that pass no details. */
const LONG: Partial<Record<AlertKey, string>> = {
  PROJECT_ID_NOT_CONFIGURED:
    'Pass projectId to createLatchkit; create one at your gateway. Without it, email and social logins are not offered.',
  NO_WAY_TO_CONNECT:
    'No wallet can be connected. Pass adapters to createLatchkit, for example adapters: [evm()], or walletConnect().',
  RATE_LIMITED: 'The gateway received too many requests. Try again later.',
  SERVER_ERROR: 'The gateway failed to respond. Check its log.',
};

/** Creates the catalogue's alert with this key. */
function createAlert(id: number, key: AlertKey, details?: string): Alert {
  const { short, tone } = ALERTS[key];
  return { id, key, tone, shortMessage: short, longMessage: details ?? LONG[key] ?? '' };
}

/** Short texts of the alerts, by key. */
const ALERTS = {
  GATEWAY_UNREACHABLE: { short: 'Gateway Not Reached', tone: 'error' },
  EMBEDDED_WALLET_NOT_LOADED: { short: 'Embedded Wallet Not Loaded', tone: 'error' },
  EMBEDDED_WALLET_SILENT: { short: 'Embedded Wallet Silent', tone: 'warning' },
  EMBEDDED_WALLET_TIMED_OUT: { short: 'Embedded Wallet Timed Out', tone: 'error' },
  INVALID_APP_CONFIGURATION: { short: 'Invalid App Configuration', tone: 'error' },
  ORIGIN_NOT_ALLOWED: {
    short: 'Invalid App Configuration - Origin not found on Allowlist',
    tone: 'error',
  },
  LOCAL_CONFIGURATION_IGNORED: { short: 'Local configuration ignored', tone: 'warning' },
  MULTI_WALLET_NOT_ENABLED: { short: 'Multi-Wallet Not Enabled', tone: 'info' },
  NETWORK_NOT_FOUND: { short: 'Network Not Found', tone: 'error' },
  NO_WAY_TO_CONNECT: { short: 'No Way To Connect', tone: 'warning' },
  PROJECT_NOT_FOUND: { short: 'Project Not Found', tone: 'error' },
  PROJECT_ID_NOT_CONFIGURED: { short: 'Project ID Not Configured', tone: 'error' },
  RATE_LIMITED: { short: 'Rate Limited', tone: 'error' },
  SIGN_IN_NOT_CONFIGURED: { short: 'Sign-In Not Configured', tone: 'error' },
  SESSION_EXPIRED: { short: 'Session Expired', tone: 'error' },
  SERVER_ERROR: { short: 'Server Error', tone: 'error' },
  WALLET_CONNECT_NOT_CONFIGURED: { short: 'WalletConnect Not Configured', tone: 'error' },
} as const satisfies Record<string, { short: string; tone: 'error' | 'warning' | 'info' }>;

/** Which alert it is. */
export type AlertKey = keyof typeof ALERTS;

/** A message to the developer: always logged to the console. In debug mode the modal's alert bar shows the short text. */
export interface Alert {
  /** Unique per alert. */
  readonly id: number;
  readonly key: AlertKey;
  readonly tone: 'error' | 'warning' | 'info';
  /** The text from the catalogue. */
  readonly shortMessage: string;
  /** What happened and what to do. */
  readonly longMessage: string;
}
