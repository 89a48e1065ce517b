/** Remembers the last values, up to a limit: the oldest is forgotten first. */
export interface Recent<T> {
  /** Whether the value was noted before; notes it. */
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
