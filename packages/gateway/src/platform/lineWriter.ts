/** Maximum time that a line is buffered, in milliseconds. */
const WAIT = 100;
/** Number of buffered characters that triggers a write. */
const MAX_WAITING = 64 * 1024;

/** Buffers lines, so that many requests cause one write. */
export interface LineWriter {
  /** @param urgent - Writes this line, and all before it, immediately. */
  write(line: string, urgent: boolean): void;
  /** Writes all buffered lines. */
  flush(): void;
}

/** @param output - Writes text; it may be synchronous, and one call per request would block the process. */
export function lineWriter(output: (text: string) => void): LineWriter {
  let waiting = '';
  let timer: ReturnType<typeof setTimeout> | undefined;
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    const text = waiting;
    waiting = '';
    if (text !== '') output(text);
  };
  return {
    write(line, urgent) {
      waiting += `${line}\n`;
      if (urgent || waiting.length >= MAX_WAITING) flush();
      else timer ??= setTimeout(flush, WAIT);
    },
    flush,
  };
}
