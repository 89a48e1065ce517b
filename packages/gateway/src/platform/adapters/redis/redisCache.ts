import type { Cache } from '../../ports/Cache.js';
import { connectRedis } from './connectRedis.js';

/** Increments a counter, starts its window with the first addition, and returns the remaining time of the window. */
const INCREMENT = `
local count = redis.call('INCRBY', KEYS[1], ARGV[1])
local left = redis.call('PTTL', KEYS[1])
if left < 0 then
  redis.call('PEXPIRE', KEYS[1], ARGV[2])
  left = tonumber(ARGV[2])
end
return {count, left}`;

/**
 * A cache on a Redis or Valkey server, which replicas share.
 *
 * @param prefix - Prefix of every key, so that several gateways may share a server.
 * @throws BaseError `REDIS_UNREACHABLE`.
 */
export async function redisCache(url: string, prefix = 'latchkit:'): Promise<Cache> {
  const { client, figures } = await connectRedis(url, 'cache');
  return {
    connections: () => [figures()],
    async get(key) {
      return (await client.get(prefix + key)) ?? undefined;
    },
    async set(key, value, ttl) {
      await client.set(prefix + key, value, 'PX', Math.max(1, Math.ceil(ttl)));
    },
    async delete(key) {
      await client.del(prefix + key);
    },
    async increment(key, by, window) {
      const answer = await client.eval(INCREMENT, 1, prefix + key, by, Math.max(1, Math.ceil(window)));
      const [count, resetsIn] = answer as [number, number];
      return { count, resetsIn };
    },
    async close() {
      client.disconnect();
    },
  };
}
