import { errorFields, type Log } from '../platform/jsonLog.js';

/** Milliseconds between two runs. */
const INTERVAL = 10 * 60_000;

/**
 * Deletes the users whose grace period is over, at the start and every ten minutes. Replicas may run at once.
 *
 * @returns ends it, after the current run.
 */
export function scheduleDeletions(deleteDueUsers: () => Promise<number>, log: Log): () => Promise<void> {
  let running: Promise<void> = Promise.resolve();
  const run = () => {
    running = running.then(deleteDueUsers).then(
      count => {
        if (count > 0) log('info', 'users_deleted', { count });
      },
      error => log('error', 'deletion_failed', errorFields(error)),
    );
  };
  const timer = setInterval(run, INTERVAL);
  timer.unref();
  run();
  return async () => {
    clearInterval(timer);
    await running;
  };
}
