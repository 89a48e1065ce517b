import { createHash } from 'node:crypto';
import type { Redis } from 'ioredis';

/** Runs a Lua script atomically, by its digest, so that its text is sent once. */
export type RedisScript = (keys: readonly string[], values: readonly (string | number)[]) => Promise<unknown>;

/** Prepares a script for a connection. */
export function redisScript(client: Redis, text: string): RedisScript {
  const digest = createHash('sha1').update(text).digest('hex');
  return async (keys, values) => {
    try {
      return await client.evalsha(digest, keys.length, ...keys, ...values);
    } catch (error) {
      if (!(error instanceof Error && error.message.startsWith('NOSCRIPT'))) throw error;
      return client.eval(text, keys.length, ...keys, ...values);
    }
  };
}
