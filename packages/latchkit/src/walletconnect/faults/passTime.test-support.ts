import { vi } from 'vitest';

/** The timers that a test replaces to advance the clock while sockets do real work. */
export const FAKED = ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] as const;

/** Milliseconds in which everything sent within one clock second arrives: all ends are in this process. */
const SECOND = 10;

/** Advances the clock while sockets do real work. */
export async function passTime(seconds: number, isDone = () => false): Promise<void> {
  for (let second = 0; second < seconds; second++) {
    for (const start = performance.now(); performance.now() - start < SECOND; ) {
      if (isDone()) return;
      await new Promise(resolve => setImmediate(resolve));
    }
    await vi.advanceTimersByTimeAsync(1_000);
  }
}

/** Waits for a promise that must settle within this many seconds. */
export async function settleIn<T>(promise: Promise<T>, seconds = 60): Promise<T> {
  let isDone = false;
  const done = () => {
    isDone = true;
  };
  promise.then(done, done);
  await passTime(seconds, () => isDone);
  if (!isDone) throw new Error(`It did not come to that in ${seconds} s.`);
  return promise;
}
