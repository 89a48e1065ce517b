import type { Log, LogFields, LogLevel } from './jsonLog.js';

/** Lines of one kind in a window; more are counted. */
const MOST_LINES = 20;
/** Kinds in a window; lines of more kinds are counted together. */
const MOST_KINDS = 1_000;
/** Maximum length of a field: an error may quote what a stranger sent. */
const MAX_TEXT = 4_096;
/** Length of a window in milliseconds. */
const WINDOW = 60_000;

/** Fields that tell requests apart, all of them of a small number of values. */
const KIND_FIELDS = ['method', 'route', 'status', 'provider', 'store', 'chainId', 'part'] as const;

/** A log that merges repeated lines. */
export interface MergedLog {
  readonly log: Log;
  /** Writes the counts of the present window, and starts another. */
  flush(): void;
}

interface Kind {
  readonly level: LogLevel;
  readonly event: string;
  readonly facts: LogFields;
  lines: number;
  repeated: number;
}

/**
 * Bounds a log: what strangers do may cause any number of lines, with any text in them. Of each kind of line, twenty are written in a
 * minute; the others are counted, and one line tells their number. Requests that were answered well are all written.
 */
export function mergeLines(log: Log): MergedLog {
  const kinds = new Map<string, Kind>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    const ended = [...kinds.values()];
    kinds.clear();
    for (const { level, event, facts, repeated } of ended)
      if (repeated > 0) log(level, event, { ...facts, repeated });
  };
  const kindOf = (level: LogLevel, event: string, fields: LogFields): Kind => {
    const facts = Object.fromEntries(
      KIND_FIELDS.flatMap(name => (fields[name] === undefined ? [] : [[name, fields[name]]])),
    );
    const name = JSON.stringify([level, event, facts]);
    const known = kinds.get(name);
    if (known) return known;
    const isFull = kinds.size >= MOST_KINDS;
    const key = isFull ? '' : name;
    const found = kinds.get(key);
    if (found) return found;
    const made: Kind = isFull
      ? { level: 'warn', event: 'other_lines', facts: {}, lines: MOST_LINES, repeated: 0 }
      : { level, event, facts, lines: 0, repeated: 0 };
    kinds.set(key, made);
    return made;
  };
  return {
    flush,
    log(level, event, fields = {}) {
      if (isGood(fields)) {
        log(level, event, fields);
        return;
      }
      timer ??= unreffed(setTimeout(flush, WINDOW));
      const kind = kindOf(level, event, fields);
      if (kind.lines < MOST_LINES) {
        kind.lines += 1;
        log(level, event, clipped(fields));
      } else kind.repeated += 1;
    },
  };
}

/** Their number is limited where they are answered. */
const isGood = ({ status }: LogFields) => typeof status === 'number' && status < 400;

function clipped(fields: LogFields): LogFields {
  const entries = Object.entries(fields).map(([name, value]) => [
    name,
    typeof value === 'string' ? value.slice(0, MAX_TEXT) : value,
  ]);
  return Object.fromEntries(entries);
}

function unreffed(timer: ReturnType<typeof setTimeout>) {
  timer.unref();
  return timer;
}
