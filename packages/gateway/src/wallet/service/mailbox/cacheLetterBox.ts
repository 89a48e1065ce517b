import type { Cache } from '../../../platform/ports/Cache.js';
import type { LetterBox } from './LetterBox.js';

/** Milliseconds for which a taken message's id is remembered: longer than the lifetime of any message. */
const MEMORY = 600_000;

/** Sealed messages in a cache that replicas share. Counters decide which of several callers was first to put or take one. */
export function cacheLetterBox(cache: Cache, prefix: string): LetterBox {
  const keyOf = (kind: 'letter' | 'left' | 'taken', id: string) => `${prefix}${kind}:${id}`;
  return {
    async put(id, letter, life) {
      const { count } = await cache.increment(keyOf('left', id), 1, life);
      if (count === 1) await cache.set(keyOf('letter', id), letter, life);
      return count === 1;
    },
    async take(id) {
      const letter = await cache.get(keyOf('letter', id));
      if (letter === undefined) return undefined;
      const { count } = await cache.increment(keyOf('taken', id), 1, MEMORY);
      if (count > 1) return undefined;
      await cache.delete(keyOf('letter', id));
      return letter;
    },
  };
}
