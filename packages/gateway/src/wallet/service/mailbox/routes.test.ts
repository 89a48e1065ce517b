import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { WalletFrame } from '../../../../test/wallet/walletFrame.js';
import {
  type CallOptions,
  type WalletInstallation,
  walletInstallation,
} from '../../../../test/wallet/walletInstallation.js';
import { PAGE, type WalletSuite, walletSuite } from '../../../../test/wallet/walletSuite.js';
import { databaseCounters } from '../../../platform/adapters/databaseCounters.js';
import type { SqlValue } from '../../../platform/ports/Database.js';
import { type Allowance, WALLET_ALLOWANCES, WALLET_TIMES } from '../../shared/walletLimits.js';
import { WALLET_SCHEMA } from '../walletMigrations.js';
import { openMailbox } from './mailboxes.js';

/** As in `walletSuite`. */
const FACTOR = 1_000;

let suite: WalletSuite;
let frame: WalletFrame;
beforeAll(async () => {
  suite = await walletSuite();
  frame = await suite.frame();
});
afterAll(() => suite.close());
afterEach(() => {
  vi.useRealTimers();
});

const newId = () => randomBytes(32).toString('base64url');
type Caller = Pick<WalletInstallation, 'call'>;

const register = (id: string, by: Caller = frame, options: CallOptions = {}) =>
  by.call('frame', '/v1/mailbox', { body: { id }, ...options });
const open = (id: string, by: Caller) => by.call('frame', `/v1/mailbox/${id}/open`, { body: {} });
const pathOf = (id: string, number: number | string) => `/v1/mailbox/${id}/messages/${number}`;
const put = (id: string, ct: unknown = 'sealed', by: Caller = frame, number: number | string = 0) =>
  by.call('frame', pathOf(id, number), { method: 'PUT', body: { ct } });
const take = (id: string, by: Caller, number: number | string = 0, headers: Record<string, string> = {}) =>
  by.call('frame', pathOf(id, number), { headers });

/** The key of a window, which is no installation's. */
const newWindow = () => walletInstallation(suite.servers, suite.portalPage);

/** A mailbox of a page that a window has opened. */
async function opened(by: WalletFrame = frame): Promise<{ id: string; window: WalletInstallation }> {
  const [id, window] = [newId(), await newWindow()];
  expect((await register(id, by)).status).toBe(200);
  expect((await open(id, window)).status).toBe(200);
  return { id, window };
}

const REFUSED = { status: 403, json: { error: { code: 'LETTER_REFUSED' } } };
const UNKNOWN = { status: 403, json: { error: { code: 'PAGE_UNKNOWN' } } };

describe('mailboxCalls', () => {
  it('passes each message once to the other page, and stores no second one in its place', async () => {
    const { id, window } = await opened();
    expect(await take(id, window)).toMatchObject({ status: 200, json: {} });
    expect(await put(id)).toMatchObject({ status: 200, json: {} });
    expect(await put(id, 'other')).toMatchObject({ status: 409, json: { error: { code: 'LETTER_EXISTS' } } });
    expect((await put(id, 'next', frame, 1)).status).toBe(200);
    // The sender does not get its own.
    expect((await take(id, frame)).json).toEqual({});
    expect((await take(id, window)).json).toEqual({ ct: 'sealed' });
    expect((await take(id, window)).json).toEqual({});
    expect((await put(id, 'again')).status).toBe(409);
    expect((await take(id, window, 1)).json).toEqual({ ct: 'next' });
    expect((await put(id, 'answer', window)).status).toBe(200);
    expect((await take(id, frame)).json).toEqual({ ct: 'answer' });
  });

  it('is not refused to a window that asks for it while the page registers it', async () => {
    const store = suite.services.stores.find(({ name }) => name === 'a');
    if (store === undefined) throw new Error('There is no such store');
    const [id, window] = [newId(), await newWindow()];
    const { database } = store;
    const registering = {
      ...store,
      database: {
        ...database,
        async query(sql: string, values?: readonly SqlValue[]) {
          const rows = await database.query(sql, values);
          await register(id);
          return rows;
        },
      },
    };
    expect(await openMailbox(registering, window, id)).toBeUndefined();
    expect(await openMailbox(store, window, id)).toMatchObject({ jkt: frame.jkt });
  });

  it('deletes a message after five minutes, and ends a mailbox after thirty', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const { id, window } = await opened();
    await put(id, 'early');
    await put(id, 'late', frame, 1);
    vi.setSystemTime(Date.now() + WALLET_TIMES.sealedMessage - 1);
    expect((await take(id, window)).json).toEqual({ ct: 'early' });
    vi.setSystemTime(Date.now() + 1);
    expect((await take(id, window, 1)).json).toEqual({});
    const unopened = newId();
    await register(unopened);
    vi.setSystemTime(Date.now() + WALLET_TIMES.mailbox);
    expect(await put(id, 'late', frame, 2)).toMatchObject(REFUSED);
    expect(await take(id, window)).toMatchObject(REFUSED);
    expect((await open(unopened, window)).json).toEqual({});
  });

  it('requires a proof, and valid ids, numbers and messages', async () => {
    const { id, window } = await opened();
    const { frameUrl, fetch } = suite.servers;
    for (const [method, path] of [
      ['POST', '/v1/mailbox'],
      ['POST', `/v1/mailbox/${id}/open`],
      ['PUT', pathOf(id, 0)],
      ['GET', pathOf(id, 0)],
    ] as const) {
      const body = method === 'GET' ? {} : { body: '{}' };
      expect((await fetch(new Request(frameUrl + path, { method, ...body }))).status, path).toBe(401);
    }
    for (const wrong of ['a', 'x'.repeat(44), `${id.slice(1)}.`]) {
      expect((await register(wrong)).status, wrong).toBe(400);
      expect((await open(wrong, window)).status, wrong).toBe(400);
      expect((await put(wrong)).status, wrong).toBe(400);
      expect((await take(wrong, window)).status, wrong).toBe(400);
    }
    for (const wrong of ['100', '00', '-1', 'x', '1.5']) {
      expect((await put(id, 'sealed', frame, wrong)).status, wrong).toBe(400);
      expect((await take(id, window, wrong)).status, wrong).toBe(400);
    }
    for (const ct of ['', 'not base64url!', 7, null, 'x'.repeat(262_145)]) {
      expect((await put(id, ct)).status).toBe(400);
    }
    const more = { method: 'PUT', body: { ct: 'sealed', more: true } };
    expect((await frame.call('frame', pathOf(id, 0), more)).status).toBe(400);
    expect((await put(id, 'x'.repeat(600_000))).status).toBe(413);
    expect((await put(id, 'x'.repeat(262_144), frame, 99)).status).toBe(200);
  });

  it("answers the wallet's own pages and no others", async () => {
    const { id, window } = await opened();
    await put(id);
    const foreign = await take(id, window, 0, { Origin: 'https://shop.example' });
    expect([foreign.status, foreign.headers.get('Access-Control-Allow-Origin')]).toEqual([403, null]);
    const own = await take(id, window, 0, { Origin: suite.servers.frameUrl });
    expect([own.json, own.headers.get('Access-Control-Allow-Origin')]).toEqual([
      { ct: 'sealed' },
      suite.servers.frameUrl,
    ]);
  });

  it('tells the window which page registered the mailbox [SEC-103]', async () => {
    const { id, window } = await opened();
    // Of the same key, for an answer that was lost.
    expect(await open(id, window)).toMatchObject({
      status: 200,
      json: {
        page: {
          jkt: frame.jkt,
          jwk: frame.jwk,
          projectId: PAGE.project,
          hostOrigin: PAGE.origin,
          // Every page may use this project, and it names none.
          projectName: '',
        },
      },
    });
  });

  it("tells the window the project's name only of a page that the project names, not of a pattern [SEC-130]", async () => {
    const named = 'https://shop.example';
    const project = {
      id: 'named',
      name: 'Shop',
      features: {},
      allowedOrigins: [named, 'https://*.shop.example'],
    };
    await suite.gateway.projects.save(project);
    for (const [origin, projectName] of [
      [named, 'Shop'],
      ['https://user-7.shop.example', ''],
    ] as const) {
      const { id, window } = await opened(await suite.frame({ project: 'named', origin }));
      expect(await open(id, window)).toMatchObject({ json: { page: { hostOrigin: origin, projectName } } });
    }
  });

  it('is registered by no installation on a page where it is neither registered nor logged in [SEC-103]', async () => {
    const bank = { ...PAGE, origin: 'https://bank.example' };
    const portal = suite.portalPage;
    const by = await suite.frame();
    for (const page of [bank, portal]) {
      expect(await register(newId(), by, { page })).toMatchObject(UNKNOWN);
      await by.at(page).register();
      expect((await register(newId(), by, { page })).status).toBe(200);
    }
    expect(await register(newId(), await walletInstallation(suite.servers, PAGE))).toMatchObject(UNKNOWN);
    // The session of a page whose registration was long ago.
    const known = await suite.frame();
    const { session } = await known.signIn(suite.address());
    await suite.database.query(`delete from ${WALLET_SCHEMA}.installation_pages`);
    expect((await register(newId(), known)).status).toBe(200);
    expect(await register(newId(), known, { page: bank })).toMatchObject(UNKNOWN);
    await suite.database.query(`update ${WALLET_SCHEMA}.sessions set revoked_at = now() where id = $1`, [
      session.sid,
    ]);
    expect(await register(newId(), known)).toMatchObject(UNKNOWN);
    await frame.register();
  });

  it('is of the first window that opens it, and of one page [SEC-103]', async () => {
    const { id, window } = await opened();
    const [other, stranger] = [await newWindow(), await suite.frame()];
    for (const by of [other, stranger, frame]) expect(await open(id, by)).toMatchObject(REFUSED);
    expect(await register(id, stranger)).toMatchObject({ json: { error: { code: 'LETTER_EXISTS' } } });
    expect(await register(id, frame)).toMatchObject({ json: { error: { code: 'LETTER_EXISTS' } } });
    expect((await open(id, window)).json).toMatchObject({ page: { jkt: frame.jkt } });
    // Two windows at the same time.
    const both = newId();
    await register(both);
    const answers = await Promise.all([open(both, window), open(both, other)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403]);
    // Before it is registered, for which the window waits.
    expect((await open(newId(), window)).json).toEqual({});
  });

  it('is read and written by no other key: of another window, installation, page or project [SEC-103]', async () => {
    const { id, window } = await opened();
    const [other, stranger] = [await opened(), await suite.frame()];
    await put(id, 'offer');
    await put(id, 'answer', window);
    for (const by of [other.window, stranger, await newWindow(), stranger.at(suite.portalPage)]) {
      expect(await take(id, by)).toMatchObject(REFUSED);
      expect(await put(id, 'forged', by, 1)).toMatchObject(REFUSED);
    }
    // The page's own key has other mailboxes, whose messages stay apart.
    expect((await take(other.id, other.window)).json).toEqual({});
    expect((await take(other.id, frame)).json).toEqual({});
    expect(await put(newId())).toMatchObject(REFUSED);
    expect(await take(newId(), window)).toMatchObject(REFUSED);
    expect((await take(id, window)).json).toEqual({ ct: 'offer' });
    expect((await take(id, frame)).json).toEqual({ ct: 'answer' });
  });

  it('accepts 30 mailboxes and messages of an installation and 300 of a network per hour, and 1200 polls per minute', async () => {
    const counters = databaseCounters(suite.database, `${WALLET_SCHEMA}.counters`);
    const by = await suite.frame();
    /** Uses up all but one of a limit, and returns the results of two more uses. */
    const lastTwo = async (
      key: string,
      { count, window }: Allowance,
      ask: () => Promise<{ status: number }>,
    ) => {
      await counters.increment(key.replace('*', String(window)), count * FACTOR - 1, window);
      const results = [(await ask()).status, (await ask()).status];
      await suite.database.query(`delete from ${WALLET_SCHEMA}.counters`);
      return results;
    };
    const limits = WALLET_ALLOWANCES;
    const { id, window } = await opened(by);
    await suite.database.query(`delete from ${WALLET_SCHEMA}.counters`);
    let number = 0;
    const leave = () => {
      number += 1;
      return put(id, 'x', by, number);
    };
    const found = [
      await lastTwo(`mailbox:*:${by.jkt}`, limits.mailboxesOfInstallation, () => register(newId(), by)),
      await lastTwo('mailbox network:*:203.0.113.7', limits.mailboxesOfNetwork, () => register(newId(), by)),
      await lastTwo(`letter:*:${by.jkt}`, limits.sealedMessagesOfInstallation, leave),
      await lastTwo('letter network:*:203.0.113.7', limits.sealedMessagesOfNetwork, leave),
      await lastTwo(`letter look of key:*:${window.jkt}`, limits.mailboxReadsOfNetwork, () =>
        take(id, window),
      ),
      await lastTwo(`letter look of key:*:${window.jkt}`, limits.mailboxReadsOfNetwork, () =>
        open(id, window),
      ),
    ];
    expect(found).toEqual(found.map(() => [200, 429]));
    // Looks into what is no mailbox of one's own count for the network.
    const looks = limits.mailboxReadsOfNetwork;
    expect(await lastTwo('letter look:*:203.0.113.7', looks, () => take(newId(), window))).toEqual([
      403, 429,
    ]);
    expect([
      limits.mailboxesOfInstallation.count,
      limits.mailboxesOfNetwork.count,
      limits.sealedMessagesOfInstallation.count,
      limits.sealedMessagesOfNetwork.count,
      limits.mailboxReadsOfNetwork.count,
    ]).toEqual([30, 300, 30, 300, 1_200]);
  });
});
