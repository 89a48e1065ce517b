import { instanceSlot } from './Kernel.js';
import type { LogEntry } from './LogEntry.js';

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
