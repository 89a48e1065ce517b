/** Remembers what was added last. */
export interface RecentKeys<Value> {
  get(key: string): Value | undefined;
  add(key: string, value: Value): void;
  /** How many it remembers. */
  readonly size: number;
}

/**
 * Remembers at least `most` keys and at most twice as many, in two generations: forgetting the oldest one by one would search
 * for it, because a `Map` keeps the places of what was deleted for a while.
 */
export function recentKeys<Value>(most: number): RecentKeys<Value> {
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
