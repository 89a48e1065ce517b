import { vi } from 'vitest';

/** Advances the clock, except for timers. `vi.useRealTimers()` undoes it. */
export function passTime(milliseconds: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + milliseconds });
}
