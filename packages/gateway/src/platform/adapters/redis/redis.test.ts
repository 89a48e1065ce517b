import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { freePort } from '../../../../../../scripts/lib/ports.mjs';
import { cacheConformance } from '../../../../test/conformance/cacheConformance.js';
import { pubSubConformance } from '../../../../test/conformance/pubSubConformance.js';
import { hasRedis, NO_REDIS, startRedis } from '../../../../test/servers/startRedis.js';
import { waitUntil } from '../../../../test/waitUntil.js';
import { redisCache } from './redisCache.js';
import { redisPubSub } from './redisPubSub.js';

/** A name that leads to one server after another: it forwards each new connection to the present one. */
async function startForwarder(port: number) {
  let target = port;
  const sockets = new Set<Socket>();
  const server = createServer(socket => {
    const behind = connect(target, '127.0.0.1');
    for (const one of [socket, behind]) {
      sockets.add(one);
      one.on('error', () => {}).on('close', () => sockets.delete(one));
    }
    socket.pipe(behind).pipe(socket);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `redis://127.0.0.1:${(server.address() as AddressInfo).port}`,
    leadTo(next: number) {
      target = next;
    },
    async stop() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

describe('connectRedis', () => {
  it('rejects when no server answers, without repeating the password', async () => {
    const url = `redis://user:s3cret-word@127.0.0.1:${await freePort()}`;
    for (const open of [redisCache, redisPubSub]) {
      await expect(open(url)).rejects.toMatchObject({
        code: 'REDIS_UNREACHABLE',
        message: expect.not.stringContaining('s3cret-word'),
      });
    }
  });
});

describe('on a Redis server', () => {
  if (!hasRedis()) {
    it('passes the conformance suites', ({ skip }) => skip(NO_REDIS));
    return;
  }
  let server: Awaited<ReturnType<typeof startRedis>>;
  beforeAll(async () => {
    server = await startRedis();
  });
  afterAll(() => server.stop());

  cacheConformance('redisCache', () => redisCache(server.url), { shared: true });
  pubSubConformance('redisPubSub', () => redisPubSub(server.url), { shared: true });

  it('sends nothing to a server that hangs, and resumes when it responds', async () => {
    const hanging = await startRedis();
    const cache = await redisCache(hanging.url);
    onTestFinished(async () => {
      await cache.close();
      await hanging.stop();
    });
    await cache.set('key', 'value', 60_000);
    hanging.signal('SIGSTOP');
    await expect(cache.get('key')).rejects.toThrow('Command timed out');
    const results = await Promise.allSettled(Array.from({ length: 20 }, () => cache.get('key')));
    const reasons = results.map(result =>
      result.status === 'rejected' ? String(result.reason) : 'answered',
    );
    // At most one of them is a trial command.
    const leftAlone = reasons.filter(reason => reason.includes('did not answer lately'));
    expect(leftAlone.length).toBeGreaterThanOrEqual(19);
    hanging.signal('SIGCONT');
    await waitUntil(async () => (await cache.get('key')) === 'value');
  });

  it.each(['write to', 'listen to'])(
    'reconnects when the server that they %s is no longer the primary (GW-03)',
    async use => {
      const [old, next] = [await startRedis(), await startRedis()];
      const name = await startForwarder(old.port);
      const [cache, pubSub, other] = await Promise.all([
        redisCache(name.url),
        redisPubSub(name.url),
        redisPubSub(next.url),
      ]);
      onTestFinished(async () => {
        await Promise.all([cache.close(), pubSub.close(), other.close()]);
        await name.stop();
        await Promise.all([old.stop(), next.stop()]);
      });
      await cache.set('key', 'value', 60_000);
      const heard: string[] = [];
      await pubSub.subscribe('news', message => heard.push(message));
      // A failover: the connections stay at the old primary, which only reads from now on, and the name leads to the new one.
      const admin = new Redis(old.url);
      // It follows nobody, or it would repeat what is published at the new one.
      await admin.replicaof('127.0.0.1', await freePort());
      admin.disconnect();
      name.leadTo(next.port);
      await waitUntil(() =>
        cache.set('key', 'new', 60_000).then(
          () => true,
          () => false,
        ),
      );
      if (use === 'write to') return;
      await waitUntil(async () => {
        await other.publish('news', 'hello').catch(() => {});
        return heard.length > 0;
      });
    },
  );

  it('separates gateways with different prefixes', async () => {
    const [one, two] = await Promise.all([redisCache(server.url, 'one:'), redisCache(server.url, 'two:')]);
    await one.set('key', 'mine', 60_000);
    expect(await two.get('key')).toBeUndefined();
    await Promise.all([one.close(), two.close()]);
  });

  it('rejects at once while the server is down, and works again when it is back', async () => {
    const first = await startRedis();
    const cache = await redisCache(first.url);
    const channels = await redisPubSub(first.url);
    const heard: string[] = [];
    await channels.subscribe('news', message => heard.push(message));
    let restored = 0;
    const stopHearing = channels.onRestored(() => {
      restored += 1;
    });
    channels.onRestored(() => {
      throw new Error('It listens no more');
    })();
    await first.stop();
    // A rejected subscription must not receive messages later, when another one subscribes to the channel.
    const refused: string[] = [];
    await expect(channels.subscribe('sport', message => refused.push(message))).rejects.toThrow();
    const before = Date.now();
    await expect(cache.increment('n', 1, 60_000)).rejects.toThrow();
    expect(Date.now() - before).toBeLessThan(3_000);
    const second = await startRedis(first.port);
    await waitUntil(async () => (await cache.increment('n', 1, 60_000)).count > 0);
    await waitUntil(async () => {
      await channels.publish('news', 'back');
      return heard.includes('back');
    });
    await waitUntil(async () => restored > 0);
    const taken: string[] = [];
    await channels.subscribe('sport', message => taken.push(message));
    await channels.publish('sport', 'goal');
    await waitUntil(async () => taken.length > 0);
    expect(refused).toEqual([]);
    stopHearing();
    await Promise.all([cache.close(), channels.close(), second.stop()]);
  });
});
