import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { awaitedLater } from '../../../../scripts/lib/awaitedLater.mjs';
import { freePort } from '../../../../scripts/lib/ports.mjs';
import { buildCommand, type GatewayCommand } from '../../test/servers/buildCommand.js';
import { hasRedis, NO_REDIS, startRedis } from '../../test/servers/startRedis.js';
import { hasPostgres, NO_POSTGRES, newPostgres } from '../../test/testDatabase.js';
import { waitUntil } from '../../test/waitUntil.js';
import { runCommand } from '../commands/runCommand.js';
import { readSettings } from './readSettings.js';
import { startServer } from './startServer.js';

interface Replica {
  readonly url: string;
  stop(): Promise<unknown>;
}

/**
 * A reverse proxy that distributes requests round-robin. When a replica breaks a connection, it responds with 502 and uses
 * that replica no more, as the proxy of `deploy/` does.
 */
async function roundRobin(replicas: readonly Replica[]): Promise<{ url: string; server: Server }> {
  let turn = 0;
  const gone = new Set<Replica>();
  const server = createServer(async (request, response) => {
    const alive = replicas.filter(one => !gone.has(one));
    const replica = alive[turn % alive.length];
    turn += 1;
    try {
      const answer = await fetch(`${replica?.url}${request.url}`, {
        headers: { 'X-Forwarded-For': '203.0.113.5' },
      });
      const body = Buffer.from(await answer.arrayBuffer());
      response.writeHead(answer.status, { 'X-Replica': replica?.url ?? '' }).end(body);
    } catch {
      if (replica) gone.add(replica);
      response.writeHead(502).end();
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}

describe('two replicas on PostgreSQL and Redis', () => {
  if (!hasPostgres() || !hasRedis()) {
    it('act as one', ({ skip }) => skip(hasPostgres() ? NO_REDIS : NO_POSTGRES));
    return;
  }
  let databaseUrl: string;
  let redis: Awaited<ReturnType<typeof startRedis>>;
  let command: GatewayCommand;
  let env: Record<string, string>;
  const replicas: Replica[] = [];
  let front: Awaited<ReturnType<typeof roundRobin>>;

  beforeAll(async () => {
    [databaseUrl, redis, command] = await Promise.all([newPostgres(), startRedis(), buildCommand()]);
    env = {
      NODE_ENV: 'production',
      LATCHKIT_LOG: 'off',
      LATCHKIT_DATA_DIR: command.directory,
      DATABASE_URL: databaseUrl,
      REDIS_URL: redis.url,
      LATCHKIT_GATEWAY_HOST: '127.0.0.1',
      LATCHKIT_TRUSTED_PROXIES: 'loopback',
      LATCHKIT_LIMIT_PER_ADDRESS: '0',
      LATCHKIT_LIMIT_PER_PROJECT: '0',
    };
    for (const id of ['shop', 'busy']) await runCommand(['project', 'create', '--name', id, '--id', id], env);
    // The first one is killed later.
    replicas.push(await startProcess(), await start());
    front = await roundRobin(replicas);
  });
  afterAll(async () => {
    front.server.closeAllConnections();
    front.server.close();
    await Promise.all(replicas.map(({ stop }) => stop()));
    await redis.stop();
    command.remove();
  });

  async function start(more: Record<string, string> = {}): Promise<Replica> {
    const { url, stop } = await startServer(readSettings({ ...env, ...more, LATCHKIT_GATEWAY_PORT: '0' }));
    return { url: url.replace('localhost', '127.0.0.1'), stop };
  }

  /** One that can be killed, by `stop`. */
  async function startProcess(): Promise<Replica> {
    const port = await freePort();
    const running = command.run({ ...env, LATCHKIT_GATEWAY_PORT: String(port) });
    const url = `http://127.0.0.1:${port}`;
    await running.ready(url);
    const stop = async () => {
      running.child.kill('SIGKILL');
      await running.ended;
    };
    return { url, stop };
  }

  const configOf = async (url: string) =>
    (await fetch(`${url}/getAnalyticsConfig?projectId=shop`)).json() as Promise<{
      isAnalyticsEnabled: boolean;
    }>;

  it('share a rate limit', async () => {
    const limited = await Promise.all([1, 2].map(() => start({ LATCHKIT_LIMIT_PER_ADDRESS: '20' })));
    const address = await roundRobin(limited);
    const statuses: number[] = [];
    const seen = new Set<string | null>();
    for (let count = 0; count < 30; count += 1) {
      const response = await fetch(`${address.url}/projects/v1/origins?projectId=busy`);
      statuses.push(response.status);
      seen.add(response.headers.get('X-Replica'));
      await response.arrayBuffer();
    }
    expect(seen.size).toBe(2);
    expect(statuses.filter(status => status === 200)).toHaveLength(20);
    expect(statuses.slice(20)).toEqual(Array(10).fill(429));
    address.server.closeAllConnections();
    address.server.close();
    await Promise.all(limited.map(({ stop }) => stop()));
  });

  it('both apply a change of the configuration', async () => {
    for (const { url } of replicas) expect(await configOf(url)).toEqual({ isAnalyticsEnabled: true });
    // Request it continuously, so that both replicas have a cached copy to drop.
    await runCommand(['project', 'set', 'shop', '--analytics', 'off'], env);
    await Promise.all(
      replicas.map(({ url }) => waitUntil(async () => !(await configOf(url)).isAnalyticsEnabled)),
    );
  });

  it('lose no request that is retried once when one is killed under load', async () => {
    let answered = 0;
    let retried = 0;
    let stop = false;
    const failures: unknown[] = [];
    const ask = async () => {
      const response = await fetch(`${front.url}/getWallets?projectId=busy&entries=5`);
      await response.arrayBuffer();
      if (!response.ok) throw new Error(String(response.status));
    };
    const client = async () => {
      while (!stop) {
        try {
          await ask().catch(() => {
            retried += 1;
            return ask();
          });
          answered += 1;
        } catch (error) {
          failures.push(error);
        }
      }
    };
    const load = awaitedLater(Promise.all(Array.from({ length: 8 }, client)));
    await waitUntil(async () => answered > 50);
    await replicas[0]?.stop();
    const before = answered;
    await waitUntil(async () => answered > before + 50);
    stop = true;
    await load;
    expect(failures).toEqual([]);
    expect(retried).toBeGreaterThan(0);
  });

  it('continue independently when Redis dies', async () => {
    await redis.stop();
    const alive = replicas[1];
    for (let count = 0; count < 5; count += 1) {
      expect((await fetch(`${alive?.url}/getWallets?projectId=busy`)).status).toBe(200);
    }
  });
});
