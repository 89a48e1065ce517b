/** A set of limited size: beyond it, the oldest value is removed. */
export interface BoundedSet<T> {
  /** Adds a value. @returns whether it is new. */
  add(value: T): boolean;
  values(): readonly T[];
}

export function createBoundedSet<T>(limit: number, values: Iterable<T> = []): BoundedSet<T> {
  const kept = new Set(values);
  return {
    add(value) {
      if (kept.has(value)) return false;
      kept.add(value);
      const [oldest] = kept;
      if (kept.size > limit && oldest !== undefined) kept.delete(oldest);
      return true;
    },
    values: () => [...kept],
  };
}
