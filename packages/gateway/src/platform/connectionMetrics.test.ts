import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Registry } from 'prom-client';
import { describe, expect, it, onTestFinished } from 'vitest';
import { pgliteTestDatabase } from '../../test/database/pgliteTestDatabase.js';
import { hasRedis, NO_REDIS, startRedis } from '../../test/servers/startRedis.js';
import { hasPostgres, NO_POSTGRES, newPostgres, openTestDatabase } from '../../test/testDatabase.js';
import { createGateway } from '../project/createGateway.js';
import { redisMailbox } from '../project/relay/mailbox/redisMailbox.js';
import { readSettings } from '../server/readSettings.js';
import { startServer } from '../server/startServer.js';
import { openPostgres, type PostgresOptions } from './adapters/postgres.js';
import { redisCache } from './adapters/redis/redisCache.js';
import { redisPubSub } from './adapters/redis/redisPubSub.js';
import { connectionMetrics } from './connectionMetrics.js';

/** Time limit for a busy machine; the condition holds almost immediately. */
const WAIT = { timeout: 60_000 };
/** Longer than any test: what is measured doesn't end while it is being read. */
const NEVER = 600_000;
const metricsToken = 'a-token-for-scrapers';

/** The values of a metric by label. */
async function figures(
  app: { request: (path: string, init: RequestInit) => Response | Promise<Response> },
  name: string,
) {
  const answer = await app.request('/metrics', { headers: { Authorization: `Bearer ${metricsToken}` } });
  const text = await answer.text();
  const lines = [...text.matchAll(new RegExp(`^latchkit_${name}\\{(.*)\\} (\\S+)$`, 'gm'))];
  return Object.fromEntries(lines.map(([, labels = '', value]) => [labels, Number(value)]));
}

describe('figures of the database', () => {
  /** Opens a database whose pool has no other user, as the gateway is, and returns how to read its figures. */
  async function alone(url: string, options: PostgresOptions) {
    const database = await openPostgres(url, options);
    onTestFinished(() => database.close());
    const registry = new Registry();
    connectionMetrics(registry).databaseIs('gateway', database);
    const app = { request: async () => new Response(await registry.metrics()) };
    return { database, read: (name: string) => figures(app, name) };
  }

  it('show its pool', async ({ skip }) => {
    if (!hasPostgres()) return skip(NO_POSTGRES);
    const url = await newPostgres();
    const { database, read } = await alone(url, { connectTimeout: NEVER, queryTimeout: NEVER });
    expect(await read('database_connections_max')).toEqual({ 'database="gateway"': 10 });
    expect(await read('database_waiting')).toEqual({ 'database="gateway"': 0 });

    // Twelve transactions on ten connections, so two must wait.
    let finish = () => {};
    const finished = new Promise<void>(resolve => {
      finish = resolve;
    });
    const ended = Promise.allSettled(
      Array.from({ length: 12 }, (_, index) => database.transaction(() => finished.then(() => index))),
    );
    // Also if an assertion fails: closing the database waits for its transactions.
    onTestFinished(finish);
    await expect.poll(() => read('database_waiting'), WAIT).toEqual({ 'database="gateway"': 2 });
    expect(await read('database_connections')).toEqual({
      'database="gateway",state="busy"': 10,
      'database="gateway",state="idle"': 0,
    });
    finish();
    expect(await ended).toEqual(Array.from({ length: 12 }, (_, value) => ({ status: 'fulfilled', value })));
    expect(await read('database_waiting')).toEqual({ 'database="gateway"': 0 });
    expect(await read('database_connections')).toMatchObject({ 'database="gateway",state="busy"': 0 });
  });

  it('show its timed-out statements', async ({ skip }) => {
    if (!hasPostgres()) return skip(NO_POSTGRES);
    const url = await newPostgres();
    const { database, read } = await alone(url, { queryTimeout: 3_000 });
    expect(await read('database_query_timeouts_total')).toEqual({ 'database="gateway"': 0 });
    await expect(database.query('select pg_sleep(60)')).rejects.toMatchObject({
      code: 'DATABASE_UNREACHABLE',
    });
    expect(await read('database_query_timeouts_total')).toEqual({ 'database="gateway"': 1 });
  });

  it("show the vault's pool when it has its own database", async ({ skip }) => {
    if (!hasPostgres()) return skip(NO_POSTGRES);
    const url = await newPostgres();
    const directory = mkdtempSync(join(tmpdir(), 'latchkit-figures-'));
    onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
    const gateway = await startServer(
      readSettings({
        ...{ LATCHKIT_GATEWAY_PORT: '0', LATCHKIT_DATA_DIR: directory, LATCHKIT_LOG: 'off' },
        DATABASE_URL: url,
        LATCHKIT_VAULT_DATABASE_URL: url,
        LATCHKIT_METRICS_TOKEN: metricsToken,
      }),
    );
    onTestFinished(() => gateway.stop());
    const app = { request: (path: string, init: RequestInit) => fetch(gateway.url + path, init) };
    expect(await figures(app, 'database_connections_max')).toEqual({
      'database="gateway"': 10,
      'database="vault"': 10,
    });
  });

  it('are absent when it has no pool', async () => {
    const database = await pgliteTestDatabase();
    const { app, close } = await createGateway({ database, metricsToken });
    onTestFinished(async () => {
      await close();
      await database.close();
    });
    expect(await figures(app, 'database_connections')).toEqual({});
  });
});

describe('figures of Redis', () => {
  it('show its connections and the open breaker while it hangs', async ({ skip }) => {
    if (!hasRedis()) return skip(NO_REDIS);
    const server = await startRedis();
    onTestFinished(() => server.stop());
    const [database, cache, pubSub, mailbox] = await Promise.all([
      openTestDatabase(),
      redisCache(server.url),
      redisPubSub(server.url),
      redisMailbox(server.url),
    ]);
    const { app, close } = await createGateway({ database, cache, pubSub, relay: { mailbox }, metricsToken });
    onTestFinished(async () => {
      await close();
      await Promise.all([mailbox.close(), pubSub.close(), cache.close()]);
      await database.close();
    });
    const read = (name: string) => figures(app, name);
    const of = (one: number, others: number) => ({
      'connection="cache"': one,
      'connection="pubsub_sender"': others,
      'connection="pubsub_receiver"': others,
      'connection="mailbox"': others,
    });
    expect(await read('redis_connected')).toEqual(of(1, 1));
    expect(await read('redis_breaker_open')).toEqual(of(0, 0));
    expect(await read('redis_commands_failed_total')).toEqual(of(0, 0));

    server.signal('SIGSTOP');
    await expect(cache.get('key')).rejects.toThrow('Command timed out');
    await expect(cache.get('key')).rejects.toThrow('did not answer lately');
    // The scrape itself uses the mailbox and the rate limiter, so only the cache's figures are deterministic.
    expect(await read('redis_breaker_open')).toMatchObject({ 'connection="cache"': 1 });
    const failed = await read('redis_commands_failed_total');
    expect(failed['connection="cache"']).toBeGreaterThanOrEqual(2);

    server.signal('SIGCONT');
    await expect.poll(() => cache.get('key').catch(() => 'away'), WAIT).toBeUndefined();
    expect(await read('redis_breaker_open')).toMatchObject({ 'connection="cache"': 0 });

    await server.stop();
    await expect.poll(() => read('redis_connected'), WAIT).toEqual(of(0, 0));
  });
});
