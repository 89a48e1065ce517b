import type { Browser } from 'playwright-core';

/** A browser that the test files of a worker use one after the other. */
export interface WorkerBrowser {
  /** The running one; another one, should it have crashed. */
  get(): Promise<Browser>;
  close(): Promise<void>;
}

/** Launches a browser at its first use. */
export function workerBrowser(launch: () => Promise<Browser>): WorkerBrowser {
  let launched: Promise<Browser> | undefined;
  return {
    async get() {
      const running = await launched;
      if (running?.isConnected()) return running;
      launched = launch();
      return launched;
    },
    async close() {
      await (await launched)?.close();
    },
  };
}
