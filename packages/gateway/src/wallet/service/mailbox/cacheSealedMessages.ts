import type { Cache } from '../../../platform/ports/Cache.js';
import type { SealedMessages } from './SealedMessages.js';

/** Milliseconds for which a taken message's id is remembered: longer than the lifetime of any message. */
const MEMORY = 600_000;

/** Sealed messages in a cache that replicas share. Counters decide which of several callers was first to put or take one. */
export function cacheSealedMessages(cache: Cache, prefix: string): SealedMessages {
  const keyOf = (kind: 'letter' | 'left' | 'taken', id: string) => `${prefix}${kind}:${id}`;
  return {
    async put(id, message, life) {
      const { count } = await cache.increment(keyOf('left', id), 1, life);
      if (count === 1) await cache.set(keyOf('letter', id), message, life);
      return count === 1;
    },
    async take(id) {
      const message = await cache.get(keyOf('letter', id));
      if (message === undefined) return undefined;
      const { count } = await cache.increment(keyOf('taken', id), 1, MEMORY);
      if (count > 1) return undefined;
      await cache.delete(keyOf('letter', id));
      return message;
    },
  };
}
