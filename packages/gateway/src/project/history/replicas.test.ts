import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chainRequest, mineTransaction } from '../../../test/chain/minimalContracts.js';
import { startAnvil } from '../../../test/servers/startAnvil.js';
import { hasRedis, NO_REDIS, startRedis } from '../../../test/servers/startRedis.js';
import { ask } from '../../../test/signInClient.js';
import { hasPostgres, NO_POSTGRES, newPostgres } from '../../../test/testDatabase.js';
import { waitUntil } from '../../../test/waitUntil.js';
import { openPostgres } from '../../platform/adapters/postgres.js';
import { redisCache } from '../../platform/adapters/redis/redisCache.js';
import { createGateway, type Gateway } from '../createGateway.js';

const CHAIN = 'eip155:31337';

/** Forwards requests of a replica to the chain, and counts the blocks that it reads. */
async function countingProxy(target: string) {
  let blocks = 0;
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    blocks += body.split('eth_getBlockReceipts').length - 1;
    const answer = await fetch(target, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body,
    });
    response.end(await answer.text());
  });
  await new Promise<void>(resolve => void server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    blocks: () => blocks,
    stop: () => new Promise(resolve => void server.close(resolve).closeAllConnections()),
  };
}

describe('the index of two replicas', () => {
  if (!hasPostgres() || !hasRedis()) {
    it('is made by one', ({ skip }) => skip(hasPostgres() ? NO_REDIS : NO_POSTGRES));
    return;
  }
  let databaseUrl: string;
  let redis: Awaited<ReturnType<typeof startRedis>>;
  let anvil: Awaited<ReturnType<typeof startAnvil>>;
  const replicas: {
    readonly gateway: Gateway;
    readonly proxy: Awaited<ReturnType<typeof countingProxy>>;
    stop(): Promise<void>;
  }[] = [];
  let me = '';
  let you = '';
  let paid = 0;

  beforeAll(async () => {
    [databaseUrl, redis, anvil] = await Promise.all([newPostgres(), startRedis(), startAnvil(31337)]);
    [me = '', you = ''] = (await chainRequest(anvil.url, 'eth_accounts')) as string[];
    for (let count = 0; count < 2; count += 1) {
      const [database, cache, proxy] = await Promise.all([
        openPostgres(databaseUrl),
        redisCache(redis.url),
        countingProxy(anvil.url),
      ]);
      const gateway = await createGateway({
        database,
        cache,
        developmentMode: true,
        upstreams: { [CHAIN]: proxy.url },
        history: { index: { [CHAIN]: 0 }, interval: 50 },
      });
      const stop = async () => {
        await gateway.close();
        await Promise.all([database.close(), cache.close(), proxy.stop()]);
      };
      replicas.push({ gateway, proxy, stop });
    }
  });
  afterAll(async () => {
    await Promise.all(replicas.map(({ stop }) => stop()));
    await Promise.all([redis.stop(), anvil.stop()]);
  });

  /** Mines so many payments, one per block, and waits until these replicas list them. */
  async function pay(times: number, on = replicas): Promise<void> {
    for (let count = 0; count < times; count += 1) {
      await mineTransaction(anvil.url, { from: me, to: you, value: '0x1' });
    }
    paid += times;
    for (const { gateway } of on) {
      await waitUntil(async () => {
        const { json } = await ask(gateway, `/v1/account/${you}/history`, { query: { chainId: CHAIN } });
        return json.data.length === paid;
      });
    }
  }

  it('is written by one replica, and read by both', async () => {
    await pay(10);
    await pay(10);
    const read = replicas.map(({ proxy }) => proxy.blocks());
    // Blocks with transactions; each is read once, by the replica that was first.
    expect(read.reduce((sum, blocks) => sum + blocks, 0)).toBe(20);
    expect(Math.min(...read)).toBe(0);
  });

  it('is continued by the other replica when one stops', async () => {
    const [first, second] = [...replicas].sort((a, b) => b.proxy.blocks() - a.proxy.blocks());
    await first?.stop();
    replicas.splice(0, replicas.length, ...(second ? [second] : []));
    await pay(5);
    expect(second?.proxy.blocks()).toBe(5);
  });

  it('is continued when Redis dies', async () => {
    await redis.stop();
    await pay(5);
  });
});
