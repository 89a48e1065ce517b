import * as protocol from 'latchkit/protocol';
import { callPath, gatewayErrorAnswer, type HttpRequest } from 'latchkit/protocol';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { openTestDatabase } from '../../test/testDatabase.js';
import type { Database } from '../platform/ports/Database.js';
import { createGateway, type Gateway } from './createGateway.js';
import { DEVELOPMENT_PROJECT_ID } from './projects/developmentProject.js';
import { projectStore } from './projects/store.js';

const EVENTS_PATH = protocol.reportEventsRequest.call.path;
const HOME = 'https://shop.example';
const FOREIGN = 'https://shop.example.evil.example';

let database: Database;
let gateway: Gateway;
const reported: unknown[] = [];

beforeAll(async () => {
  database = await openTestDatabase();
  gateway = await createGateway({ database, developmentMode: true, onError: error => reported.push(error) });
  await projectStore(database).save({ id: 'shop', name: 'Shop', features: {}, allowedOrigins: [HOME] });
});
afterAll(async () => {
  await gateway.close();
  await database.close();
});

interface Asked {
  readonly origin?: string;
  readonly method?: string;
  readonly headers?: Record<string, string>;
}

function ask(path: string, { origin, method = 'GET', headers = {} }: Asked = {}) {
  const body = method === 'POST' ? '{"jsonrpc":"2.0","id":1,"method":"eth_chainId"}' : null;
  return gateway.app.request(path, {
    method,
    body,
    headers: { ...headers, ...(origin && { Origin: origin }) },
  });
}

const allowed = (response: Response) => response.headers.get('Access-Control-Allow-Origin');

const isRequest = (value: unknown): value is HttpRequest =>
  typeof value === 'object' && value !== null && 'call' in value && 'summary' in value;

/** Method and path of every call of the gateway's projects. */
const PROJECT_CALLS = Object.values<unknown>(protocol).flatMap(value => {
  if (!isRequest(value) || !['project', 'bearer'].includes(value.call.auth)) return [];
  return [[value.call.method, value.call.path] as const];
});

describe('the record of a call', () => {
  it.each(PROJECT_CALLS)('reserves %s %s for the pages of its project', async (method, path) => {
    if (path === EVENTS_PATH) return;
    for (const way of [method, 'OPTIONS']) {
      const response = await ask(`${path}?projectId=shop`, { origin: FOREIGN, method: way });
      expect([response.status, allowed(response)], way).toEqual([403, null]);
      expect(await response.text()).toContain('ORIGIN_NOT_ALLOWED');
    }
  });

  it('lets the page that sends events read that it is refused, and nothing else (rows-W1)', async () => {
    const events = (method: string, origin: string) =>
      ask(`${EVENTS_PATH}?projectId=shop`, { origin, method });
    const preflight = await events('OPTIONS', FOREIGN);
    expect([preflight.status, allowed(preflight)]).toEqual([204, '*']);
    const refused = await events('POST', FOREIGN);
    expect([refused.status, allowed(refused)]).toEqual([403, '*']);
    expect((await refused.json()).error.code).toBe('ORIGIN_NOT_ALLOWED');
    const [{ stored }] = (await database.query('select count(*)::int as stored from events', [])) as [
      { stored: number },
    ];
    expect(stored).toBe(0);
    expect(allowed(await events('POST', HOME))).toBe(HOME);
  });

  it('lets any page read a call that is open', async () => {
    const { readAllowedOriginsRequest, readNetworkImageRequest, readProjectConfigRequest } = protocol;
    for (const { call } of [readAllowedOriginsRequest, readNetworkImageRequest, readProjectConfigRequest]) {
      const path = `${callPath(call, { id: '1' })}?projectId=shop`;
      const response = await ask(path, { origin: FOREIGN });
      expect([response.status, allowed(response)], path).toEqual([200, '*']);
      const preflight = await ask(path, { origin: FOREIGN, method: 'OPTIONS' });
      expect([preflight.status, allowed(preflight)], path).toEqual([204, '*']);
    }
  });
});

/** Endpoints that require a project. The chain isn't served, so that no request leaves the process. */
const OF_PROJECT = [
  ['GET', '/getWallets?projectId='],
  ['POST', '/v1?chainId=eip155:0&projectId='],
] as const;

describe.each(OF_PROJECT)('the origin rule of %s %s', (method, path) => {
  it('allows every page to use a project without allowed origins', async () => {
    const response = await ask(path + DEVELOPMENT_PROJECT_ID, { origin: FOREIGN, method });
    expect(response.status).not.toBe(403);
    expect(allowed(response)).toBe('*');
  });

  it('allows a listed page to use a project with allowed origins', async () => {
    const response = await ask(`${path}shop`, { origin: HOME, method });
    expect(response.status).not.toBe(403);
    expect(allowed(response)).toBe(HOME);
    expect(response.headers.get('Vary')).toMatch(/\bOrigin\b/);
  });

  it.each([FOREIGN, 'http://shop.example', 'https://shop.example:8443', 'null', 'https://SHOP.example'])(
    'refuses %s for a project with allowed origins',
    async origin => {
      const response = await ask(`${path}shop`, { origin, method });
      expect(response.status).toBe(403);
      expect(allowed(response)).toBeNull();
      expect(await response.text()).toContain('ORIGIN_NOT_ALLOWED');
    },
  );

  it('allows requests without an origin', async () => {
    expect((await ask(`${path}shop`, { method })).status).not.toBe(403);
  });

  it('lets the page read the error when its project is unknown', async () => {
    const response = await ask(`${path}unknown`, { origin: FOREIGN, method });
    expect([response.status, allowed(response)]).toEqual([404, '*']);
  });

  it.each([
    'baggage,sentry-trace',
    'traceparent,tracestate',
    'x-datadog-origin,x-datadog-parent-id,x-datadog-sampling-priority,x-datadog-trace-id',
    'b3,newrelic,x-amzn-trace-id,request-id',
  ])('allows what error trackers add to the calls of a page: %s (GW-07)', async headers => {
    const open = await ask(path + DEVELOPMENT_PROJECT_ID, {
      origin: FOREIGN,
      method: 'OPTIONS',
      headers: { 'Access-Control-Request-Headers': headers },
    });
    const names = open.headers.get('Access-Control-Allow-Headers')?.toLowerCase().split(', ');
    expect(names).toEqual(expect.arrayContaining(['content-type', ...headers.split(',')]));
    const odd = await ask(path + DEVELOPMENT_PROJECT_ID, {
      origin: FOREIGN,
      method: 'OPTIONS',
      headers: { 'Access-Control-Request-Headers': `a b,${'x'.repeat(65)},${'y,'.repeat(100)}` },
    });
    expect(odd.headers.get('Access-Control-Allow-Headers')?.split(', ').length).toBeLessThan(40);
    const foreign = await ask(`${path}shop`, {
      origin: FOREIGN,
      method: 'OPTIONS',
      headers: { 'Access-Control-Request-Headers': headers },
    });
    expect([foreign.status, foreign.headers.get('Access-Control-Allow-Headers')]).toEqual([403, null]);
  });

  it('tells the page its time, which no cache keeps (GW-09)', async () => {
    const { headers } = await ask(path + DEVELOPMENT_PROJECT_ID, { origin: FOREIGN });
    expect(headers.get('Access-Control-Expose-Headers')?.split(', ')).toContain('Date');
    expect(headers.get('Cache-Control')).toMatch(path.startsWith('/getWallets') ? /max-age/ : /no-store/);
  });

  it('applies the same rule to preflights', async () => {
    const preflight = (id: string, origin: string) => ask(path + id, { origin, method: 'OPTIONS' });
    const open = await preflight(DEVELOPMENT_PROJECT_ID, FOREIGN);
    expect([open.status, allowed(open)]).toEqual([204, '*']);
    expect(open.headers.get('Access-Control-Allow-Headers')).toContain('Content-Type');
    expect(open.headers.get('Access-Control-Allow-Methods')).toContain('POST');
    const home = await preflight('shop', HOME);
    expect([home.status, allowed(home)]).toEqual([204, HOME]);
    const foreign = await preflight('shop', FOREIGN);
    expect([foreign.status, allowed(foreign)]).toEqual([403, null]);
  });
});

describe('createGateway', () => {
  it('responds to health and readiness checks', async () => {
    expect(await (await ask('/healthz')).json()).toEqual({ status: 'ok' });
    expect(await (await ask('/readyz')).json()).toEqual({ status: 'ready' });
  });

  it.each([
    '/',
    '/nothing',
    '/v1',
    '/v1/',
    '/getWallets/x',
    '//etc/passwd',
    '/%2e%2e/%2e%2e/etc/passwd',
    '/appkit/v1/config/%00',
    `/${'a/'.repeat(2_000)}`,
  ])('responds with 404 or 400 in the error format of %s', async path => {
    const response = await ask(path);
    expect([400, 404]).toContain(response.status);
    const json = await response.json();
    if (!path.startsWith('/v1')) expect(gatewayErrorAnswer.parse(json)).toEqual(json);
  });

  it('responds with 404 to methods that a path does not have', async () => {
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH']) {
      const response = await gateway.app.request('/getWalletImage/metamask', { method });
      expect([response.status, (await response.json()).error.code]).toEqual([404, 'NOT_FOUND']);
    }
  });

  it.each(['/healthz', '/nothing', '/getWallets', '/getWalletImage/metamask', '/public/getAssetImage/1'])(
    'sends its security headers with %s',
    async path => {
      const { headers } = await ask(path);
      expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
      expect(headers.get('Referrer-Policy')).toBe('no-referrer');
      expect(headers.get('Content-Security-Policy')).toContain("default-src 'none'");
      expect(headers.get('Cache-Control')).toBeTruthy();
    },
  );

  it('lets any page show an image, even a cross-origin isolated page', async () => {
    const response = await ask('/getWalletImage/metamask', { origin: FOREIGN });
    expect(allowed(response)).toBe('*');
    expect(response.headers.get('Cross-Origin-Resource-Policy')).toBe('cross-origin');
  });

  it('does not reveal the cause of a failure', async () => {
    const broken = await openTestDatabase();
    const failing = await createGateway({ database: broken, onError: error => reported.push(error) });
    // Its end would wait for the database.
    onTestFinished(() => void failing.close().catch(() => {}));
    await broken.close();
    const ready = await failing.app.request('/readyz');
    expect([ready.status, await ready.json()]).toEqual([
      503,
      { error: { code: 'NOT_READY', message: 'Does not answer: database' } },
    ]);
    for (const [path, method] of [
      ['/getWallets?projectId=shop', 'GET'],
      ['/v1?projectId=shop', 'POST'],
    ] as const) {
      const before = reported.length;
      const response = await failing.app.request(path, { method });
      expect([response.status, response.headers.has('Retry-After')]).toEqual([503, true]);
      const text = await response.text();
      expect(text).toContain('DATABASE_UNAVAILABLE');
      expect(text).not.toMatch(/pglite|closed/i);
      // An outage is not a bug of the gateway, so it isn't reported.
      expect(reported).toHaveLength(before);
    }
  });
});
