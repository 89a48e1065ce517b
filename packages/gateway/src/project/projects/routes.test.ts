import { allowedOriginsAnswer, analyticsConfigAnswer, projectConfigAnswer } from 'latchkit/protocol';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { openTestDatabase } from '../../../test/testDatabase.js';
import type { Database } from '../../platform/ports/Database.js';
import { createGateway, type Gateway } from '../createGateway.js';
import { DEVELOPMENT_PROJECT_ID } from './developmentProject.js';
import { type ProjectInput, type ProjectStore, projectStore } from './store.js';

const shop: ProjectInput = {
  id: 'shop',
  name: 'Shop',
  features: { email: false, socials: ['google'], swaps: false, onramp: ['meld'], activity: true },
  allowedOrigins: ['https://shop.example', 'http://localhost:5173'],
};

let database: Database;
let store: ProjectStore;
let gateway: Gateway;

beforeAll(async () => {
  database = await openTestDatabase();
  gateway = await createGateway({ database, developmentMode: true });
  store = gateway.projects;
  await store.save(shop);
});
afterAll(async () => {
  await gateway.close();
  await database.close();
});

async function get(path: string, on = gateway) {
  const response = await on.app.request(path, { headers: { Origin: 'https://anywhere.example' } });
  return { status: response.status, headers: response.headers, json: await response.json() };
}

describe('GET /appkit/v1/config', () => {
  it('responds with the features of the project (CALL-01)', async () => {
    const { status, json } = await get('/appkit/v1/config?projectId=shop&st=appkit&sv=1');
    expect(status).toBe(200);
    expect(json).toEqual({ features: shop.features });
    expect(projectConfigAnswer.parse(json)).toEqual({ features: shop.features });
  });

  it("names the network's relay to projects with an id there (RW-01)", async () => {
    const relayNetwork = 'a'.repeat(32);
    await store.save({ ...shop, id: 'reaching', relayNetwork });
    const relays = [{ url: 'wss://relay.walletconnect.org', projectId: relayNetwork }];
    const { json } = await get('/appkit/v1/config?projectId=reaching');
    expect(json).toEqual({ features: shop.features, relays });
    expect(projectConfigAnswer.parse(json).relays).toEqual(relays);
    await store.save({ ...shop, id: 'reaching' });
    expect((await get('/appkit/v1/config?projectId=reaching')).json).toEqual({ features: shop.features });
    await expect(store.save({ ...shop, relayNetwork: 'A'.repeat(32) })).rejects.toThrow(/project id/);
  });

  it("gives the development project an id at a stand-in of the network's relay only (RW-01)", async () => {
    const network = { url: 'ws://localhost:4007', developmentId: 'd'.repeat(32) };
    const own = await openTestDatabase();
    const development = await createGateway({ database: own, developmentMode: true, relay: { network } });
    onTestFinished(async () => {
      await development.close();
      await own.close();
    });
    await development.projects.save(shop);
    const relaysOf = async (id: string, on: Gateway) =>
      ((await get(`/appkit/v1/config?projectId=${id}`, on)).json as { relays?: unknown }).relays;
    expect(await relaysOf(DEVELOPMENT_PROJECT_ID, development)).toEqual([
      { url: network.url, projectId: network.developmentId },
    ]);
    expect(await relaysOf('shop', development)).toBeUndefined();
    expect(await relaysOf(DEVELOPMENT_PROJECT_ID, gateway)).toBeUndefined();
  });

  it('serves a change by another process within two seconds', async () => {
    const beside = projectStore(database);
    await beside.save({ ...shop, id: 'beside', features: { email: true } });
    const path = '/appkit/v1/config?projectId=beside';
    expect((await get(path)).json).toEqual({ features: { email: true } });
    await beside.save({ ...shop, id: 'beside', features: { email: false } });
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    vi.setSystemTime(Date.now() + 2_000);
    expect((await get(path)).json).toEqual({ features: { email: false } });
  });

  it('serves a change by the same process at once', async () => {
    await store.save({ ...shop, id: 'changing', features: { swaps: ['1inch'] } });
    expect((await get('/appkit/v1/config?projectId=changing')).json).toEqual({
      features: { swaps: ['1inch'] },
    });
    await store.save({ ...shop, id: 'changing', features: { swaps: false, email: true } });
    expect((await get('/appkit/v1/config?projectId=changing')).json).toEqual({
      features: { swaps: false, email: true },
    });
  });

  it('sets no feature of the development project', async () => {
    expect((await get(`/appkit/v1/config?projectId=${DEVELOPMENT_PROJECT_ID}`)).json).toEqual({
      features: {},
    });
  });
});

describe('GET /projects/v1/origins', () => {
  it('responds with the allowed origins, to any page (CALL-02)', async () => {
    const { json, headers } = await get('/projects/v1/origins?projectId=shop');
    expect(json).toEqual({ allowedOrigins: shop.allowedOrigins });
    expect(allowedOriginsAnswer.parse(json)).toEqual(json);
    expect(headers.get('Access-Control-Allow-Origin')).toBe('*');
    expect((await get(`/projects/v1/origins?projectId=${DEVELOPMENT_PROJECT_ID}`)).json).toEqual({
      allowedOrigins: [],
    });
  });

  it.each([
    ['none', '', 400, 'INVALID_QUERY'],
    ['empty', '?projectId=', 400, 'INVALID_QUERY'],
    ['unknown', '?projectId=other', 404, 'PROJECT_NOT_FOUND'],
    ['given twice', '?projectId=shop&projectId=other', 400, 'INVALID_QUERY'],
    ['with a NUL', '?projectId=shop%00', 400, 'INVALID_QUERY'],
    ['with SQL', `?projectId=${encodeURIComponent("' or 1=1 --")}`, 400, 'INVALID_QUERY'],
    ['long', `?projectId=${'a'.repeat(65)}`, 400, 'INVALID_QUERY'],
    ['no UTF-8', '?projectId=%ff%E0%A4%A', 400, 'INVALID_QUERY'],
  ])('refuses a project id that is %s', async (_, search, status, code) => {
    for (const path of ['/projects/v1/origins', '/appkit/v1/config', '/getAnalyticsConfig']) {
      const answer = await get(path + search);
      expect(answer.status).toBe(status);
      expect(answer.json).toEqual({ error: { code, message: expect.any(String) } });
    }
  });
});

describe('GET /getAnalyticsConfig', () => {
  it('responds with the analytics setting of the project, to any page (CALL-04)', async () => {
    await store.save({ ...shop, id: 'quiet', isAnalyticsEnabled: false });
    const { json, headers } = await get('/getAnalyticsConfig?projectId=quiet&st=x&sv=1');
    expect(json).toEqual({ isAnalyticsEnabled: false });
    expect(analyticsConfigAnswer.parse(json)).toEqual(json);
    expect(headers.get('Access-Control-Allow-Origin')).toBe('*');
    expect((await get('/getAnalyticsConfig?projectId=shop')).json).toEqual({ isAnalyticsEnabled: true });
  });
});

describe('the development project', () => {
  it('is seeded once and keeps its changes', async () => {
    const found = await store.find(DEVELOPMENT_PROJECT_ID);
    expect(found).toBeDefined();
    if (!found) return;
    await store.save({ ...found, features: { activity: false } });
    const again = await createGateway({ database, developmentMode: true });
    onTestFinished(() => again.close());
    expect(await store.find(DEVELOPMENT_PROJECT_ID)).toMatchObject({ features: { activity: false } });
    await store.save(found);
  });

  it('is refused outside development, even when the database has it', async () => {
    const production = await createGateway({ database });
    onTestFinished(() => production.close());
    const { status } = await get(`/projects/v1/origins?projectId=${DEVELOPMENT_PROJECT_ID}`, production);
    expect(status).toBe(404);
    expect((await get('/projects/v1/origins?projectId=shop', production)).status).toBe(200);
  });
});

describe('projectStore', () => {
  it.each([
    ['https://shop.example/'],
    ['https://shop.example/path'],
    ['HTTPS://shop.example'],
    ['*'],
    ['https://*.example'],
    ['https://*.co.uk'],
    ['https://*.vercel.app'],
    ['https://*.github.io'],
    ['https://*.127.0.0.1'],
    ['https://*.localhost'],
    ['http://*.shop.example'],
    ['https://a.*.shop.example'],
    ['https://*.*.shop.example'],
    ['https://*.shop.example:8443'],
    ['https://*shop.example'],
    ['null'],
    ['javascript:alert(1)'],
    ['file:///etc'],
  ])('refuses the origin %s', async origin => {
    await expect(store.save({ ...shop, allowedOrigins: [origin] })).rejects.toThrow();
  });

  it('accepts a pattern for the names below a domain, and serves only their pages', async () => {
    await store.save({ ...shop, id: 'previews', allowedOrigins: ['https://*.team.vercel.app'] });
    const status = async (origin: string) => {
      const path = '/getWallets?projectId=previews';
      return (await gateway.app.request(path, { headers: { Origin: origin } })).status;
    };
    expect(await status('https://pull-7.team.vercel.app')).toBe(200);
    expect(await status('https://a.b.team.vercel.app')).toBe(200);
    for (const other of [
      'https://team.vercel.app',
      'https://evilteam.vercel.app',
      'https://team.vercel.app.evil.example',
      'http://pull-7.team.vercel.app',
    ]) {
      expect(await status(other)).toBe(403);
    }
  });

  it('does not query the database for ids that it would reject', async () => {
    expect(await store.find('\0')).toBeUndefined();
  });
});
