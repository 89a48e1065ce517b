import type { Latchkit } from '../Latchkit.js';
import type { AlertKey } from './alertCatalogue.js';
import { createAlert } from './createAlert.js';
import { logBuffer } from './logs.js';

/** Records an alert and logs it to the console; in debug mode the modal's alert bar shows it. */
export function raiseAlert(kit: Latchkit, key: AlertKey, details?: string): void {
  const alert = createAlert(kit.kernel.nextId(), key, details);
  console[alert.tone === 'warning' ? 'warn' : alert.tone](
    `[latchkit] ${alert.shortMessage}. ${alert.longMessage}`,
  );
  logBuffer.get(kit)?.add({ timestamp: Date.now(), alert: key, message: alert.longMessage });
  kit.kernel.set(state => ({ alerts: [...state.alerts, alert] }));
}
