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
 *
 * @param weigh - The weight of a value, in the unit of `most`, such as bytes. Default: each key weighs 1.
 */
export function boundedMap<Value>(
  most: number,
  weigh: (value: Value) => number = () => 1,
): BoundedMap<Value> {
  let young = new Map<string, Value>();
  let old = new Map<string, Value>();
  let weight = 0;
  return {
    get: key => young.get(key) ?? old.get(key),
    add(key, value) {
      if (weight >= most) {
        old = young;
        young = new Map();
        weight = 0;
      }
      const before = young.get(key);
      weight += weigh(value) - (before === undefined ? 0 : weigh(before));
      young.set(key, value);
    },
    get size() {
      return young.size + old.size;
    },
  };
}
