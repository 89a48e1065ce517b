/** Longest timer in milliseconds. Timers stop while a page sleeps but the clock doesn't, so it is checked again. */
const LONGEST = 3_600_000;

export interface Deadlines {
  /** Calls `act` at the expiry; replaces an earlier deadline of the same name. */
  set(name: string, expiry: number, act: () => void): void;
  clear(name: string): void;
}

/** Timers that check the clock, because timers stop while a page sleeps. Expiry is in seconds since 1970. */
export function createDeadlines(signal: AbortSignal): Deadlines {
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  const clear = (name: string) => {
    clearTimeout(timers.get(name));
    timers.delete(name);
  };
  const set = (name: string, expiry: number, act: () => void) => {
    clear(name);
    if (signal.aborted) return;
    const left = expiry * 1_000 - Date.now();
    const look = () => {
      if (Date.now() < expiry * 1_000) return set(name, expiry, act);
      clear(name);
      act();
    };
    timers.set(name, setTimeout(look, Math.max(0, Math.min(left, LONGEST))));
  };
  signal.addEventListener(
    'abort',
    () => {
      for (const name of [...timers.keys()]) clear(name);
    },
    { once: true },
  );
  return { set, clear };
}
