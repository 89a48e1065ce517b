import type { Latchkit } from '../Latchkit.js';
import type { LatchkitEvent } from '../LatchkitEvent.js';
import type { AlertKey } from './alerts.js';
import { instanceSlot } from './Kernel.js';

/** Maximum length in characters, about as many bytes. */
const LIMIT = 1_000_000;

/** Stores the latest entries, up to about 1 MB. */
export interface LogBuffer {
  add(entry: LogEntry): void;
  /** Oldest first; copies. */
  entries(): LogEntry[];
}

/** Created by the start code, to keep the entry chunk small. */
export const logBuffer = /* @__PURE__ */ instanceSlot<LogBuffer>('logs');

/** Creates an empty buffer. When full, it drops the oldest entries. */
export function createLogBuffer(): LogBuffer {
  const lines: string[] = [];
  let size = 0;
  return {
    add(entry) {
      const line = JSON.stringify(entry);
      lines.push(line);
      size += line.length;
      while (size > LIMIT) size -= lines.shift()?.length ?? 0;
    },
    entries: () => lines.map(line => JSON.parse(line)),
  };
}

/** An entry of the instance's log: an event or an alert. `timestamp`: milliseconds since the epoch. */
export type LogEntry =
  | LatchkitEvent
  | { readonly timestamp: number; readonly alert: AlertKey; readonly message: string };

/**
 * The instance's log for a bug report: events, errors and alerts, oldest first. Up to about 1 MB, in memory only.
 *
 * @example
 * const report = JSON.stringify(getLogs(kit));
 */
export function getLogs(kit: Latchkit): readonly LogEntry[] {
  return logBuffer.get(kit)?.entries() ?? [];
}
