/** Running attempts to restore connections, by connector. A visitor's action cancels them. */
export interface Attempts {
  /** Runs an attempt; its signal aborts with `signal` or when the attempt is cancelled. */
  run<T>(connectorId: string, signal: AbortSignal, attempt: (signal: AbortSignal) => Promise<T>): Promise<T>;
  leave(connectorId: string): void;
  leaveAll(): void;
}

export function createAttempts(): Attempts {
  const running = new Map<string, AbortController>();
  const leave = (connectorId: string) => {
    running.get(connectorId)?.abort();
    running.delete(connectorId);
  };
  return {
    async run(connectorId, signal, attempt) {
      leave(connectorId);
      const controller = new AbortController();
      running.set(connectorId, controller);
      const abort = () => controller.abort();
      if (signal.aborted) abort();
      signal.addEventListener('abort', abort, { once: true });
      try {
        return await attempt(controller.signal);
      } finally {
        signal.removeEventListener('abort', abort);
        if (running.get(connectorId) === controller) running.delete(connectorId);
      }
    },
    leave,
    leaveAll() {
      for (const connectorId of [...running.keys()]) leave(connectorId);
    },
  };
}
