import { onTestFinished, vi } from 'vitest';

/** Lets ports deliver what was posted; `setImmediate` is never faked here. */
export async function delivered(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await new Promise(resolve => setImmediate(resolve));
}

/** Stops the clock; ports keep working. */
export function stopTime(): void {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'],
  });
  onTestFinished(() => {
    vi.useRealTimers();
  });
}
