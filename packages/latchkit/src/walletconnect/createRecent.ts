/** A bounded set of recent values: at the limit, the oldest is removed. */
export interface Recent<T> {
  /** Adds the value and returns whether it was already there. */
  note(value: T): boolean;
  all(): readonly T[];
}

export function createRecent<T>(limit: number, values: Iterable<T> = []): Recent<T> {
  const noted = new Set(values);
  return {
    note(value) {
      if (noted.has(value)) return true;
      noted.add(value);
      const [oldest] = noted;
      if (noted.size > limit && oldest !== undefined) noted.delete(oldest);
      return false;
    },
    all: () => [...noted],
  };
}
