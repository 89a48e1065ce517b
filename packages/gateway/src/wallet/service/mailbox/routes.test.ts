import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { WalletFrame } from '../../../../test/wallet/walletFrame.js';
import { type WalletSuite, walletSuite } from '../../../../test/wallet/walletSuite.js';
import { databaseCounters } from '../../../platform/adapters/databaseCounters.js';
import { type Allowance, WALLET_ALLOWANCES, WALLET_TIMES } from '../../shared/walletLimits.js';
import { WALLET_SCHEMA } from '../walletMigrations.js';

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
const put = (id: string, ct: unknown = 'sealed', by = frame) =>
  by.call('frame', `/v1/mailbox/${id}`, { method: 'PUT', body: { ct } });
/** A caller that knows the id: no proof, no session. */
const take = async (id: string, headers: Record<string, string> = {}) => {
  const url = `${suite.servers.frameUrl}/v1/mailbox/${id}`;
  const response = await suite.servers.fetch(new Request(url, { headers }));
  return { status: response.status, json: await response.json(), headers: response.headers };
};

describe('mailboxRoutes', () => {
  it('returns a message once to a caller that knows its id, and accepts no second one for it', async () => {
    const id = newId();
    expect(await take(id)).toMatchObject({ status: 200, json: {} });
    expect(await put(id)).toMatchObject({ status: 200, json: {} });
    expect(await put(id, 'other')).toMatchObject({ status: 409, json: { error: { code: 'LETTER_EXISTS' } } });
    expect((await take(id)).json).toEqual({ ct: 'sealed' });
    expect((await take(id)).json).toEqual({});
    expect((await put(id, 'again')).status).toBe(409);
  });

  it('deletes a message after five minutes', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const [early, late] = [newId(), newId()];
    await put(early);
    await put(late);
    vi.setSystemTime(Date.now() + WALLET_TIMES.sealedMessage - 1);
    expect((await take(early)).json).toEqual({ ct: 'sealed' });
    vi.setSystemTime(Date.now() + 1);
    expect((await take(late)).json).toEqual({});
  });

  it('requires a proof to store a message, and valid ids and messages', async () => {
    const id = newId();
    const url = `${suite.servers.frameUrl}/v1/mailbox/${id}`;
    const bare = new Request(url, { method: 'PUT', body: JSON.stringify({ ct: 'sealed' }) });
    expect((await suite.servers.fetch(bare)).status).toBe(401);
    for (const wrong of ['a', 'x'.repeat(44), `${id.slice(1)}.`]) {
      expect((await put(wrong)).status, wrong).toBe(400);
      expect((await take(wrong)).status, wrong).toBe(400);
    }
    for (const ct of ['', 'not base64url!', 7, null, 'x'.repeat(262_145)]) {
      expect((await put(id, ct)).status).toBe(400);
    }
    const more = { method: 'PUT', body: { ct: 'sealed', more: true } };
    expect((await frame.call('frame', `/v1/mailbox/${id}`, more)).status).toBe(400);
    expect((await put(id, 'x'.repeat(600_000))).status).toBe(413);
    expect((await put(id, 'x'.repeat(262_144))).status).toBe(200);
  });

  it("answers the wallet's own pages and no others", async () => {
    const id = newId();
    await put(id);
    const foreign = await take(id, { Origin: 'https://shop.example' });
    expect([foreign.status, foreign.headers.get('Access-Control-Allow-Origin')]).toEqual([403, null]);
    const own = await take(id, { Origin: suite.servers.frameUrl });
    expect([own.json, own.headers.get('Access-Control-Allow-Origin')]).toEqual([
      { ct: 'sealed' },
      suite.servers.frameUrl,
    ]);
  });

  it('accepts 30 messages of an installation and 300 of a network per hour, and 1200 polls per minute', async () => {
    const counters = databaseCounters(suite.database, `${WALLET_SCHEMA}.counters`);
    const by = await suite.frame();
    /** Uses up all but one of a limit, and returns the results of two more uses. */
    const lastTwo = async (
      key: string,
      { count, window }: Allowance,
      ask: () => Promise<{ status: number }>,
    ) => {
      await counters.increment(key.replace('*', String(window)), count * FACTOR - 1, window);
      return [(await ask()).status, (await ask()).status];
    };
    const { sealedMessagesOfInstallation, sealedMessagesOfNetwork, mailboxReadsOfNetwork } =
      WALLET_ALLOWANCES;
    const leave = () => put(newId(), 'x', by);
    expect(await lastTwo(`letter:*:${by.jkt}`, sealedMessagesOfInstallation, leave)).toEqual([200, 429]);
    const leaveAnew = async () => put(newId(), 'x', await suite.frame());
    // The installation stored one before.
    await suite.database.query(`delete from ${WALLET_SCHEMA}.counters`);
    expect(await lastTwo('letter network:*:203.0.113.7', sealedMessagesOfNetwork, leaveAnew)).toEqual([
      200, 429,
    ]);
    const url = `${suite.servers.frameUrl}/v1/mailbox/${newId()}`;
    const look = async () => suite.servers.fetch(new Request(url));
    expect(await lastTwo('letter look:*:203.0.113.7', mailboxReadsOfNetwork, look)).toEqual([200, 429]);
    expect([
      sealedMessagesOfInstallation.count,
      sealedMessagesOfNetwork.count,
      mailboxReadsOfNetwork.count,
    ]).toEqual([30, 300, 1_200]);
  });
});
