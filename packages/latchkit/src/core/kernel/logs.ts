import { instanceSlot } from './Kernel.js';
import type { LogEntry } from './LogEntry.js';

/** Characters kept, about as many bytes [LIM-25]. */
const LIMIT = 1_000_000;

/** Keeps the latest entries, up to about 1 MB. */
export interface LogBuffer {
  add(entry: LogEntry): void;
  /** Oldest first; copies. */
  entries(): LogEntry[];
}

/** Made by the start, so that a host's first chunk doesn't carry it. */
export const logBuffer = /* @__PURE__ */ instanceSlot<LogBuffer>('logs');

/** An empty buffer. Full, it drops the oldest entries [LIM-25]. */
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
