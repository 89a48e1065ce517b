import type { Latchkit } from '../Latchkit.js';
import type { LogEntry } from './LogEntry.js';
import { logBuffer } from './logs.js';

/**
 * What the instance remembers of itself, for a bug report: events, errors and alerts, oldest first. About 1 MB is kept
 * [LIM-25], in memory only.
 */
export function getLogs(kit: Latchkit): readonly LogEntry[] {
  return logBuffer.get(kit)?.entries() ?? [];
}
