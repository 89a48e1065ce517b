import { setTimeout as sleep } from 'node:timers/promises';

/** Retries until `done` returns true; a rejection counts as false. Throws after `limit` milliseconds. */
export async function waitUntil(done: () => Promise<boolean>, limit = 50_000): Promise<void> {
  const end = Date.now() + limit;
  for (;;) {
    const last = await done().catch((error: unknown) => error);
    if (last === true) return;
    if (Date.now() > end) throw new Error('It did not come about in time', { cause: last });
    await sleep(30);
  }
}
