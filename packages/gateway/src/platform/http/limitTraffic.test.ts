import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { waitUntil } from '../../../test/waitUntil.js';
import { openListener } from './openListener.js';
import { createTraffic, DEFAULT_TRAFFIC, type TrafficLimits } from './traffic.js';

const MB = 1_048_576;
/** More than the kernel takes for a reader that does not read. */
const LARGE = 'x'.repeat(12 * MB);
/** Without the defence it never comes about: the test says so before its own limit ends it. */
const SOON = { timeout: 5_000, interval: 30 };
const BYTES = { address: 30 * MB, wide: 60 * MB, project: 100 * MB, strangers: 100 * MB, all: 200 * MB };

/** A service behind a proxy on this machine, which passes on the addresses that the test sets. */
async function started(limits: Partial<TrafficLimits> = {}) {
  const traffic = createTraffic(['loopback'], { ...DEFAULT_TRAFFIC, bytes: BYTES, ...limits });
  const listener = await openListener({ port: 0, host: '127.0.0.1', variable: 'PORT', traffic });
  listener.serve(async request => {
    const { pathname } = new URL(request.url);
    if (pathname === '/wait') await new Promise(() => {});
    if (request.method === 'POST') return new Response(String((await request.text()).length));
    return new Response(pathname === '/large' ? LARGE : 'small');
  });
  const sockets: Socket[] = [];
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await listener.close();
  });
  const { port } = listener;
  /** Sends a request and reads nothing of the answer. */
  const leaveUnread = async (request: string, from: string, more = '') => {
    const socket = connect(port, '127.0.0.1');
    sockets.push(socket);
    socket.on('error', () => {});
    socket.pause();
    await once(socket, 'connect');
    socket.write(`${request} HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${from}\r\n${more}\r\n`);
    return socket;
  };
  const ask = (path: string, from: string, init: RequestInit = {}) =>
    fetch(`http://127.0.0.1:${port}${path}`, {
      ...init,
      headers: { 'X-Forwarded-For': from, Connection: 'close', ...init.headers },
    });
  return { traffic, ask, leaveUnread, port };
}

describe('limitTraffic', () => {
  it('answers 503 to a network that does not read what it asked for, and serves the others [SEC-110]', async () => {
    const { traffic, ask, leaveUnread } = await started();
    for (let at = 0; at < 2; at += 1) await leaveUnread('GET /large', '192.0.2.1');
    await expect.poll(() => traffic.bytes.used, SOON).toBe(2 * LARGE.length);
    const refused = await ask('/large', '192.0.2.1');
    expect([refused.status, refused.headers.get('Retry-After')]).toEqual([503, '2']);
    expect(await refused.json()).toMatchObject({ error: { code: 'SERVER_BUSY' } });
    expect((await ask('/', '192.0.2.1')).status).toBe(200);
    // Forged entries before the proxy's own change nothing.
    expect((await ask('/large', '203.0.113.99, 192.0.2.1')).status).toBe(503);
    const other = await ask('/large', '198.51.100.1');
    expect([other.status, (await other.text()).length]).toEqual([200, LARGE.length]);
    await waitUntil(async () => traffic.bytes.used === 2 * LARGE.length);
  });

  it('ends the connection of a reader that does not read, and counts nothing of it any more [SEC-110]', async () => {
    const { traffic, ask, leaveUnread } = await started({ readTime: 300 });
    await leaveUnread('GET /large', '192.0.2.1');
    await expect.poll(() => traffic.bytes.used, SOON).toBeGreaterThan(0);
    await expect.poll(() => traffic.bytes.used, SOON).toBe(0);
    const read = await ask('/large', '192.0.2.1');
    expect((await read.text()).length).toBe(LARGE.length);
  });

  it('keeps room for honest callers while many networks read nothing', async () => {
    const { traffic, ask, leaveUnread } = await started();
    for (let net = 0; net < 4; net += 1)
      for (let at = 0; at < 2; at += 1) await leaveUnread('GET /large', `2001:db8:${net}::1`);
    await waitUntil(async () => traffic.bytes.used > 80 * MB);
    expect(traffic.bytes.used).toBeLessThanOrEqual(BYTES.strangers);
    expect((await (await ask('/large', '198.51.100.1')).text()).length).toBe(LARGE.length);
  });

  it('counts a body when it is announced, and requests in progress', async () => {
    const requests = { address: 3, wide: 100, project: 100, strangers: 100, all: 100 };
    const { ask, leaveUnread, traffic } = await started({ requests });
    expect(await (await ask('/', '192.0.2.1', { method: 'POST', body: 'x'.repeat(2 * MB) })).text()).toBe(
      String(2 * MB),
    );
    for (let at = 0; at < 3; at += 1) await leaveUnread('GET /wait', '192.0.2.1');
    await waitUntil(async () => (await ask('/', '192.0.2.1')).status === 503);
    // A caller who names a login gets a few more, until the login is verified.
    expect((await ask('/', '192.0.2.1', { headers: { Authorization: 'DPoP x' } })).status).toBe(200);
    expect((await ask('/', '192.0.2.2')).status).toBe(200);
    for (let at = 0; at < 8; at += 1)
      await leaveUnread('POST /', '198.51.100.1', `Content-Length: ${4 * MB}\r\n`).then(socket =>
        socket.write('x'),
      );
    await waitUntil(async () => traffic.bytes.used === 3 * 4 * MB);
  });

  it('closes connections without a request in favour of new ones of the same address', async () => {
    const connections = { address: 3, wide: 100, project: 100, strangers: 100, all: 100 };
    const traffic = createTraffic([], { ...DEFAULT_TRAFFIC, connections });
    const listener = await openListener({ port: 0, host: '127.0.0.1', variable: 'PORT', traffic });
    listener.serve(() => new Response('here'));
    const sockets = Array.from({ length: 10 }, () =>
      connect(listener.port, '127.0.0.1').on('error', () => {}),
    );
    onTestFinished(async () => {
      for (const socket of sockets) socket.destroy();
      await listener.close();
    });
    await Promise.all(sockets.map(socket => once(socket, 'connect')));
    expect((await fetch(`http://127.0.0.1:${listener.port}/`)).status).toBe(200);
    await waitUntil(async () => sockets.filter(socket => !socket.destroyed).length <= 3);
  });
});
