import {
  authorizeInstallationCall,
  enrolInstallationCall,
  exportWalletCall,
  listInstallationsCall,
  type PortalAction,
  requestDeletionCall,
  revokeInstallationCall,
  sendPortalCodeCall,
} from 'latchkit/protocol';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { passTime } from '../../../../test/passTime.js';
import { refused } from '../../../../test/refused.js';
import {
  atPortal,
  type PortalVisitor,
  portalNewcomer,
  portalOwner,
} from '../../../../test/wallet/portalVisitor.js';
import { vouchFor } from '../../../../test/wallet/vouchFor.js';
import type { WalletFrame } from '../../../../test/wallet/walletFrame.js';
import { type WalletSuite, walletSuite } from '../../../../test/wallet/walletSuite.js';
import { WALLET_SCHEMA } from '../walletMigrations.js';
import { spenderOf } from './spenderOf.js';
import { limitsOf } from './takeOfUser.js';

let suite: WalletSuite;
beforeAll(async () => {
  suite = await walletSuite({ allowanceFactor: 1 });
});
afterAll(() => suite.close());
afterEach(() => {
  vi.useRealTimers();
});

/** A browser of an owner's user at the portal that has not opened the wallet. */
const stranger = async ({ email }: PortalVisitor) =>
  atPortal(suite, await suite.frame(suite.portalPage), email);

/** A browser that opened the wallet by the mailbox 24 hours ago. */
async function settled({ email }: PortalVisitor): Promise<PortalVisitor> {
  const visitor = await portalNewcomer(suite, email);
  await suite.database.query(
    `update ${WALLET_SCHEMA}.wallet_installations set counts_from = counts_from - interval '24 hours'
     where installation_id in (select id from ${WALLET_SCHEMA}.installations where jkt = $1)`,
    [visitor.frame.jkt],
  );
  return visitor;
}

async function idsOf({ jkt }: WalletFrame): Promise<{ userId: string; installationId: string }> {
  const [row] = await suite.database.query(
    `select i.id, s.user_id as "userId" from ${WALLET_SCHEMA}.installations i
     join ${WALLET_SCHEMA}.sessions s on s.installation_id = i.id where i.jkt = $1 limit 1`,
    [jkt],
  );
  return { userId: String(row?.userId), installationId: String(row?.id) };
}

const ACCEPTED = 'not refused';

const ask = (visitor: PortalVisitor, action: PortalAction) =>
  refused(visitor.ask(sendPortalCodeCall, { body: { action } }));

/** Enters wrong codes until no further code is sent. */
async function lock(visitor: PortalVisitor): Promise<string> {
  for (let codes = 0; codes < 4; codes += 1) {
    const answer = await ask(visitor, 'delete');
    if (answer === '403 LOCKED') return answer;
    const code = suite.inbox.mails(visitor.email).at(-1)?.subject.slice(0, 6);
    const wrong = code === '000000' ? '000001' : '000000';
    for (let tries = 0; tries < 5; tries += 1)
      await refused(visitor.ask(requestDeletionCall, { body: { code: wrong } }));
    passTime(31_000);
  }
  return 'no lock';
}

/** Removes the newest other browser, with the code of an email. */
async function removeStolen(owner: PortalVisitor): Promise<string> {
  const { installations } = await owner.ask(listInstallationsCall);
  const stolen = installations.find(({ isCurrent }) => !isCurrent);
  const code = await owner.code('revoke');
  return refused(owner.ask(revokeInstallationCall, { params: { id: stolen?.id ?? '' }, body: { code } }));
}

describe('the owner of a wallet with a stolen browser', () => {
  it('can remove it although it entered wrong codes that nobody had asked for', async () => {
    const owner = await portalOwner(suite);
    const thief = await portalNewcomer(suite, owner.email);
    for (let at = 0; at < 20; at += 1)
      expect(await refused(thief.ask(requestDeletionCall, { body: { code: '000000' } }))).toBe(
        '403 OTP_INVALID',
      );
    // They count nothing, not even for the thief.
    expect(await ask(thief, 'delete')).toBe(ACCEPTED);
    expect(await removeStolen(owner)).toBe(ACCEPTED);
  });

  it('can remove it although it used up the codes of every browser that did not settle', async () => {
    const owner = await portalOwner(suite);
    const thief = await portalNewcomer(suite, owner.email);
    expect(await lock(thief)).toBe('403 LOCKED');
    // Another login gives no further tries.
    expect(await ask(await stranger(owner), 'delete')).toBe('403 LOCKED');
    // And the cooldown is not the owner's either.
    expect(await removeStolen(owner)).toBe(ACCEPTED);
  });

  it('can remove it although it used up the emails, and settled', async () => {
    const owner = await portalOwner(suite);
    const thief = await settled(owner);
    const answers = new Set<string>();
    for (let at = 0; at < 11; at += 1) {
      answers.add(await ask(thief, 'delete'));
      // The owner's cooldown is not the thief's.
      if (at === 0) expect(await ask(owner, 'export')).toBe(ACCEPTED);
      passTime(31_000);
    }
    expect([...answers]).toEqual([ACCEPTED, '429 RATE_LIMITED']);
    expect(await removeStolen(owner)).toBe(ACCEPTED);
  });

  it.each<[string, (thief: PortalVisitor) => Promise<unknown>, number]>([
    [
      'removals',
      thief => thief.ask(revokeInstallationCall, { params: { id: crypto.randomUUID() }, body: {} }),
      60,
    ],
    ['exports', thief => thief.ask(exportWalletCall, { body: {} }), 30],
  ])('keeps its own limit of %s', async (_, call, limit) => {
    const owner = await portalOwner(suite);
    const thief = await stranger(owner);
    for (let at = 0; at < limit; at += 1) expect(await refused(call(thief))).not.toMatch(/429/);
    expect(await refused(call(thief))).toBe('429 RATE_LIMITED');
    expect(await refused(call(await stranger(owner)))).toBe('429 RATE_LIMITED');
    expect(await refused(call(owner))).not.toMatch(/429/);
  });

  it('can add a browser although a login asked for that again and again', async () => {
    const owner = await portalOwner(suite);
    const thief = await stranger(owner);
    const { jkt, encJwk, page } = thief.frame;
    const vouch = { jkt, encJwk, projectId: page.project, hostOrigin: page.origin };
    const half = `a.${'b'.repeat(40)}.c.d.e`;
    for (let at = 0; at < 11; at += 1) {
      expect(await refused(thief.ask(authorizeInstallationCall, { body: vouch }))).toBe(
        '404 SHARE_NOT_FOUND',
      );
      expect(await refused(thief.ask(enrolInstallationCall, { body: { epoch: 1, half } }))).toBe(
        '403 GRANT_INVALID',
      );
    }
    const added = await portalNewcomer(suite, owner.email);
    expect(await refused(vouchFor(added.frame, added.access, await suite.frame()))).toBe(ACCEPTED);
  });
});

describe('spenderOf', () => {
  it('gives settled browsers limits of their own, and those that one vouched for none', async () => {
    const owner = await portalOwner(suite);
    const [thief, newcomer] = [await settled(owner), await portalNewcomer(suite, owner.email)];
    const vouched = await suite.frame(suite.portalPage);
    const access = await vouchFor(thief.frame, thief.access, vouched);
    const second = await suite.frame(suite.portalPage);
    await vouchFor(vouched, access, second);
    const of = async (frame: WalletFrame) =>
      spenderOf({ database: suite.database, schema: WALLET_SCHEMA }, await idsOf(frame));
    const { userId, installationId: first } = await idsOf(owner.frame);
    const { installationId: root } = await idsOf(thief.frame);
    expect(await of(owner.frame)).toEqual({ key: `${userId}:${first}`, total: undefined });
    // All settled ones but the first share a total.
    for (const frame of [thief.frame, vouched, second])
      expect(await of(frame)).toEqual({ key: `${userId}:${root}`, total: userId });
    const login = await stranger(owner);
    for (const frame of [newcomer.frame, login.frame])
      expect(await of(frame)).toEqual({ key: userId, total: undefined });
    const limit = { count: 15, window: 1 };
    expect(limitsOf(await of(thief.frame), 'codes', limit)).toEqual([
      ['codes', `${userId}:${root}`, limit],
      ['codes of settled', userId, { count: 60, window: 1 }],
    ]);
  });
});
