/** Counts events within a sliding time window. */
export interface WindowCount {
  /** Counts an event if the window is below the limit. Returns whether it did. */
  take(): boolean;
  /** Counts an event regardless of the limit. Returns the number in the window. */
  add(): number;
  /** Resets the count. */
  clear(): void;
}

/** Creates a sliding-window count. */
export function createWindowCount(limit: number, milliseconds: number): WindowCount {
  const times: number[] = [];
  const forget = () => {
    const since = performance.now() - milliseconds;
    while (times[0] !== undefined && times[0] <= since) times.shift();
  };
  return {
    take() {
      forget();
      if (times.length >= limit) return false;
      times.push(performance.now());
      return true;
    },
    add() {
      forget();
      return times.push(performance.now());
    },
    clear: () => void times.splice(0),
  };
}
