import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openPglite } from '../adapters/pglite.js';
import { createGateway, type Gateway } from '../app.js';
import type { Database } from '../ports/Database.js';
import { DEVELOPMENT_PROJECT_ID } from '../projects/developmentProject.js';
import { startAnvil } from '../testing/startAnvil.js';
import { type FaultyUpstream, startFaultyUpstream } from '../testing/startFaultyUpstream.js';
import { waitUntil } from '../testing/waitUntil.js';

const CHAIN = 'eip155:31337';
const ACCOUNT = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
/** Milliseconds that a gateway of these tests gives a chain. */
const TIMEOUT = 2_000;

let database: Database;
let anvil: Awaited<ReturnType<typeof startAnvil>>;
let first: FaultyUpstream;
let gateway: Gateway;

beforeAll(async () => {
  [database, anvil] = await Promise.all([openPglite(), startAnvil(31337)]);
  await rpc(anvil.url, 'anvil_mine', ['0x10']);
});
afterAll(() => Promise.all([database.close(), anvil.stop()]));
beforeEach(async () => {
  first = await startFaultyUpstream(CHAIN);
  gateway = await gatewayOn([first.url, anvil.url]);
});
afterEach(async () => {
  gateway.close();
  await first.stop();
});

function gatewayOn(urls: readonly string[]) {
  return createGateway({
    database,
    developmentMode: true,
    upstreamTimeout: TIMEOUT,
    upstreams: { [CHAIN]: urls },
  });
}

async function rpc(url: string, method: string, params: unknown[] = []) {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body,
  });
  return response.json();
}

async function ask(method: string, params: unknown[] = [], id: number | string = 7, on: Gateway = gateway) {
  const start = performance.now();
  const response = await on.app.request(`/v1?chainId=${CHAIN}&projectId=${DEVELOPMENT_PROJECT_ID}`, {
    method: 'POST',
    body: JSON.stringify({ jsonrpc: '2.0', id, method, params }),
  });
  return { status: response.status, json: await response.json(), ms: performance.now() - start };
}

const balance = { jsonrpc: '2.0', id: 7, result: '0x21e19e0c9bab2400000' };
/** Hands a call on to the real chain. */
async function honest(response: { end(text: string): void }, body: string): Promise<void> {
  const headers = { 'Content-Type': 'application/json' };
  response.end(await (await fetch(anvil.url, { method: 'POST', headers, body })).text());
}

describe('a chain whose first node fails', () => {
  it.each<[string, Parameters<FaultyUpstream['behave']>[0]]>([
    ['hangs', () => {}],
    ['breaks the connection', request => request.socket.destroy()],
    [
      'breaks off in the answer',
      (request, response) => {
        response.writeHead(200, { 'Content-Length': '500' });
        response.write('{"jsonrpc":"2.0",');
        setTimeout(() => request.socket.destroy(), 20);
      },
    ],
    ['answers HTML', (_, response) => response.writeHead(200, { 'Content-Type': 'text/html' }).end('<html>')],
    ['answers HTML with 502', (_, response) => response.writeHead(502).end('<html>Bad gateway')],
    ['answers nothing', (_, response) => response.end()],
    ['limits', (_, response) => response.writeHead(429).end('slow down')],
    [
      'limits in JSON-RPC',
      (_, response) => response.end('{"jsonrpc":"2.0","id":1,"error":{"code":-32005,"message":"no"}}'),
    ],
    ['refuses its operator', (_, response) => response.writeHead(401).end('{}')],
    ['redirects', (_, response) => response.writeHead(302, { Location: anvil.url }).end()],
  ])('is served by the next when it %s', async (_, how) => {
    first.behave(how);
    const answer = await ask('eth_getBalance', [ACCOUNT, 'latest']);
    expect(answer.json).toEqual(balance);
    expect(answer.ms).toBeLessThan(TIMEOUT);
    expect(first.seen().length).toBeGreaterThan(0);
    // From now on the other is asked first.
    const before = first.seen().length;
    for (let count = 0; count < 5; count += 1) expect((await ask('eth_gasPrice')).status).toBe(200);
    expect(first.seen()).toHaveLength(before);
  });

  it('is served by the next when it cannot be reached', async () => {
    const absent = await gatewayOn(['http://127.0.0.1:1', anvil.url]);
    expect((await ask('eth_getBalance', [ACCOUNT, 'latest'], 7, absent)).json).toEqual(balance);
    absent.close();
  });

  it('is served by the next when it hangs from the first word', async () => {
    first.pretend(undefined);
    first.behave(() => {});
    const answer = await ask('eth_getBalance', [ACCOUNT, 'latest']);
    expect(answer.json).toEqual(balance);
    expect(answer.ms).toBeLessThan(TIMEOUT);
  });

  it('is served by the next when it serves another chain', async () => {
    first.pretend('eip155:1');
    first.behave((_, response) => response.end('{"jsonrpc":"2.0","id":1,"result":"0x0"}'));
    expect((await ask('eth_getBalance', [ACCOUNT, 'latest'])).json).toEqual(balance);
    expect(first.seen()).toEqual([]);
  });

  it('is served by the next when it lies about the block number', async () => {
    first.pretend(undefined);
    first.behave((_, response, body) => {
      if (!body.includes('"eth_blockNumber"')) return void honest(response, body);
      response.end('{"jsonrpc":"2.0","id":1,"result":"0xfffffff"}');
    });
    for (let count = 0; count < 3; count += 1) {
      expect((await ask('eth_blockNumber')).json.result).toBe('0x10');
    }
  });

  it('is served by the next when it is far behind', async () => {
    // The faulty node pretends to be at block 16 of the year 2023.
    await rpc(anvil.url, 'anvil_mine', ['0x10']);
    first.behave((_, response) => response.end('{"jsonrpc":"2.0","id":1,"result":"0x10"}'));
    expect((await ask('eth_getBalance', [ACCOUNT, 'latest'])).json).toEqual(balance);
    expect(first.seen()).toEqual([]);
  });

  it('comes back to it when it recovers', async () => {
    first.pretend(undefined);
    first.behave((_, response, body) => {
      if (body.includes('eth_getBalance')) response.writeHead(500).end();
      else honest(response, body);
    });
    expect((await ask('eth_getBalance', [ACCOUNT, 'latest'])).json).toEqual(balance);
    first.behave((_, response, body) => void honest(response, body));
    const before = first.seen().length;
    await waitUntil(async () => {
      await ask('eth_gasPrice');
      return first
        .seen()
        .slice(before)
        .some(({ body }) => body.includes('eth_gasPrice'));
    }, 10_000);
  });

  it('says why when no node is left', async () => {
    const second = await startFaultyUpstream(CHAIN);
    const alone = await gatewayOn([first.url, second.url]);
    first.behave((_, response) => response.end('<html>'));
    second.behave(() => {});
    expect(await ask('eth_gasPrice', [], 'x', alone)).toMatchObject({
      status: 502,
      json: { id: 'x', error: { data: { code: 'UPSTREAM_FAILED' } } },
    });
    alone.close();
    await second.stop();
  });

  it.each([
    ['serves another chain', 'eip155:1', 'UPSTREAM_WRONG_CHAIN'],
    ['contradicts itself', undefined, 'UPSTREAM_UNTRUSTED'],
  ])('refuses when its only node %s', async (_, pretended, code) => {
    const alone = await gatewayOn([first.url]);
    first.pretend(pretended);
    first.behave((_request, response, body) => {
      if (!body.includes('"eth_blockNumber"')) return void honest(response, body);
      response.end('{"jsonrpc":"2.0","id":1,"result":"0xfffffff"}');
    });
    expect(await ask('eth_gasPrice', [], 1, alone)).toMatchObject({
      status: 502,
      json: { error: { data: { code } } },
    });
    alone.close();
  });
});

describe('a chain with three nodes', () => {
  it('believes most of them about the block number', async () => {
    const liar = first;
    liar.pretend(undefined);
    const block = '{"number":"0xfffffff","timestamp":"0x65000000"}';
    liar.behave((_, response, body) => {
      const result = body.includes('eth_getBlockByNumber') ? block : '"0xfffffff"';
      if (/eth_blockNumber|eth_getBlockByNumber/.test(body)) {
        return void response.end(`{"jsonrpc":"2.0","id":1,"result":${result}}`);
      }
      honest(response, body);
    });
    const three = await gatewayOn([liar.url, anvil.url, `${anvil.url}/`]);
    const { result } = await rpc(anvil.url, 'eth_blockNumber');
    expect((await ask('eth_blockNumber', [], 7, three)).json.result).toBe(result);
    three.close();
  });
});

describe('sending a transaction', () => {
  const RAW = '0x02';

  it('tries the next node when the first cannot take it, and not when it may have taken it', async () => {
    const second = await startFaultyUpstream(CHAIN);
    const two = await gatewayOn([first.url, second.url]);
    second.behave((_, response) => response.end('{"jsonrpc":"2.0","id":1,"result":"0xaa"}'));
    first.behave((_, response) => response.writeHead(503).end());
    expect((await ask('eth_sendRawTransaction', [RAW], 7, two)).json.result).toBe('0xaa');
    two.close();

    const again = await gatewayOn([first.url, second.url]);
    const before = second.seen().length;
    first.behave(() => {});
    expect(await ask('eth_sendRawTransaction', [RAW], 7, again)).toMatchObject({
      status: 504,
      json: { error: { data: { code: 'UPSTREAM_TIMEOUT' } } },
    });
    expect(second.seen()).toHaveLength(before);
    again.close();
    await second.stop();
  });

  it('is not shared between those who send the same', async () => {
    let count = 0;
    first.behave((_, response) => {
      count += 1;
      response.end(`{"jsonrpc":"2.0","id":1,"result":"0x${count}"}`);
    });
    const alone = await gatewayOn([first.url]);
    const answers = await Promise.all([1, 2].map(id => ask('eth_sendRawTransaction', [RAW], id, alone)));
    expect(answers.map(({ json }) => json.result).sort()).toEqual(['0x1', '0x2']);
    alone.close();
  });
});

describe('ten clients that ask the same read', () => {
  it('make one call, and each gets it under its own id', async () => {
    const alone = await gatewayOn([first.url]);
    first.behave(async (_, response) => {
      await sleep(50);
      response.end('{"jsonrpc":"2.0","id":1,"result":"0xbeef"}');
    });
    const params = [{ to: ACCOUNT }, 'latest'];
    const ids = Array.from({ length: 10 }, (_, index) => `client ${index}`);
    const answers = await Promise.all(ids.map(id => ask('eth_call', params, id, alone)));
    expect(answers.map(({ json }) => json)).toEqual(
      ids.map(id => ({ jsonrpc: '2.0', id, result: '0xbeef' })),
    );
    expect(first.seen()).toHaveLength(1);
    // Nothing is kept beyond the call: the next read is a new one.
    await ask('eth_call', params, 1, alone);
    expect(first.seen()).toHaveLength(2);
    alone.close();
  });

  it('share it across batches, and each other call goes once', async () => {
    const alone = await gatewayOn([first.url]);
    first.behave(async (_, response, body) => {
      await sleep(50);
      const calls = [JSON.parse(body)].flat();
      const answers = calls.map(({ id, method }) => ({ jsonrpc: '2.0', id, result: method }));
      response.end(JSON.stringify(body.startsWith('[') ? answers.reverse() : answers[0]));
    });
    const batch = async (...methods: string[]) => {
      const body = JSON.stringify(methods.map((method, id) => ({ jsonrpc: '2.0', id, method })));
      const path = `/v1?chainId=${CHAIN}&projectId=${DEVELOPMENT_PROJECT_ID}`;
      const json = await (await alone.app.request(path, { method: 'POST', body })).json();
      return json.map(({ result }: { result: string }) => result);
    };
    const answers = await Promise.all([
      batch('eth_gasPrice', 'eth_syncing', 'eth_gasPrice'),
      batch('eth_syncing', 'net_version'),
    ]);
    expect(answers).toEqual([
      ['eth_gasPrice', 'eth_syncing', 'eth_gasPrice'],
      ['eth_syncing', 'net_version'],
    ]);
    const sent = first.seen().flatMap(({ body }) => [JSON.parse(body)].flat().map(({ method }) => method));
    expect(sent.sort()).toEqual(['eth_gasPrice', 'eth_syncing', 'net_version']);
    alone.close();
  });

  it('lets one go without taking the answer from the others', async () => {
    const alone = await gatewayOn([first.url]);
    let closed = false;
    const caller = new AbortController();
    first.behave(async (_, response) => {
      response.on('close', () => {
        closed = !response.writableFinished;
      });
      caller.abort();
      await sleep(50);
      response.end('{"jsonrpc":"2.0","id":1,"result":"0xbeef"}');
    });
    const path = `/v1?chainId=${CHAIN}&projectId=${DEVELOPMENT_PROJECT_ID}`;
    const body = '{"jsonrpc":"2.0","id":1,"method":"eth_gasPrice"}';
    const leaving = Promise.resolve(alone.app.request(path, { method: 'POST', body, signal: caller.signal }));
    const staying = ask('eth_gasPrice', [], 2, alone);
    expect((await staying).json.result).toBe('0xbeef');
    expect(closed).toBe(false);
    await leaving;
    alone.close();
  });
});

describe('a node that takes no batches', () => {
  it('is asked one by one', async () => {
    const alone = await gatewayOn([first.url]);
    first.behave((_, response, body) => {
      if (body.startsWith('[')) {
        return void response.end(
          '{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"no batches"}}',
        );
      }
      response.end(`{"jsonrpc":"2.0","id":1,"result":"${JSON.parse(body).method}"}`);
    });
    const path = `/v1?chainId=${CHAIN}&projectId=${DEVELOPMENT_PROJECT_ID}`;
    const body = JSON.stringify(
      ['eth_gasPrice', 'eth_syncing'].map((method, id) => ({ jsonrpc: '2.0', id, method })),
    );
    const json = await (await alone.app.request(path, { method: 'POST', body })).json();
    expect(json).toEqual([
      { jsonrpc: '2.0', id: 0, result: 'eth_gasPrice' },
      { jsonrpc: '2.0', id: 1, result: 'eth_syncing' },
    ]);
    alone.close();
  });
});

describe('calls of a project', () => {
  it('are limited, each of a batch', async () => {
    const limited = await createGateway({
      database,
      developmentMode: true,
      upstreams: { [CHAIN]: anvil.url },
      limits: { rpcPerProject: 5, perAddress: 1_000 },
    });
    const path = `/v1?chainId=${CHAIN}&projectId=${DEVELOPMENT_PROJECT_ID}`;
    const body = JSON.stringify(
      Array.from({ length: 4 }, (_, id) => ({ jsonrpc: '2.0', id, method: 'eth_chainId' })),
    );
    expect((await limited.app.request(path, { method: 'POST', body })).status).toBe(200);
    const refused = await limited.app.request(path, { method: 'POST', body });
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
    expect(await refused.json()).toMatchObject({ error: { code: -32005, data: { code: 'RATE_LIMITED' } } });
    limited.close();
  });
});
