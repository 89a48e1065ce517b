import { once } from 'node:events';
import { serve } from '@hono/node-server';
import { startEmailSignInCall } from 'latchkit/protocol';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { freePort } from '../../../../../scripts/lib/ports.mjs';
import { passTime } from '../../../test/passTime.js';
import { refused } from '../../../test/refused.js';
import { openTestDatabase } from '../../../test/testDatabase.js';
import { walletSuite } from '../../../test/wallet/walletSuite.js';
import { SOCIAL_ALLOWANCES } from '../service/social/socialLimits.js';
import { WALLET_SCHEMA } from '../service/walletMigrations.js';
import { CANARY_ADDRESSES } from '../shared/canaryAddresses.js';
import { WALLET_ALLOWANCES } from '../shared/walletLimits.js';
import { recordDrill } from './canaryWallets.js';

afterEach(() => {
  vi.useRealTimers();
});

describe('keepDrills', () => {
  it('reports failed and overdue drills in health and metrics, and the service stays in use', async () => {
    const database = await openTestDatabase();
    const entrances = { frameAt: 'http://127.0.0.1:1', vaultAt: 'http://127.0.0.1:1' };
    const first = await walletSuite({ database, entrances });
    const [store] = first.services.stores;
    if (store === undefined) throw new Error('The store is missing');
    await recordDrill(store, 'recovery', null);
    passTime(9 * 86_400_000);
    await recordDrill(store, 'custodians', null);
    await expect(first.services.canaries?.drill('device')).rejects.toThrow('There are no canary wallets yet');
    await first.services.end();
    await first.gateway.close();
    const suite = await walletSuite({ database, entrances });
    const get = (path: string) => suite.servers.fetch(new Request(`https://wallet.example${path}`));
    const health = await get('/healthz');
    const reported = { at: expect.any(String), age: expect.any(Number), failure: null, isOverdue: false };
    expect(health.status).toBe(200);
    expect((await health.json()).drills).toEqual([
      { ...reported, kind: 'device', failure: 'There are no canary wallets yet' },
      { ...reported, kind: 'recovery', isOverdue: true },
      { kind: 'restore', at: null, age: null, failure: null, isOverdue: true },
      { ...reported, kind: 'custodians' },
    ]);
    expect((await get('/readyz')).status).toBe(200);
    const metrics = await suite.gateway.metrics.registry.metrics();
    expect(metrics).toMatch(/^latchkit_drill_age_seconds\{kind="device",result="failed"\} \d+$/m);
    expect(metrics).toMatch(/^latchkit_drill_age_seconds\{kind="recovery",result="ok"\} 777\d{3}$/m);
    const overdue = [...metrics.matchAll(/^latchkit_drill_overdue\{kind="(\w+)"\} 1$/gm)];
    expect(overdue.map(([, kind]) => kind)).toEqual(['recovery', 'restore']);
    await suite.close();
  });

  it('opens canary wallets although strangers have used up every limit of their network [SEC-127]', async () => {
    const NETWORK = '203.0.113.7';
    const ports = [await freePort(), await freePort()];
    const [frameAt, vaultAt] = ports.map(port => `http://127.0.0.1:${port}`);
    const entrances = { frameAt: frameAt ?? '', vaultAt: vaultAt ?? '' };
    const suite = await walletSuite({ entrances, allowanceFactor: 1, address: () => NETWORK });
    const servers = [suite.services.frame, suite.services.vault].map((app, index) =>
      serve({
        fetch: request => app?.fetch(request) ?? new Response(),
        port: ports[index] ?? 0,
        hostname: '127.0.0.1',
        overrideGlobalObjects: false,
      }),
    );
    await Promise.all(servers.map(server => server.listening || once(server, 'listening')));
    onTestFinished(async () => {
      for (const server of servers) {
        if ('closeAllConnections' in server) server.closeAllConnections();
        server.close();
      }
      await suite.close();
    });
    const drill = suite.services.canaries;
    await drill?.create();
    const { database } = suite;
    const [address = ''] = CANARY_ADDRESSES;
    const stranger = await suite.frame();
    const begin = (headers: Record<string, string> = {}) =>
      stranger.call('frame', startEmailSignInCall.path, { body: { email: address }, headers });
    for (const headers of [{}, { 'Latchkit-Drill': 'a.b.c' }, { 'Latchkit-Drill': NETWORK }]) {
      expect(await begin(headers)).toMatchObject({
        status: 403,
        json: { error: { code: 'SIGN_IN_INVALID' } },
      });
    }
    const limits = { ...WALLET_ALLOWANCES, ...SOCIAL_ALLOWANCES };
    for (const { window } of Object.values(limits)
      .flat()
      .filter(one => typeof one === 'object')) {
      for (const kind of [
        'installation',
        'sign-in of network',
        'sign-in of wide network',
        'mail to address',
      ]) {
        for (const network of [NETWORK, '203.0.113.0/24']) {
          await database.query(
            `insert into ${WALLET_SCHEMA}.counters (key, count, expires_at)
             values ($1, 1000000, now() + interval '1 hour') on conflict (key) do update set count = 1000000`,
            [`${kind}:${window}:${network}`],
          );
        }
      }
    }
    expect(await refused(suite.frame())).toBe('429 RATE_LIMITED');
    expect(await database.query(`select 1 from ${WALLET_SCHEMA}.canary_mails`)).toEqual([]);
    passTime(31_000);
    await drill?.drill('recovery');
    await drill?.drill('device');
  });
});
