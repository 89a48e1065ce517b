import type { Latchkit } from '../Latchkit.js';
import type { LogEntry } from './LogEntry.js';
import { logBuffer } from './logs.js';

/** The instance's log for a bug report: events, errors and alerts, oldest first. Up to about 1 MB, in memory only. */
export function getLogs(kit: Latchkit): readonly LogEntry[] {
  return logBuffer.get(kit)?.entries() ?? [];
}
