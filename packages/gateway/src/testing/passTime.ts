import { vi } from 'vitest';

/** Lets time pass, for everything but timers. `vi.useRealTimers()` undoes it. */
export function passTime(milliseconds: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + milliseconds });
}
