/** Counts what happened within the last so many milliseconds. */
export interface WindowCount {
  /** Counts one more, if fewer than the limit are in the window. Answers whether it did. */
  take(): boolean;
  /** Counts one more, limit or not. Answers how many are in the window. */
  add(): number;
  /** Nothing happened. */
  clear(): void;
}

/** Makes the count of a sliding window. */
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
