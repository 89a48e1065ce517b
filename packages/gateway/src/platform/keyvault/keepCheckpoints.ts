import { errorFields, type Log } from '../jsonLog.js';
import { writeCheckpoint } from './checkpoints.js';
import type { SealedStore } from './openSealedStore.js';

/** Milliseconds between two checks of the logs. */
const INTERVAL = 5 * 60_000;

/** Writes checkpoints until it ends. */
export interface KeptCheckpoints {
  /** Stops and writes the last checkpoints. */
  end(): Promise<void>;
}

/**
 * Signs the newest entry of each store's log, at the start, every five minutes and at the end, if it has changed. Appends the
 * checkpoint to a file and writes it to the process's log: an attacker who rewrites the database can't rewrite shipped copies.
 */
export async function keepCheckpoints(
  stores: readonly SealedStore[],
  directory: string,
  log: Log,
): Promise<KeptCheckpoints> {
  const last = new Map<SealedStore, string>();
  const writeOne = async (store: SealedStore) => {
    try {
      const head = await store.audit.head();
      if (last.get(store) === head) return;
      const written = await writeCheckpoint(store, directory, head);
      last.set(store, head);
      log('info', 'audit_checkpoint', { store: store.schema, ...written });
    } catch (error) {
      log('error', 'audit_checkpoint_failed', { store: store.schema, ...errorFields(error) });
    }
  };
  let writing: Promise<unknown> = Promise.resolve();
  const write = () => {
    writing = writing.then(() => Promise.all(stores.map(writeOne)));
    return writing;
  };
  const timer = setInterval(() => void write(), INTERVAL);
  timer.unref();
  await write();
  return {
    async end() {
      clearInterval(timer);
      await write();
    },
  };
}
