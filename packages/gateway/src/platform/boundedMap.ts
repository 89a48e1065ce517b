/** Remembers recently added keys. */
export interface BoundedMap<Value> {
  get(key: string): Value | undefined;
  add(key: string, value: Value): void;
  /** Number of remembered keys. */
  readonly size: number;
}

/**
 * Remembers at least `most` keys and at most twice as many, in two generations. Deleting the oldest key one by one would be
 * slow, because a `Map` keeps the slots of deleted entries for a while.
 */
export function boundedMap<Value>(most: number): BoundedMap<Value> {
  let young = new Map<string, Value>();
  let old = new Map<string, Value>();
  return {
    get: key => young.get(key) ?? old.get(key),
    add(key, value) {
      if (young.size >= most) {
        old = young;
        young = new Map();
      }
      young.set(key, value);
    },
    get size() {
      return young.size + old.size;
    },
  };
}
