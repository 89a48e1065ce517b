import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openTestDatabase } from '../../../test/testDatabase.js';
import { createGateway, type Gateway, type GatewayOptions } from '../../project/createGateway.js';
import { DEVELOPMENT_PROJECT_ID } from '../../project/projects/developmentProject.js';
import { memoryCache } from '../adapters/memory/memoryCache.js';
import type { Database } from '../ports/Database.js';
import { callerAddress } from './clientAddress.js';

let database: Database;
let time = 0;
const open: Gateway[] = [];

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(async () => {
  for (const gateway of open) gateway.close();
  await database.close();
});

async function gatewayWith(options: Omit<GatewayOptions, 'database'>): Promise<Gateway> {
  const gateway = await createGateway({ database, developmentMode: true, ...options });
  open.push(gateway);
  return gateway;
}

interface Caller {
  readonly socket?: string;
  readonly forwarded?: string;
  readonly project?: string;
}

/** Sends a request with the socket address that Node's server would pass on. */
async function ask(gateway: Gateway, { socket = '192.0.2.1', forwarded, project }: Caller = {}) {
  const headers: Record<string, string> = { Origin: 'https://page.example' };
  if (forwarded !== undefined) headers['X-Forwarded-For'] = forwarded;
  const path = `/projects/v1/origins?projectId=${project ?? DEVELOPMENT_PROJECT_ID}`;
  const env = { incoming: { socket: { remoteAddress: socket } } };
  return gateway.app.request(path, { headers }, env);
}

async function allowed(gateway: Gateway, caller?: Caller): Promise<boolean> {
  return (await ask(gateway, caller)).status !== 429;
}

describe('limits', () => {
  it('refuse an address above its limit until the minute is over', async () => {
    const gateway = await gatewayWith({ cache: memoryCache(() => time), limits: { perAddress: 3 } });
    for (let count = 0; count < 3; count += 1) expect(await allowed(gateway)).toBe(true);
    const refused = await ask(gateway);
    expect(refused.status).toBe(429);
    expect(await refused.json()).toEqual({ error: { code: 'RATE_LIMITED', message: expect.any(String) } });
    // Pages must be able to read it.
    expect(refused.headers.get('Access-Control-Allow-Origin')).toBe('*');
    expect(refused.headers.get('Retry-After')).toBe('60');
    expect(await allowed(gateway, { socket: '192.0.2.2' })).toBe(true);
    time += 60_000;
    expect(await allowed(gateway)).toBe(true);
  });

  it('refuse a project above its limit from any address, and no other project', async () => {
    const gateway = await gatewayWith({ limits: { perProject: 2 } });
    await gateway.projects.save({ id: 'second', name: 'Second', features: {}, allowedOrigins: [] });
    expect(await allowed(gateway, { socket: '192.0.2.1' })).toBe(true);
    expect(await allowed(gateway, { socket: '192.0.2.2' })).toBe(true);
    expect(await allowed(gateway, { socket: '192.0.2.3' })).toBe(false);
    expect(await allowed(gateway, { socket: '192.0.2.3', project: 'second' })).toBe(true);
  });

  it('count an IPv6 network as one address, and an IPv4 address in either form', async () => {
    const gateway = await gatewayWith({ limits: { perAddress: 1 } });
    expect(await allowed(gateway, { socket: '2001:db8:1:2::1' })).toBe(true);
    expect(await allowed(gateway, { socket: '2001:DB8:1:2:ffff::9' })).toBe(false);
    expect(await allowed(gateway, { socket: '2001:db8:1:3::1' })).toBe(true);
    expect(await allowed(gateway, { socket: '::ffff:198.51.100.7' })).toBe(true);
    expect(await allowed(gateway, { socket: '198.51.100.7' })).toBe(false);
  });

  it('ignore X-Forwarded-For from untrusted senders', async () => {
    const gateway = await gatewayWith({ limits: { perAddress: 1 } });
    expect(await allowed(gateway, { forwarded: '203.0.113.1' })).toBe(true);
    expect(await allowed(gateway, { forwarded: '203.0.113.2' })).toBe(false);
  });

  it('count the address before the trusted proxies, not the one that the caller claims', async () => {
    const trustedProxies = ['loopback', '10.0.0.0/8', 'fd00::/8'];
    const gateway = await gatewayWith({ limits: { perAddress: 1 }, trustedProxies });
    const by = (socket: string, forwarded: string) => allowed(gateway, { socket, forwarded });
    expect(await by('127.0.0.1', '203.0.113.1')).toBe(true);
    expect(await by('10.1.2.3', '198.51.100.9, 203.0.113.1')).toBe(false);
    expect(await by('fd12::1', '203.0.113.2, 10.9.9.9')).toBe(true);
    expect(await by('::1', '203.0.113.2')).toBe(false);
    // Entries that aren't addresses are ignored; the last address counts.
    expect(await by('127.0.0.1', 'nonsense, 10.7.7.7')).toBe(true);
    expect(await by('127.0.0.1', '<script>, 10.7.7.7')).toBe(false);
  });

  it.each([
    ['203.0.113.9:51234', '203.0.113.9'],
    ['203.0.113.9:1, 10.0.0.7:2', '203.0.113.9'],
    ['"203.0.113.9"', '203.0.113.9'],
    ['[2001:db8::1]:443', '2001:db8:0:0::/64'],
    ['[2001:db8::1]', '2001:db8:0:0::/64'],
    ['"[2001:db8::1]:443"', '2001:db8:0:0::/64'],
    ['[::ffff:203.0.113.9]:443', '203.0.113.9'],
    ['198.51.100.1, 203.0.113.9:80, [fd00::5]:80', '203.0.113.9'],
  ])('read the address of %s (GW-02)', (forwarded, address) => {
    const unreadable = vi.fn();
    const find = callerAddress(['10.0.0.0/8', 'fd00::/8'], undefined, unreadable);
    expect(find('10.0.0.5', forwarded)).toBe(address);
    expect(find('192.0.2.1', forwarded)).toBe('192.0.2.1');
    expect(unreadable).not.toHaveBeenCalled();
  });

  it('say once that a trusted proxy sends what is no address (GW-02)', async () => {
    const log = vi.fn();
    const gateway = await gatewayWith({ trustedProxies: ['loopback'], log });
    for (const forwarded of ['unknown', '_hidden', '203.0.113.9:x', '']) {
      await allowed(gateway, { socket: '127.0.0.1', forwarded });
      await allowed(gateway, { socket: '192.0.2.7', forwarded });
    }
    const said = log.mock.calls.filter(([, event]) => event === 'forwarded_address_unreadable');
    expect(said).toEqual([['warn', 'forwarded_address_unreadable', { setting: 'LATCHKIT_TRUSTED_PROXIES' }]]);
  });

  it.each(['example.com', '10.0.0.0/33', '10.0.0.0/x', '1.2.3'])('refuse the proxy %s', async entry => {
    const refused = createGateway({ database, trustedProxies: [entry] });
    await expect(refused).rejects.toMatchObject({ code: 'INVALID_SETTING' });
  });

  it('do not apply to health checks and metrics', async () => {
    const gateway = await gatewayWith({ limits: { perAddress: 1 } });
    for (let count = 0; count < 3; count += 1) {
      expect((await gateway.app.request('/healthz')).status).toBe(200);
      expect((await gateway.app.request('/readyz')).status).toBe(200);
    }
  });

  it('still apply, and no request fails, while the shared cache is unreachable', async () => {
    const broken = memoryCache();
    await broken.close();
    const logged: string[] = [];
    const log = (_: string, event: string) => void logged.push(event);
    const gateway = await gatewayWith({ cache: broken, limits: { perAddress: 2 }, log });
    expect([await allowed(gateway), await allowed(gateway), await allowed(gateway)]).toEqual([
      true,
      true,
      false,
    ]);
    expect(logged).toContain('cache_away');
  });
});
