import { Redis } from 'ioredis';
import { BaseError } from 'latchkit/protocol';
import type { ConnectionFigures } from '../../ports/ConnectionFigures.js';
import { circuitBreaker } from './circuitBreaker.js';

/** Time limit for connecting, and for each command, in milliseconds. */
const TIMEOUT = 2_000;
const MAX_RETRY_GAP = 2_000;
/** Minimum time between two reconnections to a URL, in milliseconds. */
const RECONNECT_GAP = 1_000;
/** Errors of a server that is not, or not yet, the primary. After a failover, its host name leads to another one. */
const NOT_PRIMARY = /^(READONLY|LOADING|MASTERDOWN|CLUSTERDOWN|NOREPLICAS)\b/;

/** A connection to a Redis or Valkey server. */
interface RedisConnection {
  readonly client: Redis;
  figures(): ConnectionFigures;
}

/**
 * Connects to a Redis or Valkey server. A broken connection is restored automatically; until then commands reject at once,
 * so that no request waits for the server. They also reject after a timeout, until one of the trial commands, sent once a
 * second, succeeds.
 *
 * @param url - `redis://user:password@host:port/0`, or `rediss://` for TLS.
 * @param name - Its purpose, used as a metrics label.
 * @throws BaseError `REDIS_UNREACHABLE`, without the URL, which may contain a password.
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
  const watched = breakCircuit(client, () => reconnectAll(url));
  const ofServer = connections.get(url) ?? new Set();
  connections.set(url, ofServer.add(client));
  client.on('end', () => ofServer.delete(client));
  // Every command reports its own failure; without a listener, each failed attempt would be printed.
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

const connections = new Map<string, Set<Redis>>();
const reconnected = new Map<string, number>();

/**
 * Reconnects every connection to a URL, whose host name may now resolve to another server. A connection that only publishes or
 * subscribes gets no error from a server that is no longer the primary. Does nothing if it was called less than `RECONNECT_GAP` ago.
 */
function reconnectAll(url: string): void {
  const now = performance.now();
  if (now - (reconnected.get(url) ?? Number.NEGATIVE_INFINITY) < RECONNECT_GAP) return;
  reconnected.set(url, now);
  for (const client of connections.get(url) ?? []) client.disconnect(true);
}

/** Makes commands reject at once while the server hangs, and reports a server that is not the primary. Returns the breaker's state and the number of failed commands. */
function breakCircuit(
  client: Redis,
  onNotPrimary: () => void,
): () => Pick<ConnectionFigures, 'isBreakerOpen' | 'failed'> {
  const breaker = circuitBreaker();
  let failed = 0;
  const send = client.sendCommand.bind(client);
  // The client's own handshake must be sent before any command.
  client.on('connect', breaker.answered);
  client.sendCommand = (command, stream) => {
    if (client.status === 'ready' && !breaker.take()) {
      failed += 1;
      command.reject(new Error('The Redis server did not answer lately'));
      return command.promise;
    }
    command.promise.then(breaker.answered, (error: unknown) => {
      if (!isRoutine(command.name, error)) failed += 1;
      if (error instanceof Error && NOT_PRIMARY.test(error.message)) onNotPrimary();
      // An error sent by the server is a response.
      if (error instanceof Error && error.message === 'Command timed out') breaker.failed();
    });
    return send(command, stream);
  };
  return () => ({ isBreakerOpen: breaker.isOpen, failed });
}

/** Expected errors: servers before 7.2 don't support CLIENT SETINFO, and restarted servers have lost cached scripts. */
function isRoutine(command: string, error: unknown): boolean {
  return command === 'client' || (error instanceof Error && error.message.startsWith('NOSCRIPT'));
}
