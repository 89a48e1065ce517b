import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { awaitedLater } from '../../../../../scripts/lib/awaitedLater.mjs';
import { startFaultyUpstream } from '../../../test/servers/startFaultyUpstream.js';
import { openTestDatabase } from '../../../test/testDatabase.js';
import { waitUntil } from '../../../test/waitUntil.js';
import { serveFirst } from '../../platform/http/serveFirst.js';
import type { Database } from '../../platform/ports/Database.js';
import { createGateway, type Gateway } from '../createGateway.js';
import { DEVELOPMENT_PROJECT_ID } from '../projects/developmentProject.js';

const CHAIN = 'eip155:31337';
const ORIGIN = 'https://dapp.example';
const RESTRICTED = 'restricted';

let database: Database;
let upstream: Awaited<ReturnType<typeof startFaultyUpstream>>;
let gateway: Gateway;
const servers: ReturnType<typeof createAdaptorServer>[] = [];
/** URLs of the app with the fast path, and of the app alone. */
let both: readonly [string, string];
/** Whether the fast path handled each request. */
const taken: boolean[] = [];

async function listen(first: boolean, gateway: Gateway): Promise<string> {
  const server = createAdaptorServer({ fetch: gateway.app.fetch, overrideGlobalObjects: false });
  servers.push(server);
  if (first) {
    serveFirst(server, (incoming, outgoing) => {
      const isTaken = gateway.fastPath(incoming, outgoing);
      taken.push(isTaken);
      return isTaken;
    });
  }
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

beforeAll(async () => {
  [database, upstream] = await Promise.all([openTestDatabase(), startFaultyUpstream(CHAIN)]);
  gateway = await createGateway({
    database,
    developmentMode: true,
    upstreams: { [CHAIN]: upstream.url, 'eip155:31338': 'http://127.0.0.1:1' },
    limits: { perAddress: 0, perProject: 0, rpcPerProject: 40 },
  });
  await gateway.projects.create({
    id: RESTRICTED,
    name: 'Restricted',
    features: {},
    allowedOrigins: [ORIGIN],
  });
  upstream.behave((_, response, body) => {
    const answers = [JSON.parse(body)].flat().map(({ id }) => ({ jsonrpc: '2.0', id, result: '0x1' }));
    response.end(JSON.stringify(body.startsWith('[') ? answers : answers[0]));
  });
  both = [await listen(true, gateway), await listen(false, gateway)];
});
afterAll(async () => {
  for (const server of servers) server.close();
  await gateway.close();
  await Promise.all([database.close(), upstream.stop()]);
});

interface Sent {
  readonly chainId?: string;
  readonly project?: string;
  readonly query?: string;
  readonly origin?: string;
  readonly method?: string;
  readonly body?: string;
}

const GAS = '{"jsonrpc":"2.0","id":7,"method":"eth_gasPrice"}';

async function ask(base: string, sent: Sent) {
  const {
    chainId = CHAIN,
    project = DEVELOPMENT_PROJECT_ID,
    query,
    origin,
    method = 'POST',
    body = GAS,
  } = sent;
  // The fast path only handles projects that are cached.
  await fetch(`${base}/getWallets?projectId=${project}`, origin ? { headers: { Origin: origin } } : {}).then(
    answer => answer.text(),
  );
  const response = await fetch(`${base}/v1?${query ?? `chainId=${chainId}&projectId=${project}`}`, {
    method,
    headers: { ...(origin ? { Origin: origin } : {}), 'Content-Type': 'application/json' },
    ...(method === 'POST' ? { body } : {}),
  });
  const headers = Object.fromEntries(response.headers);
  expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  for (const name of ['x-request-id', 'date', 'connection', 'keep-alive', 'transfer-encoding']) {
    delete headers[name];
  }
  return { status: response.status, headers, body: await response.text() };
}

/** Sends the request; retries if the project's cached copy, which lives for one second, expired before the call. */
async function askLane(base: string, sent: Sent) {
  for (let tries = 1; ; tries += 1) {
    const answer = await ask(base, sent);
    if (taken.at(-1) || tries === 20) return answer;
  }
}

describe('callFastPath', () => {
  const batch = `[${GAS},${GAS.replace('7', '"b"')}]`;

  it.each<[string, Sent, boolean, number]>([
    ['a call', {}, true, 200],
    ['a chain written with %3A', { chainId: 'eip155%3A31337' }, true, 200],
    ['a batch', { body: batch }, true, 200],
    ['an allowed page', { project: RESTRICTED, origin: ORIGIN }, true, 200],
    ['a page that is not allowed', { project: RESTRICTED, origin: 'https://evil.example' }, false, 403],
    ['no JSON', { body: '{' }, true, 400],
    ['no call', { body: '{"jsonrpc":"2.0"}' }, true, 400],
    ['an empty body', { body: '' }, true, 400],
    ['a byte order mark', { body: `\uFEFF${GAS}` }, true, 200],
    ['a chain that is not served', { chainId: 'eip155:4' }, true, 400],
    ['a chain that cannot be reached', { chainId: 'eip155:31338' }, true, 502],
    ['a project twice', { query: `chainId=${CHAIN}&projectId=a&projectId=b` }, false, 400],
    [
      'an unknown parameter',
      { query: `chainId=${CHAIN}&projectId=${DEVELOPMENT_PROJECT_ID}&st=kit` },
      true,
      200,
    ],
    ['no chain', { query: `projectId=${DEVELOPMENT_PROJECT_ID}` }, false, 400],
    ['no project', { query: `chainId=${CHAIN}` }, false, 400],
    ['an unknown project', { project: 'nobody' }, false, 404],
    ['invalid characters in the query', { query: 'chainId=%00&projectId=%ff' }, false, 400],
    ['a body of more than 2 MB', { body: `"${'x'.repeat(2 * 1024 * 1024)}"` }, false, 413],
    ['a preflight', { method: 'OPTIONS', origin: ORIGIN }, false, 204],
    ['another method', { method: 'GET' }, false, 404],
  ])('responds to %s as the app does', async (_, sent, isTaken, status) => {
    const lane = await (isTaken ? askLane : ask)(both[0], sent);
    const app = await ask(both[1], sent);
    expect(lane).toEqual(app);
    expect(lane.status).toBe(status);
    expect(taken.at(-1)).toBe(isTaken);
  });

  it('applies the rate limits and sends Retry-After, as the app does', async () => {
    const sent = {
      body: `[${Array.from({ length: 30 }, () => GAS).join()}]`,
      project: RESTRICTED,
      origin: ORIGIN,
    };
    let lane = await askLane(both[0], sent);
    while (lane.status === 200) lane = await askLane(both[0], sent);
    const app = await ask(both[1], sent);
    expect(lane).toEqual({ ...app, headers: { ...app.headers, 'retry-after': lane.headers['retry-after'] } });
    expect(lane.status).toBe(429);
    expect(Number(lane.headers['retry-after'])).toBeGreaterThan(0);
    expect(taken.at(-1)).toBe(true);
  });

  it("passes on no more than 2 MiB of a node's answer [SEC-110]", async () => {
    let size = 1_900_000;
    upstream.behave((_, response, body) => {
      const { id } = JSON.parse(body);
      response.end(JSON.stringify({ jsonrpc: '2.0', id, result: '0'.repeat(size) }));
    });
    const body = (at: number) => JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_call', params: [at] });
    for (const base of both) expect((await ask(base, { body: body(1) })).status).toBe(200);
    size = 2_200_000;
    for (const base of both) {
      const answer = await ask(base, { body: body(2) });
      expect([answer.status, JSON.parse(answer.body).error.data.code]).toEqual([
        502,
        'UPSTREAM_ANSWER_TOO_LARGE',
      ]);
    }
  });

  it('aborts the request to the node when the caller disconnects', async () => {
    let ended = false;
    let asked = false;
    upstream.behave((request, response) => {
      asked = true;
      response.on('close', () => {
        ended = !response.writableEnded && request.destroyed;
      });
    });
    const controller = new AbortController();
    const url = `${both[0]}/v1?chainId=${CHAIN}&projectId=${DEVELOPMENT_PROJECT_ID}`;
    const body = GAS.replace('gasPrice', 'blockNumberX');
    const asking = awaitedLater(fetch(url, { method: 'POST', body, signal: controller.signal }));
    await waitUntil(async () => asked);
    controller.abort();
    await expect(asking).rejects.toThrow();
    await waitUntil(async () => ended, 5_000);
  });

  it('responds with an error when the node times out, as the app does', async () => {
    upstream.behave(() => {});
    const hasty = await createGateway({
      database,
      developmentMode: true,
      requestTimeout: 200,
      upstreams: { [CHAIN]: upstream.url },
    });
    const [lane, app] = [await listen(true, hasty), await listen(false, hasty)];
    const answer = await askLane(lane, {});
    expect(answer).toEqual(await ask(app, {}));
    expect(answer.status).toBe(503);
    expect(taken.at(-1)).toBe(true);
    await hasty.close();
  });
});
