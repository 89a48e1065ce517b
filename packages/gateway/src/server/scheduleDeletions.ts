import { errorFields, type Log } from '../platform/jsonLog.js';

/** Milliseconds between two runs. */
const INTERVAL = 10 * 60_000;

/** What has to be deleted at a time. Each returns how much it deleted. */
export interface Deletions {
  /** Users whose grace period is over. */
  readonly users: () => Promise<number>;
  /** Wallets that users moved from. */
  readonly wallets: () => Promise<number>;
}

/**
 * Deletes what is due, at the start and every ten minutes. Replicas may run at once.
 *
 * @returns ends it, after the current run.
 */
export function scheduleDeletions({ users, wallets }: Deletions, log: Log): () => Promise<void> {
  let running: Promise<void> = Promise.resolve();
  const step = (work: () => Promise<number>, event: string) =>
    work().then(
      count => {
        if (count > 0) log('info', event, { count });
      },
      error => log('error', 'deletion_failed', errorFields(error)),
    );
  const run = () => {
    running = running.then(() => step(users, 'users_deleted')).then(() => step(wallets, 'wallets_deleted'));
  };
  const timer = setInterval(run, INTERVAL);
  timer.unref();
  run();
  return async () => {
    clearInterval(timer);
    await running;
  };
}
