import type { Browser } from 'playwright-core';

/** A browser that the test files of a worker share. */
export interface WorkerBrowser {
  /** Returns the running browser, or another one if it has crashed. */
  get(): Promise<Browser>;
  close(): Promise<void>;
}

/** Launches the browser on first use. */
export function workerBrowser(launch: () => Promise<Browser>): WorkerBrowser {
  let launched: Promise<Browser> | undefined;
  return {
    async get() {
      const running = await launched;
      if (running?.isConnected()) return running;
      const next = launch();
      launched = next;
      // The next test tries again.
      next.catch(() => {
        if (launched === next) launched = undefined;
      });
      return next;
    },
    async close() {
      await (await launched)?.close();
    },
  };
}
