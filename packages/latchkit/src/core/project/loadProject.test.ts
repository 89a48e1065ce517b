// @vitest-environment jsdom
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { isError } from '../../protocol/BaseError.js';
import { listWalletsCall, type listWalletsRequest } from '../../protocol/calls/project/directory.js';
import { callGateway } from '../kernel/callGateway.js';
import { memoryStorage } from '../kernel/storage.js';
import type { LatchkitOptions } from '../LatchkitOptions.js';
import { connectionOf, connectorOf, scriptedAdapter } from '../testSupport/scriptedAdapter.test-support.js';
import { startedKit } from '../testSupport/startedKit.test-support.js';
import { loadListings } from '../wallets/loadListings.js';
import { fetchAllowedOrigins } from './fetchAllowedOrigins.js';

/** A real server that responds to each path as the test defines; every other path is a 404. */
let server: Server;
let requests: URL[] = [];
let answers: Record<string, [status: number, body: unknown]> = {};
let gateway = '';

beforeEach(async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  requests = [];
  answers = {};
  server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    requests.push(url);
    const [status, body] = answers[url.pathname] ?? [404, { error: { code: 'NOT_FOUND', message: 'x' } }];
    response.writeHead(status, { 'access-control-allow-origin': '*', 'content-type': 'application/json' });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  await new Promise<void>(resolve => server.listen(0, resolve));
  gateway = `http://localhost:${(server.address() as AddressInfo).port}`;
});

afterEach(async () => {
  vi.restoreAllMocks();
  server.closeAllConnections();
  await new Promise(resolve => server.close(resolve));
});

const NO_LOGIN = { email: false, socials: false } as const;
const startedWith = (options: Partial<LatchkitOptions> = {}) => startedKit({ gateway, ...options }).kit;
const asked = (path: string) => requests.filter(({ pathname }) => pathname === path);
const shorts = (kit: ReturnType<typeof startedWith>) =>
  kit.store.getState().alerts.map(({ shortMessage }) => shortMessage);

describe('loadProject', () => {
  it('requests the configuration once, at the first intent, and applies its features [CALL-01]', async () => {
    answers['/appkit/v1/config'] = [200, { features: { activity: false, multiWallet: true, ...NO_LOGIN } }];
    const kit = startedWith();
    await vi.waitFor(() =>
      expect(kit.store.getState().features).toMatchObject({ activity: false, multiWallet: true }),
    );
    expect(asked('/appkit/v1/config')).toHaveLength(1);
    expect(Object.fromEntries(requests[0]?.searchParams ?? [])).toMatchObject({
      projectId: 'test',
      st: 'latchkit',
    });
  });

  it('enables or disables several wallets, overriding the host', async () => {
    const held = (kit: ReturnType<typeof startedWith>) =>
      kit.store.getState().connections.map(({ connectorId }) => connectorId);
    const restored = (multiWallet: boolean) => {
      answers['/appkit/v1/config'] = [200, { features: { multiWallet, ...NO_LOGIN } }];
      const storage = memoryStorage();
      storage.setItem('latchkit.v1.connections', JSON.stringify({ eip155: ['io.one', 'io.two'] }));
      const adapter = scriptedAdapter('eip155', [connectorOf('io.one'), connectorOf('io.two')]);
      adapter.reconnect = async connectorId => connectionOf(connectorId);
      return startedKit({ gateway, storage, features: { multiWallet: !multiWallet } }, adapter).kit;
    };
    const on = restored(true);
    await vi.waitFor(() => expect(held(on)).toEqual(['io.one', 'io.two']));
    const off = restored(false);
    const seen: string[] = [];
    off.store.subscribe(() => seen.push(held(off).join()));
    await vi.waitFor(() => expect(seen.at(-1)).toBe('io.one'));
    expect(seen).toContain('io.one,io.two');
  });

  it("warns 'Local configuration ignored' when the project overrides the host, and only then [ERR-80]", async () => {
    answers['/appkit/v1/config'] = [200, { features: { swaps: false, ...NO_LOGIN } }];
    const overridden = startedWith({ features: { swaps: ['1inch'] } });
    await vi.waitFor(() => expect(shorts(overridden)).toEqual(['Local configuration ignored']));
    expect(overridden.store.getState().features.swaps).toBe(false);
    const silent = startedWith();
    await vi.waitFor(() => expect(silent.store.getState().features.swaps).toBe(false));
    expect(shorts(silent)).toEqual([]);
  });

  it('falls back to local settings and the defaults without a response', async () => {
    for (const answer of [
      [500, {}],
      [200, 'not json'],
      [200, { features: 7 }],
      [200, {}],
    ] as const) {
      answers['/appkit/v1/config'] = [...answer];
      const kit = startedWith({ features: { activity: false, ...NO_LOGIN } });
      await vi.waitFor(() => expect(asked('/appkit/v1/config').length).toBeGreaterThan(0));
      await new Promise(resolve => setTimeout(resolve, 20));
      expect(kit.store.getState().features).toMatchObject({ activity: false, swaps: ['1inch'] });
      requests = [];
    }
  });

  it.each([
    ['an unknown id', 404, 'PROJECT_NOT_FOUND'],
    ['a malformed id', 400, 'INVALID_QUERY'],
  ])(
    'says at once that the gateway has no such project: %s; and offers no login (DX-03)',
    async (_, status, code) => {
      answers['/appkit/v1/config'] = [status, { error: { code, message: 'x' } }];
      const kit = startedWith({ features: { activity: false, email: true, socials: ['google'] } });
      await vi.waitFor(() => expect(shorts(kit)).toEqual(['Project Not Found']));
      const line = vi.mocked(console.error).mock.calls.flat().join('\n');
      expect(line).toContain('[latchkit] PROJECT_NOT_FOUND: Project Not Found. The gateway');
      expect(line).toContain(`${gateway} has no project 'test'`);
      expect(kit.store.getState().features).toMatchObject({ activity: false, ...NO_LOGIN });
      expect(asked('/projects/v1/origins')).toHaveLength(0);
    },
  );

  it('says at once that the gateway does not answer, and keeps the logins for when it is back (DX-04)', async () => {
    const silent = 'http://127.0.0.1:1';
    const kit = startedWith({ gateway: silent, features: { email: true } });
    await vi.waitFor(() => expect(shorts(kit)).toContain('Gateway Not Reached'));
    expect(vi.mocked(console.error).mock.calls.flat().join('\n')).toContain(
      `The gateway ${silent} did not answer`,
    );
    expect(kit.store.getState().features).toMatchObject({ email: true, socials: expect.any(Array) });
  });

  it('ignores fields that it does not know and tolerates absent ones [CALL-38]', async () => {
    answers['/appkit/v1/config'] = [
      200,
      { features: { activity: false, novel: { a: 1 }, ...NO_LOGIN }, more: [] },
    ];
    const kit = startedWith();
    await vi.waitFor(() => expect(kit.store.getState().features.activity).toBe(false));
    expect(kit.store.getState().features).not.toHaveProperty('novel');
  });

  it('requests the allowed origins when email or social login is on, and raises no alert for a listed one [CALL-02]', async () => {
    answers['/projects/v1/origins'] = [200, { allowedOrigins: [location.origin] }];
    const kit = startedWith();
    await vi.waitFor(() => expect(asked('/projects/v1/origins')).toHaveLength(1));
    expect(shorts(kit)).toEqual([]);
    requests = [];
    startedWith({ features: NO_LOGIN });
    await vi.waitFor(() => expect(asked('/appkit/v1/config')).toHaveLength(1));
    await new Promise(resolve => setTimeout(resolve, 20));
    expect(asked('/projects/v1/origins')).toHaveLength(0);
  });

  it.each([
    { email: true, socials: false },
    { email: false, socials: ['google'] },
  ] as const)('checks the origin with %j, and not with both off [VAL-16]', async features => {
    answers['/projects/v1/origins'] = [200, { allowedOrigins: ['https://elsewhere.example'] }];
    const kit = startedWith({ features });
    await vi.waitFor(() => expect(shorts(kit)).toEqual(['Invalid App Configuration']));
    requests = [];
    for (const off of [{ features: NO_LOGIN }, { basic: true }]) {
      const without = startedWith(off);
      await vi.waitFor(() => expect(asked('/appkit/v1/config').length).toBeGreaterThan(0));
      await new Promise(resolve => setTimeout(resolve, 30));
      expect(asked('/projects/v1/origins')).toEqual([]);
      expect(shorts(without)).toEqual([]);
    }
  });

  it('allows every origin for an empty or missing list [VAL-17]', async () => {
    for (const answer of [
      [200, { allowedOrigins: [] }],
      [404, {}],
    ] as const) {
      answers['/projects/v1/origins'] = [...answer];
      requests = [];
      const kit = startedWith();
      await vi.waitFor(() => expect(asked('/projects/v1/origins')).toHaveLength(1));
      await new Promise(resolve => setTimeout(resolve, 30));
      expect(shorts(kit)).toEqual([]);
    }
  });

  it("shows 'Invalid App Configuration' for an origin that is not allowed [ERR-20]", async () => {
    answers['/projects/v1/origins'] = [200, { allowedOrigins: ['https://elsewhere.example'] }];
    const kit = startedWith();
    await vi.waitFor(() => expect(shorts(kit)).toEqual(['Invalid App Configuration']));
  });
});

describe('fetchAllowedOrigins', () => {
  it("throws RATE_LIMITED on 429, and the alert is 'Rate Limited' [ERR-23]", async () => {
    answers['/projects/v1/origins'] = [429, {}];
    const kit = startedWith();
    await expect(fetchAllowedOrigins(kit)).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    await vi.waitFor(() => expect(shorts(kit)).toEqual(['Rate Limited']));
  });

  it.each([500, 503, 599])(
    "throws SERVER_ERROR on %i, and the alert is 'Server Error' [ERR-24]",
    async status => {
      answers['/projects/v1/origins'] = [status, {}];
      const kit = startedWith();
      await expect(fetchAllowedOrigins(kit)).rejects.toMatchObject({ code: 'SERVER_ERROR' });
      await vi.waitFor(() => expect(shorts(kit)).toEqual(['Server Error']));
    },
  );

  it('returns an empty list for any other failure [ERR-25]', async () => {
    const kit = startedWith({ features: NO_LOGIN });
    expect(await fetchAllowedOrigins(kit)).toEqual([]);
    answers['/projects/v1/origins'] = [200, { allowedOrigins: 'all' }];
    expect(await fetchAllowedOrigins(kit)).toEqual([]);
    const unreachable = startedWith({ gateway: 'http://localhost:1', features: NO_LOGIN });
    expect(await fetchAllowedOrigins(unreachable)).toEqual([]);
  });
});

describe('callGateway', () => {
  it("gives the schema checker's own message as the error's text [ERR-81]", async () => {
    answers['/getWallets'] = [200, { data: 'none', count: 0 }];
    const kit = startedWith({ features: NO_LOGIN });
    const error = await callGateway<typeof listWalletsRequest>(kit, listWalletsCall, {}).catch(
      reason => reason,
    );
    const checker = listWalletsCall.response.safeParse({ data: 'none', count: 0 });
    expect(isError(error, 'INVALID_ANSWER')).toBe(true);
    expect(error.message).toBe(checker.error?.issues[0]?.message);
    expect(error.context).toEqual({ path: 'data' });
  });
});

describe('loadListings', () => {
  const listed = (start: number, count: number) =>
    Array.from({ length: count }, (_, index) => ({ id: `w${start + index}`, name: 'W', novel: 1 }));

  it('requests 4 featured and 4 recommended wallets, and shows no more [LIM-08] [LIM-10]', async () => {
    answers['/getWallets'] = [200, { data: listed(0, 9), count: 9 }];
    const kit = startedWith({ features: NO_LOGIN, wallets: { exclude: ['x'] } });
    await Promise.all([loadListings(kit), loadListings(kit)]);
    await loadListings(kit);
    // Both are requested at once, and may arrive in either order.
    const questions = asked('/getWallets').map(({ searchParams }) => Object.fromEntries(searchParams));
    expect(questions.map(({ page }) => page).sort()).toEqual(['1', '2']);
    for (const question of questions) expect(question).toMatchObject({ entries: '4', exclude: 'x' });
    const { listings } = kit.store.getState();
    expect(listings.featured).toHaveLength(4);
    expect(listings.recommended.length).toBeLessThanOrEqual(4);
  });

  it('shows the featured wallets that the host named in its order, and recommends others', async () => {
    answers['/getWallets'] = [200, { data: [...listed(0, 2), { id: 'a', name: 'A' }], count: 3 }];
    const kit = startedWith({ wallets: { featured: ['a', 'w1', 'w0'] }, features: NO_LOGIN });
    await loadListings(kit);
    expect(kit.store.getState().listings.featured.map(({ id }) => id)).toEqual(['a', 'w1', 'w0']);
    const questions = asked('/getWallets').map(({ searchParams }) => Object.fromEntries(searchParams));
    expect(questions).toHaveLength(2);
    const featured = questions.find(({ include }) => include !== undefined);
    const recommended = questions.find(({ exclude }) => exclude !== undefined);
    expect(featured).toMatchObject({ include: 'a,w1,w0', entries: '3', chains: 'eip155:1,eip155:10' });
    expect(recommended).toMatchObject({ exclude: 'a,w1,w0', entries: '4' });
  });

  it('retries on the next intent when the gateway did not respond', async () => {
    const kit = startedWith({ features: NO_LOGIN });
    await loadListings(kit);
    answers['/getWallets'] = [200, { data: listed(0, 1), count: 1 }];
    await loadListings(kit);
    expect(kit.store.getState().listings.featured).toHaveLength(1);
  });
});
