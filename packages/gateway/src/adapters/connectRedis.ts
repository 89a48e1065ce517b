import { Redis } from 'ioredis';
import { BaseError } from 'latchkit/protocol';

/** Milliseconds for a connection, and for the answer to a command. */
const TIMEOUT = 2_000;
const MAX_RETRY_GAP = 2_000;

/**
 * Connects to a Redis or Valkey server. A connection that breaks later is made anew; commands meanwhile reject at once,
 * so that a request never waits for the server's return.
 *
 * @param url - `redis://user:password@host:port/0`, or `rediss://` for TLS.
 * @throws BaseError `REDIS_UNREACHABLE`, which does not repeat the address: it may hold a password.
 */
export async function connectRedis(url: string): Promise<Redis> {
  const client = new Redis(url, {
    lazyConnect: true,
    connectTimeout: TIMEOUT,
    commandTimeout: TIMEOUT,
    enableOfflineQueue: false,
    enableAutoPipelining: true,
    maxRetriesPerRequest: 0,
    autoResubscribe: true,
    retryStrategy: attempt => Math.min(attempt * 100, MAX_RETRY_GAP),
  });
  // Every command reports its own failure; unheard, the event would be printed for each attempt.
  client.on('error', () => {});
  try {
    await client.connect();
    return client;
  } catch (cause) {
    client.disconnect();
    throw new BaseError('REDIS_UNREACHABLE', 'The Redis server does not answer', {
      details: 'Check REDIS_URL.',
      cause,
    });
  }
}
