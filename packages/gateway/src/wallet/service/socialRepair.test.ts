import { randomUUID } from 'node:crypto';
import { listInstallationsCall, readSessionCall } from 'latchkit/protocol';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { passTime } from '../../../test/passTime.js';
import { refused } from '../../../test/refused.js';
import { changingLogins } from '../../../test/wallet/changingLogins.js';
import { type SocialSuite, startSocialSuite } from '../../../test/wallet/socialSuite.js';
import { walletKeyVaults } from '../../../test/wallet/walletSuite.js';
import { migrate } from '../../platform/migrate.js';
import { restoreFromMirror } from '../durability/restoreFromMirror.js';
import { WALLET_TIMES } from '../shared/walletLimits.js';
import { VAULT_SCHEMA } from '../vault/vaultMigrations.js';
import { GATEWAY_STORE } from '../walletStores.js';
import { WALLET_SCHEMA, walletMigrations } from './walletMigrations.js';

const S = WALLET_SCHEMA;
const STEP = 31;

let social: SocialSuite;
beforeAll(async () => {
  social = await startSocialSuite();
});
afterAll(() => social.close());
afterEach(() => {
  vi.useRealTimers();
});

const query = (sql: string, values: readonly string[] = []) => social.suite.database.query(sql, [...values]);

/** Makes the store look as before the repair. Its other steps stay. */
async function undo() {
  await query(`drop table ${S}.withdrawn_sets, ${S}.concerned_wallets, ${S}.repairs`);
  await query(`delete from ${S}.schema_migrations where version = ${STEP}`);
}

/** The upgrade, as the start of a gateway does it. */
const upgrade = () => migrate(social.suite.database, walletMigrations, S);

let people = 0;
const someone = () => {
  people += 1;
  return { person: String(50_000_000 + people) };
};

/** A user of Google with a wallet, on the installation that created it. */
async function owner(choice = someone()) {
  const redeemed = await social.visitor.signIn('google', choice);
  const signedIn = await social.visitor.giveEvidence(redeemed);
  const account = await redeemed.frame.create(signedIn);
  const { access } = signedIn.session;
  const { seed } = await redeemed.frame.open(access);
  return { choice, frame: redeemed.frame, access, userId: signedIn.user.id, wallet: { account, seed } };
}

/** Another installation that a login added: also a thief's, with the evidence that it was given. */
async function added(choice: { readonly person: string }) {
  const redeemed = await social.visitor.signIn('google', choice);
  const signedIn = await social.visitor.giveEvidence(redeemed);
  await redeemed.frame.recover(signedIn);
  return { frame: redeemed.frame, access: signedIn.session.access };
}

const idOf = async (jkt: string) =>
  String((await query(`select id from ${S}.installations where jkt = $1`, [jkt]))[0]?.id);
const setsOf = async (table: string, walletId: string) =>
  (await query(`select installation_id from ${S}.${table} where wallet_id = $1`, [walletId]))
    .map(row => row.installation_id)
    .filter(id => id !== null);

describe('the repair of social logins', () => {
  it('ends the sessions and withdraws what logins added, and the owner keeps the addresses [SEC-101] [SEC-102] [SEC-104]', async () => {
    const ada = await owner();
    const { walletId } = ada.wallet.account;
    const thief = await added(ada.choice);
    await undo();
    await upgrade();
    // The thief is out, at every call.
    const read = (frame: typeof thief.frame, access: string) =>
      refused(frame.ask('frame', readSessionCall, { access }));
    expect(await read(thief.frame, thief.access)).toBe('401 INVALID_SESSION');
    expect(await refused(thief.frame.open(thief.access))).toBe('401 INVALID_SESSION');
    expect(await refused(thief.frame.walletKey(thief.access))).toBe('401 INVALID_SESSION');
    expect(await read(ada.frame, ada.access)).toBe('401 INVALID_SESSION');
    // The owner logs in again, and the browser that created the wallet opens it as before.
    const again = await social.visitor.signIn('google', ada.choice, ada.frame);
    expect(again.user).toMatchObject({ id: ada.userId, isEnrolled: true });
    expect(await ada.frame.open(again.session.access)).toEqual(ada.wallet);
    // So does a browser of the owner's that was added: by the new way, as a new device.
    const there = await social.visitor.signIn('google', ada.choice, thief.frame);
    expect(there.user).toMatchObject({ id: ada.userId, isEnrolled: false });
    expect(await refused(thief.frame.open(there.session.access))).toBe('404 SHARE_NOT_FOUND');
    expect(await setsOf('share_sets', walletId)).toEqual([await idOf(ada.frame.jkt)]);
    const removed = async () => {
      const portal = ada.frame.at(social.suite.portalPage);
      const { session } = await social.visitor.signIn('google', ada.choice, portal);
      return (await portal.ask('frame', listInstallationsCall, { access: session.access })).withdrawn;
    };
    expect(await removed()).toMatchObject([
      { id: await idOf(thief.frame.jkt), hostOrigin: thief.frame.page.origin, browser: 'Firefox, Linux' },
    ]);
    expect(await thief.frame.recover(await social.visitor.giveEvidence(there))).toEqual(ada.wallet);
    expect(await thief.frame.open(there.session.access)).toEqual(ada.wallet);
    expect(await removed()).toEqual([]);
  });

  it('happens once, and says what it did', async () => {
    const ada = await owner();
    await added(ada.choice);
    await undo();
    await upgrade();
    const told = await query(`select sets, sessions from ${S}.repairs`);
    expect(told).toEqual([{ sets: expect.any(Number), sessions: expect.any(Number) }]);
    const again = await added(ada.choice);
    await upgrade();
    await again.frame.open(again.access);
    expect(await query(`select sets, sessions from ${S}.repairs`)).toEqual(told);
  });

  it('leaves users of email alone, and of users of both what was opened before', async () => {
    const { suite } = social;
    const email = suite.address();
    const frame = await suite.frame();
    const signedIn = await frame.signIn(email);
    await frame.create(signedIn);
    passTime(31_000);
    const second = await suite.frame();
    const there = await second.signIn(email);
    await second.recover(there);
    await undo();
    await upgrade();
    await frame.open(signedIn.session.access);
    await second.open(there.session.access);

    const ada = await owner();
    const early = await added(ada.choice);
    const late = await added(ada.choice);
    const { walletId } = ada.wallet.account;
    const opened = (jkt: string, at: string) =>
      query(
        `update ${S}.wallet_installations p set added_at = $2::timestamptz from ${S}.installations i
         where i.id = p.installation_id and i.jkt = $1`,
        [jkt, at],
      );
    await opened(early.frame.jkt, '2026-11-22T23:00:00Z');
    await opened(late.frame.jkt, '2026-11-23T02:50:00Z');
    await undo();
    await upgrade();
    expect(await setsOf('withdrawn_sets', walletId)).toEqual([await idOf(late.frame.jkt)]);
    const again = await social.visitor.signIn('google', ada.choice, early.frame);
    expect(await early.frame.open(again.session.access)).toEqual(ada.wallet);
  });

  it('keeps the installation that created a wallet where that was not recorded: it came with the wallet', async () => {
    const ada = await owner();
    const thief = await added(ada.choice);
    const { walletId } = ada.wallet.account;
    // As step 17 recorded sets of before.
    await query(`update ${S}.wallet_installations set origin = 'recovered', added_at = s.created_at
      from ${S}.share_sets s where s.wallet_id = wallet_installations.wallet_id
        and s.installation_id = wallet_installations.installation_id`);
    await query(
      `update ${S}.wallet_installations set added_at = added_at + interval '6 seconds'
      where installation_id = $1`,
      [await idOf(thief.frame.jkt)],
    );
    await undo();
    await upgrade();
    expect(await setsOf('share_sets', walletId)).toEqual([await idOf(ada.frame.jkt)]);
    expect(await setsOf('withdrawn_sets', walletId)).toEqual([await idOf(thief.frame.jkt)]);
  });

  it('concerns wallets that a script opened without leaving anything, and no others', async () => {
    const [ada, noor] = [await owner(), await owner()];
    await undo();
    await query(
      `insert into ${S}.audit (seq, at, actor, action, subject, meta, h)
       select max(seq) + 1, now(), 'a-key-of-a-script', 'half.recovery', $1, '{}', 'x' from ${S}.audit`,
      [ada.wallet.account.walletId],
    );
    await upgrade();
    const found = await query(`select wallet_id as id from ${S}.concerned_wallets`);
    const ids = found.map(({ id }) => id);
    expect(ids).toContain(ada.wallet.account.walletId);
    expect(ids).not.toContain(noor.wallet.account.walletId);
    await query(`delete from ${S}.audit where actor = 'a-key-of-a-script'`);
  });

  it('is told to the owners of the wallets concerned, once', async () => {
    const { suite } = social;
    const users = changingLogins(social);
    const { email, choice } = await users.linked('google');
    passTime(WALLET_TIMES.changedAddress);
    await users.onNewDevice('google', choice);
    await undo();
    await upgrade();
    const before = suite.inbox.mails(email).length;
    expect(await suite.services.tellConcerned()).toBeGreaterThan(0);
    expect(users.subjects(email).slice(before)).toEqual(['Log in to your wallet again']);
    expect(await suite.services.tellConcerned()).toBe(0);
    expect(users.subjects(email)).toHaveLength(before + 1);
  });

  it('voids what installations without a set vouched for', async () => {
    const ada = await owner();
    const thief = await added(ada.choice);
    const vouch = (voucher: string) =>
      query(
        `insert into ${S}.vouches (id, user_id, voucher_id, jkt, project_id, host_origin, locale, expires_at)
         values ($1, $2, $3, 'a', 'b', 'c', 'en', now() + interval '5 minutes')`,
        [randomUUID(), ada.userId, voucher],
      );
    const [own, other] = [await idOf(ada.frame.jkt), await idOf(thief.frame.jkt)];
    await vouch(own);
    await vouch(other);
    await undo();
    await upgrade();
    const left = await query(`select voucher_id as id from ${S}.vouches where user_id = $1`, [ada.userId]);
    expect(left).toEqual([{ id: own }]);
    expect(
      await query(`select 1 from ${VAULT_SCHEMA}.schema_migrations where name = 'repair of social logins'`),
    ).toEqual([]);
  });

  it('follows the restoration of a store from the mirror of a version without it, and of no other', async () => {
    const { suite } = social;
    const ada = await owner();
    await added(ada.choice);
    await suite.services.mirror.flush();
    const restore = async () => {
      const { database } = suite;
      await database.script(`drop schema ${S} cascade`);
      const mirror = { schema: VAULT_SCHEMA, database };
      await restoreFromMirror({ ...GATEWAY_STORE, database, keyVault: walletKeyVaults.a, mirror });
      return setsOf('share_sets', ada.wallet.account.walletId);
    };
    expect(await restore()).toHaveLength(2);
    await query(`delete from ${VAULT_SCHEMA}.mirror_rows where table_name = 'repairs'`);
    expect(await restore()).toEqual([await idOf(ada.frame.jkt)]);
  });
});
