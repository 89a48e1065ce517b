import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getBlockNumber, watchBlockNumber } from 'viem/actions';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { anvilNetwork } from '../../testing/createAdapterHost.test-support.js';
import { createChainClient } from './createChainClient.js';
import { toViemChain } from './toViemChain.js';

let server: Server | undefined;
afterEach(() => {
  vi.useRealTimers();
  server?.closeAllConnections();
  server?.close();
});

/** A test node that records every body and sends what `answer` returns; undefined sends no response. */
async function endpoint(answer: (body: unknown) => unknown): Promise<{ url: string; bodies: unknown[] }> {
  const bodies: unknown[] = [];
  const made = createServer((request, response) => {
    let text = '';
    request.on('data', chunk => {
      text += chunk;
    });
    request.on('end', () => {
      const body: unknown = JSON.parse(text);
      bodies.push(body);
      const reply = answer(body);
      if (reply !== undefined)
        response.setHeader('content-type', 'application/json').end(JSON.stringify(reply));
    });
  });
  server = made;
  await new Promise<void>(resolve => made.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(made.address() as AddressInfo).port}`, bodies };
}

const chain = toViemChain(anvilNetwork({ chainId: 31337, url: 'http://unused.invalid' }));

describe('createChainClient', () => {
  it('gives a silent chain 10 s, no less and no more [TIME-16]', async () => {
    const { url, bodies } = await endpoint(() => undefined);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    let settled = 'pending';
    const read = getBlockNumber(createChainClient(chain, url)).catch(error => {
      settled = (error as Error).name;
    });
    while (bodies.length === 0) await new Promise(resolve => setImmediate(resolve));
    await vi.advanceTimersByTimeAsync(9_999);
    expect(settled).toBe('pending');
    await vi.advanceTimersByTimeAsync(1);
    await read;
    expect(settled).toBe('TimeoutError');
    expect(bodies).toHaveLength(1);
  });

  it('polls a chain that pushes nothing every 4 s [TIME-17] (rows-W7)', async () => {
    let height = 0;
    const { url, bodies } = await endpoint(body => ({
      jsonrpc: '2.0',
      id: (body as { id: number }).id,
      result: `0x${(++height).toString(16)}`,
    }));
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    const seen: bigint[] = [];
    const turn = () => new Promise(resolve => setImmediate(resolve));
    const stop = watchBlockNumber(createChainClient(chain, url), {
      emitOnBegin: true,
      onBlockNumber: number => seen.push(number),
    });
    for (let polls = 1; polls <= 3; polls++) {
      // The request is real: the clock is stopped until its response has arrived.
      while (seen.length < polls) await turn();
      await turn();
      await vi.advanceTimersByTimeAsync(3_999);
      for (let turns = 0; turns < 20; turns++) await turn();
      expect(bodies).toHaveLength(polls);
      await vi.advanceTimersByTimeAsync(1);
    }
    while (bodies.length < 4) await turn();
    stop();
  });

  it('sends batched reads in bodies of 1000 [LIM-24]', async () => {
    const { url, bodies } = await endpoint(body =>
      (body as { id: number }[]).map(({ id }) => ({ jsonrpc: '2.0', id, result: '0x1' })),
    );
    const client = createChainClient(chain, url, true);
    const reads = Array.from({ length: 1_001 }, (_, index) =>
      client.request({
        method: 'eth_getBalance',
        params: [`0x${index.toString(16).padStart(40, '0')}`, 'latest'],
      }),
    );
    await Promise.all(reads);
    expect(bodies.map(body => (body as unknown[]).length).sort((a, b) => b - a)).toEqual([1_000, 1]);
  });

  it('sends reads separately unless batching is on', async () => {
    const { url, bodies } = await endpoint(body => ({
      jsonrpc: '2.0',
      id: (body as { id: number }).id,
      result: '0x1',
    }));
    const client = createChainClient(chain, url);
    const read = (address: `0x${string}`) =>
      client.request({ method: 'eth_getBalance', params: [address, 'latest'] });
    await Promise.all([read('0x01'), read('0x02')]);
    expect(bodies.map(body => Array.isArray(body))).toEqual([false, false]);
  });
});
