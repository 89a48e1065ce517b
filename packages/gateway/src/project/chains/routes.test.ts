import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { startAnvil } from '../../../test/servers/startAnvil.js';
import { startFaultyUpstream } from '../../../test/servers/startFaultyUpstream.js';
import { openTestDatabase } from '../../../test/testDatabase.js';
import type { Database } from '../../platform/ports/Database.js';
import { createGateway, type Gateway } from '../createGateway.js';
import { DEVELOPMENT_PROJECT_ID } from '../projects/developmentProject.js';
import { CHAIN_IDS } from './defaultUpstreams.js';

const ACCOUNT = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const KEY = 'k3y-of-the-operator';

let database: Database;
let anvil: Awaited<ReturnType<typeof startAnvil>>;
let faulty: Awaited<ReturnType<typeof startFaultyUpstream>>;
let gateway: Gateway;

beforeAll(async () => {
  [database, anvil, faulty] = await Promise.all([
    openTestDatabase(),
    startAnvil(31337),
    startFaultyUpstream('eip155:10'),
  ]);
  gateway = await createGateway({
    database,
    developmentMode: true,
    upstreamTimeout: 2_000,
    upstreams: {
      ...Object.fromEntries(CHAIN_IDS.map(id => [id, `${faulty.url}/chain/${id}`])),
      'eip155:31337': anvil.url,
      'eip155:10': `${faulty.url.replace('//', '//operator:pass%20word@')}/v3/${KEY}`,
      'eip155:31338': 'http://127.0.0.1:1',
    },
  });
});
afterAll(async () => {
  await gateway.close();
  await Promise.all([database.close(), anvil.stop(), faulty.stop()]);
});

const call = (method: string, params: unknown[] = [], id: number | string = 1) => ({
  jsonrpc: '2.0',
  id,
  method,
  params,
});

async function post(chainId: string, body: unknown, on: Gateway = gateway) {
  const path = `/v1?chainId=${encodeURIComponent(chainId)}&projectId=${DEVELOPMENT_PROJECT_ID}`;
  const response = await on.app.request(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  const text = await response.text();
  return { status: response.status, text, json: text === '' ? undefined : JSON.parse(text) };
}

describe('POST /v1 before a real chain', () => {
  it('responds to a read with the result of the chain (CALL-40)', async () => {
    expect(await post('eip155:31337', call('eth_chainId'))).toMatchObject({
      status: 200,
      json: { jsonrpc: '2.0', id: 1, result: '0x7a69' },
    });
    const { json } = await post('eip155:31337', call('eth_getBalance', [ACCOUNT, 'latest'], 'a'));
    expect(json).toEqual({ jsonrpc: '2.0', id: 'a', result: '0x21e19e0c9bab2400000' });
  });

  it('serves 24 networks, and the development chains in development only [CALL-42]', async () => {
    const ids = [
      ...[1, 10, 42161, 137, 42220, 1313161554, 56, 43114, 324, 100, 8453, 7777777, 999],
      ...[11155111, 11155420, 421614, 80002, 97, 43113, 84532, 999999999],
    ].map(id => `eip155:${id}`);
    ids.push('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z');
    ids.push('solana:EtWTRABZaYq6iMFeYKouRu166VU2xqa1');
    expect(ids).toHaveLength(24);
    faulty.behave(({ url }, response) => response.end(`{"jsonrpc":"2.0","id":1,"result":"${url}"}`));
    for (const id of ids) {
      const method = id.startsWith('solana:') ? 'getSlot' : 'eth_gasPrice';
      expect(await post(id, call(method)), id).toMatchObject({
        status: 200,
        json: { result: id === 'eip155:10' ? `/v3/${KEY}` : `/chain/${id}` },
      });
    }
    expect(await post('eip155:250', call('eth_chainId'))).toMatchObject({
      status: 400,
      json: { jsonrpc: '2.0', error: { code: -32602, data: { code: 'CHAIN_NOT_SUPPORTED' } } },
    });
  });

  it('responds to a batch with one request to the node', async () => {
    const batch = Array.from({ length: 1000 }, (_, id) => call('eth_chainId', [], id));
    const answer = await post('eip155:31337', batch);
    expect(answer.status).toBe(200);
    expect(answer.json).toHaveLength(1000);
    expect(answer.json[999]).toEqual({ jsonrpc: '2.0', id: 999, result: '0x7a69' });
  });

  it('passes on errors of the chain with status 200', async () => {
    const answer = await post('eip155:31337', call('eth_getBalance', ['nonsense']));
    expect(answer).toMatchObject({ status: 200, json: { id: 1, error: { code: -32602 } } });
  });

  it('blocks account and control methods of a node, except on a development chain', async () => {
    for (const method of [
      'eth_sendTransaction',
      'eth_accounts',
      'anvil_setBalance',
      'personal_sign',
      'evm_mine',
    ]) {
      expect(await post('eip155:1', [call('eth_chainId'), call(method)]), method).toMatchObject({
        status: 403,
        json: { error: { code: -32004, data: { code: 'METHOD_NOT_ALLOWED' } } },
      });
    }
    expect((await post('eip155:31337', call('eth_accounts'))).json.result).toHaveLength(10);
  });
});

describe('POST /v1 with a hostile body', () => {
  it.each([
    ['no JSON', '{"jsonrpc":', 400, 'PARSE_ERROR'],
    ['nothing', '', 400, 'PARSE_ERROR'],
    ['deep nesting', '['.repeat(200_000), 400, 'PARSE_ERROR'],
    ['a number', '7', 400, 'INVALID_RPC_REQUEST'],
    ['an empty batch', '[]', 400, 'INVALID_RPC_REQUEST'],
    ['a batch of batches', '[[]]', 400, 'INVALID_RPC_REQUEST'],
    ['another version', '{"jsonrpc":"1.0","id":1,"method":"eth_chainId"}', 400, 'INVALID_RPC_REQUEST'],
    ['no id', '{"jsonrpc":"2.0","method":"eth_chainId"}', 400, 'INVALID_RPC_REQUEST'],
    [
      'a method with a line break',
      '{"jsonrpc":"2.0","id":1,"method":"eth\\n_x"}',
      400,
      'INVALID_RPC_REQUEST',
    ],
    ['too many calls', JSON.stringify(Array(1001).fill(call('eth_chainId'))), 400, 'INVALID_RPC_REQUEST'],
    ['too much', `"${'x'.repeat(3 * 1024 * 1024)}"`, 413, 'BODY_TOO_LARGE'],
  ])('refuses %s', async (_, body, status, code) => {
    const answer = await post('eip155:31337', body);
    expect(answer).toMatchObject({ status, json: { jsonrpc: '2.0', id: null, error: { data: { code } } } });
  });

  it.each([
    ['another id', '{"jsonrpc":"2.0","id":2,"result":"0x1"}'],
    ['an id as text', '{"jsonrpc":"2.0","id":"1","result":"0x1"}'],
    ['no id', '{"jsonrpc":"2.0","result":"0x1"}'],
    ['an error with another id', '{"jsonrpc":"2.0","id":2,"error":{"code":3,"message":"no"}}'],
  ])('rejects a response with %s from a node', async (_, text) => {
    faulty.behave((_, response) => response.end(text));
    expect(await post('eip155:10', call('eth_gasPrice', [], 7))).toMatchObject({
      status: 502,
      json: { id: 7, error: { data: { code: 'UPSTREAM_FAILED' } } },
    });
  });

  it('refuses a request without a chain, a project, or with an unknown one', async () => {
    const codes = [];
    for (const search of [
      `projectId=${DEVELOPMENT_PROJECT_ID}`,
      'chainId=eip155:1',
      'chainId=eip155:1&projectId=unknown',
      `chainId=__proto__&projectId=${DEVELOPMENT_PROJECT_ID}`,
    ]) {
      const response = await gateway.app.request(`/v1?${search}`, { method: 'POST', body: '{}' });
      codes.push([response.status, (await response.json()).error.data.code]);
    }
    expect(codes).toEqual([
      [400, 'INVALID_QUERY'],
      [400, 'INVALID_QUERY'],
      [404, 'PROJECT_NOT_FOUND'],
      [400, 'CHAIN_NOT_SUPPORTED'],
    ]);
  });
});

describe('POST /v1 before a provider that fails', () => {
  const asked = () => post('eip155:10', call('eth_gasPrice'));

  it.each([
    ['hangs', (): void => {}, 504, 'UPSTREAM_TIMEOUT'],
    ['limits', 429, 429, 'UPSTREAM_RATE_LIMITED'],
    ['refuses the operator', 401, 502, 'UPSTREAM_FAILED'],
    ['breaks', 500, 502, 'UPSTREAM_FAILED'],
  ])('reports when it %s, without its address', async (_, how, status, code) => {
    faulty.behave((_request, response) => {
      if (typeof how === 'number') response.writeHead(how).end(`bad key ${KEY} at ${faulty.url}`);
    });
    const answer = await asked();
    expect(answer).toMatchObject({ status, json: { error: { data: { code } } } });
    expect(answer.text).not.toMatch(new RegExp(`${KEY}|127\\.0\\.0\\.1`));
  });

  it.each(['<html>', '[{"id":1}]', '{"error":"no"}', 'null', ''])('rejects the response %j', async text => {
    faulty.behave((_, response) => response.end(text));
    expect(await asked()).toMatchObject({
      status: 502,
      json: { error: { data: { code: 'UPSTREAM_FAILED' } } },
    });
  });

  it('follows no redirect', async () => {
    faulty.behave((_, response) => response.writeHead(307, { Location: anvil.url }).end());
    expect(await asked()).toMatchObject({
      status: 502,
      json: { error: { data: { code: 'UPSTREAM_UNREACHABLE' } } },
    });
  });

  it('reports a provider that cannot be reached', async () => {
    expect(await post('eip155:31338', call('eth_chainId'))).toMatchObject({
      status: 502,
      json: { id: 1, error: { code: -32000, data: { code: 'UPSTREAM_UNREACHABLE' } } },
    });
    expect((await post('eip155:31338', [call('eth_chainId')])).json.id).toBe(1);
    expect(
      (await post('eip155:31338', [call('eth_chainId'), call('eth_chainId', [], 2)])).json.id,
    ).toBeNull();
  });

  it('aborts the request to the provider when the caller disconnects', async () => {
    const caller = new AbortController();
    const hungUp = new Promise<void>(resolve => {
      faulty.behave((_, response) => {
        response.on('close', resolve);
        caller.abort();
      });
    });
    // A long time limit for the provider, so that only the caller's disconnection can be the cause.
    const patient = await createGateway({
      database,
      developmentMode: true,
      upstreams: { 'eip155:10': faulty.url },
    });
    onTestFinished(() => patient.close());
    const path = `/v1?chainId=eip155:10&projectId=${DEVELOPMENT_PROJECT_ID}`;
    const body = JSON.stringify(call('eth_gasPrice'));
    await patient.app.request(path, { method: 'POST', body, signal: caller.signal });
    await hungUp;
  });

  it('removes the key and the address from error messages', async () => {
    const message = `project ${KEY} of ${faulty.url} has no credit`;
    faulty.behave((_, response) =>
      response
        .writeHead(400)
        .end(JSON.stringify({ jsonrpc: '2.0', id: 1, error: { code: -32010, message } })),
    );
    const answer = await asked();
    expect(answer).toMatchObject({ status: 200, json: { error: { code: -32010 } } });
    expect(answer.text).toContain('has no credit');
    expect(answer.text).not.toMatch(new RegExp(`${KEY}|127\\.0\\.0\\.1`));
  });

  it('sends credentials as a header and large integers untouched, both ways', async () => {
    const body = '{"jsonrpc":"2.0","id":1,"method":"getBlock","params":[18446744073709551615]}';
    faulty.behave((_, response) => response.end('{"jsonrpc":"2.0","id":1,"result":18446744073709551615}'));
    expect((await post('eip155:10', body)).text).toContain('18446744073709551615');
    expect(faulty.last().body).toBe(body);
    expect(faulty.last().headers.authorization).toBe(`Basic ${btoa('operator:pass word')}`);
  });

  it('aborts calls in progress when the gateway closes', async () => {
    const short = await createGateway({
      database,
      developmentMode: true,
      upstreams: { 'eip155:10': faulty.url },
    });
    faulty.behave(() => short.close());
    expect(await post('eip155:10', call('eth_gasPrice'), short)).toMatchObject({ status: 502 });
  });
});

describe('POST /v1 in production', () => {
  it('knows neither the development chains nor the development project', async () => {
    const production = await createGateway({ database });
    onTestFinished(() => production.close());
    expect(await post('eip155:31337', call('eth_chainId'), production)).toMatchObject({
      status: 404,
      json: { error: { data: { code: 'PROJECT_NOT_FOUND' } } },
    });
    await expect(createGateway({ database, upstreams: { 'eip155:31337': anvil.url } })).rejects.toMatchObject(
      {
        code: 'INVALID_UPSTREAM',
      },
    );
  });

  it('refuses an upstream that is not HTTP, without repeating it', async () => {
    const refused = createGateway({ database, upstreams: { 'eip155:1': `ftp://host/${KEY}` } });
    await expect(refused).rejects.toMatchObject({
      code: 'INVALID_UPSTREAM',
      message: expect.not.stringContaining(KEY),
    });
  });
});
