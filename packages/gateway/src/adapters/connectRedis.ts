import { Redis } from 'ioredis';
import { BaseError } from 'latchkit/protocol';
import { circuitBreaker } from './circuitBreaker.js';

/** Milliseconds for a connection, and for the answer to a command. */
const TIMEOUT = 2_000;
const MAX_RETRY_GAP = 2_000;

/**
 * Connects to a Redis or Valkey server. A connection that breaks later is made again; commands meanwhile reject at once,
 * so that a request never waits for the server's return. So they do where the server has not answered one in time, until it
 * answers one of those that are tried once a second.
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
  breakCircuit(client);
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

/** Has commands reject at once while the server hangs. */
function breakCircuit(client: Redis): void {
  const breaker = circuitBreaker();
  const send = client.sendCommand.bind(client);
  // What the client itself says to a new connection is sent before anything else may be.
  client.on('connect', breaker.answered);
  client.sendCommand = (command, stream) => {
    if (client.status === 'ready' && !breaker.take()) {
      command.reject(new Error('The Redis server did not answer lately'));
      return command.promise;
    }
    command.promise.then(breaker.answered, (error: unknown) => {
      // An error that the server itself sent is an answer.
      if (error instanceof Error && error.message === 'Command timed out') breaker.failed();
    });
    return send(command, stream);
  };
}
