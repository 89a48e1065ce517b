import { afterEach, describe, expect, it, vi } from 'vitest';
import { passTime } from '../../../test/passTime.js';
import { openTestDatabase } from '../../../test/testDatabase.js';
import { walletSuite } from '../../../test/wallet/walletSuite.js';
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
});
