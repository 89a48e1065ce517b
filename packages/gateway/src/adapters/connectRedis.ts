import { Redis } from 'ioredis';
import { BaseError } from 'latchkit/protocol';
import type { ConnectionFigures } from '../ports/ConnectionFigures.js';
import { circuitBreaker } from './circuitBreaker.js';

/** Milliseconds for a connection, and for the answer to a command. */
const TIMEOUT = 2_000;
const MAX_RETRY_GAP = 2_000;

/** A connection to a Redis or Valkey server. */
interface RedisConnection {
  readonly client: Redis;
  figures(): ConnectionFigures;
}

/**
 * Connects to a Redis or Valkey server. A connection that breaks later is made again; commands meanwhile reject at once,
 * so that a request never waits for the server's return. So they do where the server has not answered one in time, until it
 * answers one of those that are tried once a second.
 *
 * @param url - `redis://user:password@host:port/0`, or `rediss://` for TLS.
 * @param name - What it is for, in its figures.
 * @throws BaseError `REDIS_UNREACHABLE`, which does not repeat the address: it may hold a password.
 */
export async function connectRedis(url: string, name: string): Promise<RedisConnection> {
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
  const watched = breakCircuit(client);
  // Every command reports its own failure; unheard, the event would be printed for each attempt.
  client.on('error', () => {});
  try {
    await client.connect();
    return { client, figures: () => ({ name, isConnected: client.status === 'ready', ...watched() }) };
  } catch (cause) {
    client.disconnect();
    throw new BaseError('REDIS_UNREACHABLE', 'The Redis server does not answer', {
      details: 'Check REDIS_URL.',
      cause,
    });
  }
}

/** Has commands reject at once while the server hangs. Gives what tells so, and how many commands failed. */
function breakCircuit(client: Redis): () => Pick<ConnectionFigures, 'isBreakerOpen' | 'failed'> {
  const breaker = circuitBreaker();
  let failed = 0;
  const send = client.sendCommand.bind(client);
  // What the client itself says to a new connection is sent before anything else may be.
  client.on('connect', breaker.answered);
  client.sendCommand = (command, stream) => {
    if (client.status === 'ready' && !breaker.take()) {
      failed += 1;
      command.reject(new Error('The Redis server did not answer lately'));
      return command.promise;
    }
    command.promise.then(breaker.answered, (error: unknown) => {
      if (!isRoutine(command.name, error)) failed += 1;
      // An error that the server itself sent is an answer.
      if (error instanceof Error && error.message === 'Command timed out') breaker.failed();
    });
    return send(command, stream);
  };
  return () => ({ isBreakerOpen: breaker.isOpen, failed });
}

/** Servers before 7.2 do not know how the client names itself, and a script is unknown to a server that was restarted. */
function isRoutine(command: string, error: unknown): boolean {
  return command === 'client' || (error instanceof Error && error.message.startsWith('NOSCRIPT'));
}
