/** Milliseconds that a line waits for others at most. */
const WAIT = 100;
/** Characters that are written at once, however short the wait was. */
const MAX_WAITING = 64 * 1024;

/** Collects lines, so that many requests cost one write. */
export interface LineWriter {
  /** @param urgent - Writes this line, and all before it, at once. */
  write(line: string, urgent: boolean): void;
  /** Writes what waits. */
  flush(): void;
}

/** @param output - Writes text; a synchronous write for each request would stop the process for each of them. */
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
