import { randomUUID } from 'node:crypto';
import {
  addPasskeyCall,
  preparePasskeyCall,
  revokeInstallationCall,
  sendSignInCodeCall,
} from 'latchkit/protocol';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { passTime } from '../../test/passTime.js';
import { refused } from '../../test/refused.js';
import { beginChange, changeUpTo } from '../../test/wallet/changingFrame.js';
import { protectingFrame } from '../../test/wallet/protectingFrame.js';
import { softPasskey } from '../../test/wallet/softPasskey.js';
import type { WalletFrame } from '../../test/wallet/walletFrame.js';
import { type WalletSuite, walletSuite } from '../../test/wallet/walletSuite.js';
import { cacheCounters } from '../platform/adapters/cacheCounters.js';
import { databaseCounters } from '../platform/adapters/databaseCounters.js';
import { memoryCache } from '../platform/adapters/memory/memoryCache.js';
import { WALLET_SCHEMA } from './service/walletMigrations.js';
import { allowances } from './shared/allowances.js';

let suite: WalletSuite;
/** The same services, with codes without a link. */
let direct: WalletSuite;
/** With the limits of production, and data of its own. */
let strict: WalletSuite;
beforeAll(async () => {
  suite = await walletSuite();
  const { database } = suite;
  direct = await walletSuite({ database, newDevice: 'code' });
  strict = await walletSuite({ allowanceFactor: 1 });
});
afterAll(async () => {
  for (const one of [direct, suite, strict]) await one.close();
});
afterEach(() => {
  vi.useRealTimers();
});

const COOLDOWN = 31_000;
const TRIES = 50;
const OF_ONE_CODE = 5;

type Try = () => Promise<unknown>;

/** Tries at the same moment, and the answers by how often they were given. */
async function atOnce(tries: readonly Try[]): Promise<Record<string, number>> {
  const answers = await Promise.all(tries.map(one => refused(one())));
  const counts: Record<string, number> = {};
  for (const answer of answers) counts[answer] = (counts[answer] ?? 0) + 1;
  return counts;
}

const times = (count: number, one: Try) => Array.from({ length: count }, () => one);
const wrongFor = (code: string) => (code === '000000' ? '000001' : '000000');

/** Sign-ins of one address by new installations, each of which waits for its code. */
async function signIns(from: WalletSuite, email: string, count: number) {
  const found: { readonly frame: WalletFrame; readonly txn: string; readonly code: string }[] = [];
  for (let made = 0; made < count; made += 1) {
    passTime(COOLDOWN);
    const frame = await from.frame();
    const started = await frame.start(email);
    const { txn, action } = started;
    if (action === 'VERIFY_DEVICE') {
      const { id, token } = await frame.askApproval(started, email);
      await frame.decide(token, true);
      await frame.ask('frame', sendSignInCodeCall, { body: { txn, approvalGrant: await frame.grant(id) } });
    }
    found.push({ frame, txn, code: frame.code(email) });
  }
  return found;
}

async function wrongCodesOf(from: WalletSuite, count: number): Promise<readonly Try[]> {
  const email = `${randomUUID()}@mail.example`;
  const found = await signIns(from, email, count);
  return found.flatMap(({ frame, txn, code }) =>
    times(TRIES / count, () => frame.verify(txn, wrongFor(code))),
  );
}

/** Users who change to the same address. */
async function wrongChangeCodes(): Promise<readonly Try[]> {
  const next = `${randomUUID()}@mail.example`;
  const tries: Try[] = [];
  for (let users = 0; users < TRIES / OF_ONE_CODE; users += 1) {
    const email = `${randomUUID()}@mail.example`;
    const frame = await suite.frame();
    const { session } = await frame.signIn(email);
    const begun = await beginChange(frame, session.access, next);
    await changeUpTo(begun, { frame, email, next }, 'sendNew');
    const wrong = wrongFor(frame.code(next));
    tries.push(...times(OF_ONE_CODE, () => begun.verifyNew(wrong)));
  }
  return tries;
}

/** Four sessions, as many as production emails at once. Each has a code, which allows five tries. */
async function wrongFreshCodes(): Promise<readonly Try[]> {
  const email = `${randomUUID()}@mail.example`;
  const tries: Try[] = [];
  for (let sessions = 0; sessions < 4; sessions += 1) {
    const frame = await strict.frame(strict.portalPage);
    const { access } = (await frame.signIn(email)).session;
    passTime(COOLDOWN);
    const body = { code: wrongFor(await frame.freshCode(access, 'revoke', email)) };
    passTime(COOLDOWN);
    tries.push(
      ...times(OF_ONE_CODE, () =>
        frame.ask('frame', revokeInstallationCall, { params: { id: randomUUID() }, body, access }),
      ),
    );
  }
  return tries;
}

async function passkeys(): Promise<readonly Try[]> {
  const portal = await suite.frame(suite.portalPage);
  const signedIn = await portal.signIn(`${randomUUID()}@mail.example`);
  await portal.create(signedIn);
  const { access } = signedIn.session;
  passTime(COOLDOWN);
  const receipt = await protectingFrame(portal, signedIn, await portal.walletKey(access)).receipt(
    'protection',
  );
  const tries: Try[] = [];
  for (let made = 0; made < TRIES; made += 1) {
    const { challenge } = await portal.ask('vault', preparePasskeyCall, { body: { receipt } });
    const credential = softPasskey(portal.page.origin).create(challenge);
    tries.push(() => portal.ask('vault', addPasskeyCall, { body: { receipt, name: 'Key', credential } }));
  }
  return tries;
}

describe('50 parallel tries', () => {
  it.each([
    {
      of: 'the codes of an address',
      ready: () => wrongCodesOf(suite, 10),
      open: '403 OTP_INVALID',
      most: 15,
    },
    {
      of: 'the codes of an address, without a link',
      ready: () => wrongCodesOf(direct, 10),
      open: '403 OTP_INVALID',
      most: 15,
    },
    { of: 'the codes of an address for changes', ready: wrongChangeCodes, open: '403 OTP_INVALID', most: 15 },
    { of: "a user's codes for protected actions", ready: wrongFreshCodes, open: '403 OTP_INVALID', most: 15 },
    { of: 'passkeys of a wallet', ready: passkeys, open: 'not refused', most: 20 },
  ])('never exceed the limit: $of', async ({ ready, open, most }) => {
    const answers = await atOnce(await ready());
    expect(answers[open]).toBe(most);
  });

  it('compare five codes with that of a sign-in', async () => {
    const counted = async () => {
      const [row] = await suite.database.query(
        `select coalesce(sum(count), 0)::int as sum from ${WALLET_SCHEMA}.counters where key like 'wrong codes:%'`,
      );
      return Number(row?.sum);
    };
    const tries = await wrongCodesOf(suite, 1);
    const before = await counted();
    await atOnce(tries);
    expect((await counted()) - before).toBe(OF_ONE_CODE);
  });

  it('take no more uses of a limit than it has', async () => {
    const counters = databaseCounters(suite.database, `${WALLET_SCHEMA}.counters`);
    const limits = allowances(counters, 1);
    const allowance = { count: 7, window: 60_000 };
    const answers = await Promise.allSettled(
      Array.from({ length: TRIES }, () => limits.take('test', 'taken', allowance)),
    );
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(7);
  });
});

describe.each([
  { name: 'databaseCounters', of: () => databaseCounters(suite.database, `${WALLET_SCHEMA}.counters`) },
  {
    name: 'cacheCounters',
    of: () =>
      cacheCounters(
        memoryCache(() => Date.now()),
        'test:',
      ),
  },
])('$name', ({ of }) => {
  it('reserves no more than the limit, and again what was given back', async () => {
    const counters = of();
    const reserve = () => counters.reserve('tries', 15, 60_000);
    const found = await Promise.all(Array.from({ length: TRIES }, reserve));
    const reserved = found.flatMap(one => one ?? []);
    expect(reserved.map(({ count }) => count).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 15 }, (_, index) => index + 1),
    );
    expect(await counters.read('tries')).toBe(15);
    await Promise.all(reserved.slice(0, 2).map(one => one.giveBack()));
    const again = await Promise.all(Array.from({ length: TRIES }, reserve));
    expect(again.filter(one => one !== undefined)).toHaveLength(2);
  });

  it('gives nothing back to the next window', async () => {
    passTime(0);
    const counters = of();
    const first = await counters.reserve('window', 1, 60_000);
    passTime(60_001);
    expect(await counters.reserve('window', 1, 60_000)).toMatchObject({ count: 1 });
    await first?.giveBack();
    expect(await counters.reserve('window', 1, 60_000)).toBeUndefined();
  });
});

describe('a right code', () => {
  it('does not count as a wrong one', async () => {
    const email = `${randomUUID()}@mail.example`;
    for (const { frame, txn, code } of await signIns(direct, email, 16)) {
      expect(await refused(frame.verify(txn, code))).toBe('not refused');
    }
  });
});
