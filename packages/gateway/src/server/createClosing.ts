/** Closes the parts of a process. */
export interface Closing {
  /** Adds a part, which is closed before all that were added earlier. */
  add(close: () => unknown): void;
  /** Closes all parts, last first, one after the other. Further calls wait for the first. Throws the first error afterwards. */
  close(): Promise<void>;
}

export function createClosing(): Closing {
  const parts: (() => unknown)[] = [];
  let closing: Promise<void> | undefined;
  const closeAll = async () => {
    const errors: unknown[] = [];
    for (const close of [...parts].reverse()) {
      try {
        await close();
      } catch (error) {
        errors.push(error);
      }
    }
    if (errors.length > 0) throw errors[0];
  };
  return {
    add: close => void parts.push(close),
    close() {
      closing ??= closeAll();
      return closing;
    },
  };
}
