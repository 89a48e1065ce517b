import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newData, openTestDatabase } from '../../../test/testDatabase.js';
import { createGateway } from '../../project/createGateway.js';
import { DEVELOPMENT_PROJECT_ID } from '../../project/projects/developmentProject.js';
import { readSettings } from '../../server/readSettings.js';
import { startServer } from '../../server/startServer.js';
import { errorFields, jsonLog } from '../jsonLog.js';
import type { Database } from '../ports/Database.js';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

describe('GET /metrics', () => {
  it('counts requests by route, not by path', async () => {
    const { app, close } = await createGateway({ database, developmentMode: true });
    await app.request(`/getWallets?projectId=${DEVELOPMENT_PROJECT_ID}`);
    await app.request('/getWalletImage/metamask');
    await app.request('/getWalletImage/none');
    await app.request('/secret/path');
    const response = await app.request('/metrics');
    expect(response.headers.get('Content-Type')).toMatch(/^text\/plain/);
    const text = await response.text();
    for (const line of [
      'latchkit_http_requests_total{method="GET",route="/getWallets",status="200"} 1',
      'latchkit_http_requests_total{method="GET",route="/getWalletImage/:id",status="200"} 1',
      'latchkit_http_requests_total{method="GET",route="/getWalletImage/:id",status="404"} 1',
      'latchkit_http_requests_total{method="GET",route="none",status="404"} 1',
      'latchkit_http_request_seconds_count{route="/getWallets"} 1',
      'latchkit_http_requests_in_flight 1',
    ]) {
      expect(text.split('\n')).toContain(line);
    }
    expect(text).not.toMatch(/secret|metamask/);
    close();
  });

  it('requires the token in production', async () => {
    const metricsToken = 'a-long-enough-token';
    const { app, close } = await createGateway({ database, metricsToken });
    const status = async (authorization?: string) => {
      const headers: Record<string, string> =
        authorization === undefined ? {} : { Authorization: authorization };
      return (await app.request('/metrics', { headers })).status;
    };
    expect([await status(), await status('Bearer wrong'), await status('Bearer ')]).toEqual([404, 404, 404]);
    expect(await status(`Bearer ${metricsToken}`)).toBe(200);
    close();
    const without = await createGateway({ database });
    expect((await without.app.request('/metrics', { headers: { Authorization: 'Bearer ' } })).status).toBe(
      404,
    );
    without.close();
  });
});

describe('jsonLog', () => {
  const now = () => new Date('2026-01-02T03:04:05Z');

  it('writes records at or above its level as lines of JSON', () => {
    const lines: string[] = [];
    const log = jsonLog(line => lines.push(line), 'warn', [], now);
    log('info', 'request', { status: 200 });
    log('warn', 'odd', { text: 'a\n"b"' });
    log('error', 'bad');
    expect(lines.map(line => JSON.parse(line))).toEqual([
      { time: '2026-01-02T03:04:05.000Z', level: 'warn', event: 'odd', text: 'a\n"b"' },
      { time: '2026-01-02T03:04:05.000Z', level: 'error', event: 'bad' },
    ]);
    expect(lines.join('')).not.toContain('\n');
    jsonLog(line => lines.push(line), 'off')('error', 'silent');
    expect(lines).toHaveLength(2);
  });

  it('never writes a secret of the settings, wherever it comes from', () => {
    const settings = readSettings({
      DATABASE_URL: 'postgres://latchkit:p%40ss"word@db.example/latchkit',
      REDIS_URL: 'redis://:r3d1s-pass@cache.example',
      LATCHKIT_METRICS_TOKEN: 'metrics-token-0123',
      LATCHKIT_RPC_1:
        'https://node.example/v3/0123456789abcdef?key=query-key-987,https://u:basic-pass@b.example',
    });
    const lines: string[] = [];
    const log = jsonLog(line => lines.push(line), 'info', settings.secrets, now);
    const cause = new Error('at redis://:r3d1s-pass@cache.example with metrics-token-0123 and query-key-987');
    const error = new Error(`no ${settings.databaseUrl} nor 0123456789abcdef, basic-pass`, { cause });
    log('error', 'unforeseen', errorFields(error));
    expect(lines.join()).not.toMatch(/p%40ss|r3d1s-pass|metrics-token|0123456789abcdef|query-key|basic-pass/);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 'error', name: 'Error' });
  });
});

describe('requests', () => {
  it('are logged without query, body and address', async () => {
    const records: unknown[] = [];
    const log = (level: string, event: string, fields?: object) =>
      void records.push({ level, event, ...fields });
    const { app, close } = await createGateway({ database, developmentMode: true, log });
    const response = await app.request(`/getWallets?projectId=${DEVELOPMENT_PROJECT_ID}&search=private`);
    expect(records).toEqual([
      {
        level: 'info',
        event: 'request',
        method: 'GET',
        route: '/getWallets',
        status: 200,
        ms: expect.any(Number),
        requestId: response.headers.get('X-Request-Id'),
      },
    ]);
    close();
  });

  it('end at the time limit, with a response that a page can read', async () => {
    const hanging = createServer(() => {}).listen(0, '127.0.0.1');
    await once(hanging, 'listening');
    const address = hanging.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const { app, close } = await createGateway({
      database,
      developmentMode: true,
      upstreams: { 'eip155:1': `http://127.0.0.1:${port}` },
      requestTimeout: 100,
    });
    const response = await app.request(`/v1?chainId=eip155:1&projectId=${DEVELOPMENT_PROJECT_ID}`, {
      method: 'POST',
      body: '{"jsonrpc":"2.0","id":1,"method":"eth_gasPrice"}',
    });
    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({ error: { data: { code: 'REQUEST_TIMEOUT' } } });
    expect(response.headers.get('Access-Control-Allow-Origin')).toBe('*');
    close();
    hanging.closeAllConnections();
    hanging.close();
  });

  it('that never end are aborted', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'latchkit-slow-'));
    const data = await newData(directory);
    const gateway = await startServer(
      readSettings({ LATCHKIT_GATEWAY_PORT: '0', LATCHKIT_LOG: 'off', ...data }),
      { headersTimeout: 300, requestTimeout: 600 },
    );
    const socket = connect(Number(new URL(gateway.url).port), '127.0.0.1');
    let answer = '';
    socket.on('data', part => {
      answer += part;
    });
    socket.write('POST /e?projectId=a HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{');
    await once(socket, 'close');
    expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /);
    await gateway.stop();
    rmSync(directory, { recursive: true, force: true });
  });
});
