import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { startFaultyUpstream } from '../../test/servers/startFaultyUpstream.js';
import { newData } from '../../test/testDatabase.js';
import { waitUntil } from '../../test/waitUntil.js';
import { DEVELOPMENT_PROJECT_ID } from '../project/projects/developmentProject.js';
import { readSettings } from './readSettings.js';
import { type RunningServer, startServer } from './startServer.js';

let directory: string;
let gateway: RunningServer;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'latchkit-start-'));
  gateway = await startServer(readSettings({ LATCHKIT_GATEWAY_PORT: '0', ...(await newData(directory)) }));
});
afterAll(async () => {
  await gateway.stop();
  rmSync(directory, { recursive: true, force: true });
});

/** Sends raw bytes and reads until the server closes the connection. */
async function send(bytes: string): Promise<string> {
  const socket = connect(Number(new URL(gateway.url).port), '127.0.0.1');
  let answer = '';
  socket.on('data', part => {
    answer += part;
  });
  socket.on('error', () => {});
  socket.end(Buffer.from(bytes, 'latin1'));
  await once(socket, 'close');
  return answer;
}

describe('startServer', () => {
  it.each([
    ['a path that is no UTF-8', 'GET /getWalletImage/\xff\xfe HTTP/1.1\r\nHost: x\r\n'],
    ['a broken absolute address', 'GET http://[::bad/ HTTP/1.1\r\nHost: x\r\n'],
    ['a broken host', 'GET /healthz/x HTTP/1.1\r\nHost: a b/c?d\r\n'],
    ['no host', 'GET /healthz/x HTTP/1.1\r\n'],
    ['an unknown method', 'BREW / HTTP/1.1\r\nHost: x\r\n'],
    ['an asterisk', 'OPTIONS * HTTP/1.1\r\nHost: x\r\n'],
    ['a long header', `GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(40_000)}\r\n`],
    ['a lying length', 'POST /v1?projectId=a HTTP/1.1\r\nHost: x\r\nContent-Length: -5\r\n'],
    ['two lengths', 'POST /v1 HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n'],
  ])('responds to %s with a 4xx status', async (_, head) => {
    expect(await send(`${head}Connection: close\r\n\r\n`)).toMatch(/^HTTP\/1\.1 4\d\d /);
    expect((await fetch(`${gateway.url}/healthz`)).status).toBe(200);
  });

  it.each([
    ['a request', 'GET /healthz HTTP/1.1\r\nHost: one\r\nHost: two\r\n'],
    ['a request whose hosts are the same', 'GET /healthz HTTP/1.1\r\nHost: one\r\nhost: one\r\n'],
    [
      'a handshake',
      'GET /relay HTTP/1.1\r\nHost: one\r\nHost: two\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n',
    ],
    [
      'a call to a chain',
      `POST /v1?projectId=${DEVELOPMENT_PROJECT_ID}&chainId=eip155:31337 HTTP/1.1\r\nHost: one\r\nHost: two\r\nContent-Length: 0\r\n`,
    ],
  ])('refuses %s with two Host headers', async (_, head) => {
    // Request the config first, so that the fast path for chain calls has the project cached.
    await fetch(`${gateway.url}/appkit/v1/config?projectId=${DEVELOPMENT_PROJECT_ID}`);
    const answer = await send(`${head}\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toContain('several hosts');
  });

  it.each([
    ['on', true],
    ['off', false],
  ])('looks up names on CCIP-Read servers as set: LATCHKIT_CCIP_READ=%s', async (setting, isLookedFor) => {
    const own = mkdtempSync(join(tmpdir(), 'latchkit-start-'));
    const ethereum = await startFaultyUpstream('eip155:1');
    const started = await startServer(
      readSettings({
        LATCHKIT_GATEWAY_PORT: '0',
        LATCHKIT_LOG: 'off',
        ...(await newData(own)),
        ...{ LATCHKIT_RPC_1: ethereum.url, LATCHKIT_CCIP_READ: setting },
      }),
    );
    onTestFinished(async () => {
      await started.stop();
      await ethereum.stop();
      rmSync(own, { recursive: true, force: true });
    });
    // Names on Base are read through a server that Ethereum's resolver points to.
    const path = `/v1/identity/0x${'11'.repeat(20)}?chainId=eip155:8453&projectId=${DEVELOPMENT_PROJECT_ID}`;
    await (await fetch(started.url + path)).text();
    expect(ethereum.seen().length > 0).toBe(isLookedFor);
  });

  it('finishes a request in progress, accepts no more, and does not wait for idle connections', async () => {
    const own = mkdtempSync(join(tmpdir(), 'latchkit-start-'));
    const upstream = await startFaultyUpstream('eip155:1');
    const stopping = await startServer(
      readSettings({ LATCHKIT_GATEWAY_PORT: '0', ...(await newData(own)), LATCHKIT_RPC_1: upstream.url }),
    );
    const answer = '{"jsonrpc":"2.0","id":1,"result":"0x1"}';
    const stopped = new Promise<void>((resolve, reject) => {
      upstream.behave((_, response) => {
        // Stops twice while the call is in progress; the chain responds once new connections are refused.
        Promise.all([stopping.stop(), stopping.stop()]).then(() => resolve(), reject);
        const refused = () =>
          fetch(`${stopping.url}/healthz`).then(
            () => false,
            () => true,
          );
        waitUntil(refused).then(() => response.end(answer), reject);
      });
    });
    const response = await fetch(`${stopping.url}/v1?chainId=eip155:1&projectId=${DEVELOPMENT_PROJECT_ID}`, {
      method: 'POST',
      body: '{"jsonrpc":"2.0","id":1,"method":"eth_gasPrice"}',
    });
    expect([response.status, await response.text()]).toEqual([200, answer]);
    const answered = performance.now();
    await stopped;
    // The caller keeps its connection open; a stop that waited for it would take the full 5 s.
    expect(performance.now() - answered).toBeLessThan(3_000);
    await upstream.stop();
    rmSync(own, { recursive: true, force: true });
  });
});
