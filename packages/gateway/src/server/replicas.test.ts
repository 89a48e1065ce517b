import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { awaitedLater } from '../../../../scripts/lib/awaitedLater.mjs';
import { freePort } from '../../../../scripts/lib/ports.mjs';
import { buildCommand, type GatewayCommand, type RunningCommand } from '../../test/servers/buildCommand.js';
import { postgresPrograms, startPostgres } from '../../test/servers/startPostgres.js';
import { hasRedis, NO_REDIS, startRedis } from '../../test/servers/startRedis.js';
import { waitUntil } from '../../test/waitUntil.js';

const programs = postgresPrograms();

interface Replica {
  readonly url: string;
  readonly process: RunningCommand;
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
  if (programs === undefined || !hasRedis()) {
    it('act as one', ({ skip }) =>
      skip(
        programs === undefined ? 'no PostgreSQL server is installed: apt-get install postgresql' : NO_REDIS,
      ));
    return;
  }
  let postgres: Awaited<ReturnType<typeof startPostgres>>;
  let redis: Awaited<ReturnType<typeof startRedis>>;
  let command: GatewayCommand;
  let env: Record<string, string>;
  const replicas: Replica[] = [];
  let front: Awaited<ReturnType<typeof roundRobin>>;

  beforeAll(async () => {
    [postgres, redis, command] = await Promise.all([startPostgres(programs), startRedis(), buildCommand()]);
    env = {
      NODE_ENV: 'production',
      DATABASE_URL: postgres.url,
      REDIS_URL: redis.url,
      LATCHKIT_GATEWAY_HOST: '127.0.0.1',
      LATCHKIT_TRUSTED_PROXIES: 'loopback',
      LATCHKIT_LIMIT_PER_ADDRESS: '0',
      LATCHKIT_LIMIT_PER_PROJECT: '0',
    };
    expect(await run(['project', 'create', '--name', 'Shop', '--id', 'shop'])).toBe('shop');
    expect(await run(['project', 'create', '--name', 'Busy', '--id', 'busy'])).toBe('busy');
    replicas.push(...(await Promise.all([start(), start()])));
    front = await roundRobin(replicas);
  });
  afterAll(async () => {
    front.server.closeAllConnections();
    front.server.close();
    command.killAll();
    await Promise.all([postgres.stop(), redis.stop()]);
    command.remove();
  });

  async function run(args: readonly string[]): Promise<string> {
    const running = command.run(env, args);
    expect(await running.ended, running.output()).toBe(0);
    return running.output().trim();
  }

  async function start(more: Record<string, string> = {}): Promise<Replica> {
    const port = await freePort();
    const process = command.run({ ...env, ...more, LATCHKIT_GATEWAY_PORT: String(port) });
    const url = `http://127.0.0.1:${port}`;
    await process.ready(url);
    return { url, process };
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
    for (const { process } of limited) process.child.kill('SIGKILL');
  });

  it('both apply a change of the configuration', async () => {
    for (const { url } of replicas) expect(await configOf(url)).toEqual({ isAnalyticsEnabled: true });
    // Request it continuously, so that both replicas have a cached copy to drop.
    await run(['project', 'set', 'shop', '--analytics', 'off']);
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
    replicas[0]?.process.child.kill('SIGKILL');
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
