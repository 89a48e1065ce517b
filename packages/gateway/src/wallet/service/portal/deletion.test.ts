import { freezeOwnWalletCall, keepWalletCall, readHomeCall, requestDeletionCall } from 'latchkit/protocol';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { passTime } from '../../../../test/passTime.js';
import { refused } from '../../../../test/refused.js';
import { atPortal, portalOwner } from '../../../../test/wallet/portalVisitor.js';
import { type WalletSuite, walletSuite } from '../../../../test/wallet/walletSuite.js';

const DAY = 86_400_000;

let suite: WalletSuite;
beforeAll(async () => {
  suite = await walletSuite();
});
afterAll(() => suite.close());
afterEach(() => {
  vi.useRealTimers();
});

const subjects = (email: string) => suite.inbox.mails(email).map(({ subject }) => subject);

/** The tables of a store with a row that contains a text, such as an id. Deletions reach the mirror later. */
async function traces(schema: string, text: string): Promise<string[]> {
  const tables = await suite.database.query(
    "select table_name as name from information_schema.tables where table_schema = $1 and table_type = 'BASE TABLE' and table_name not like 'mirror%'",
    [schema],
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await suite.database.query(
      `select 1 from ${schema}.${String(name)} t where to_jsonb(t)::text like $1 limit 1`,
      [`%${text}%`],
    );
    if (rows.length > 0) found.push(String(name));
  }
  return found.sort();
}

describe('requestDeletion', () => {
  it('deletes everything in both stores after seven days, and leaves the id of the wallet', async () => {
    const owner = await portalOwner(suite);
    const { email, account, signedIn } = owner;
    const { walletId } = account;
    const userId = signedIn.user.id;
    const [share] = await suite.database.query(
      'select subject_id as id from latchkit_vault.recovery where wallet_id = $1',
      [walletId],
    );
    const { deletesAt } = await owner.ask(requestDeletionCall, {
      body: { code: await owner.code('delete') },
    });
    expect(subjects(email).at(-1)).toBe('Your wallet will be deleted');
    expect((await owner.ask(readHomeCall)).deletesAt).toBe(deletesAt);
    // Nothing changes until then.
    expect(await suite.services.deleteDueUsers()).toBe(0);
    expect((await owner.frame.open(owner.access)).account).toEqual(account);
    passTime(7 * DAY);
    expect(await suite.services.deleteDueUsers()).toBe(1);
    expect(subjects(email).at(-1)).toBe('Your wallet was deleted');
    // Used orders name the wallet for a day.
    for (const [schema, kept] of [
      ['latchkit_wallet', ['deleted_wallets', 'used_grants']],
      ['latchkit_vault', ['deleted_wallets', 'used_grants']],
    ] as const) {
      expect(kept).toEqual(expect.arrayContaining(await traces(schema, walletId)));
      expect(await traces(schema, walletId)).toContain('deleted_wallets');
      // Rate limits expire within a day.
      expect(['counters']).toEqual(expect.arrayContaining(await traces(schema, userId)));
      expect(await traces(schema, String(share?.id))).toEqual([]);
      const dek = `select 1 from ${schema}.deks where wallet_id = $1`;
      expect(await suite.database.query(dek, [walletId])).toEqual([]);
    }
    expect(await refused(owner.frame.open(owner.access))).toBe('401 INVALID_SESSION');
    // The address gets a new wallet.
    const frame = await suite.frame();
    const again = await frame.create(await frame.signIn(email));
    expect(again.walletId).not.toBe(walletId);
  });

  it('is undone by one press, and postponed by a freeze', async () => {
    const owner = await portalOwner(suite);
    const request = async () =>
      owner.ask(requestDeletionCall, { body: { code: await owner.code('delete') } });
    const first = await request();
    passTime(60_000);
    expect(await request()).toEqual(first);
    await owner.ask(keepWalletCall);
    expect(subjects(owner.email).at(-1)).toBe('Your wallet is kept');
    expect((await owner.ask(readHomeCall)).deletesAt).toBeNull();
    passTime(31_000);
    await request();
    passTime(7 * DAY - 3_600_000);
    await (await atPortal(suite, owner.host, owner.email)).ask(freezeOwnWalletCall);
    passTime(DAY);
    expect(await suite.services.deleteDueUsers()).toBe(0);
    const frozen = await atPortal(suite, owner.host, owner.email);
    const asked = frozen.ask(requestDeletionCall, { body: { code: '000000' } });
    expect(await refused(asked)).toBe('403 FROZEN');
    passTime(2 * DAY);
    expect(await suite.services.deleteDueUsers()).toBe(1);
  });

  it('is over when a wallet is created for a user who had none', async () => {
    const email = suite.address();
    const frame = await suite.frame();
    const signedIn = await frame.signIn(email);
    passTime(31_000);
    const there = await atPortal(suite, frame, email);
    const code = await there.frame.freshCode(there.access, 'delete', email);
    await there.frame.ask('frame', requestDeletionCall, { body: { code }, access: there.access });
    const account = await frame.create(signedIn);
    passTime(7 * DAY);
    expect(await suite.services.deleteDueUsers()).toBe(0);
    expect(subjects(email).at(-1)).toBe('Your wallet is kept');
    const { access } = (await frame.signIn(email)).session;
    expect((await frame.open(access)).account).toEqual(account);
  });

  it('keeps a wallet whose owner decides otherwise while others are deleted', async () => {
    const [first, second] = [await portalOwner(suite), await portalOwner(suite)];
    const request = async (owner: typeof first) =>
      owner.ask(requestDeletionCall, { body: { code: await owner.code('delete') } });
    await request(first);
    passTime(60_000);
    await request(second);
    passTime(7 * DAY - 60_000);
    const kept = await atPortal(suite, second.host, second.email);
    passTime(60_000);
    const { inbox } = suite;
    const send = inbox.send.bind(inbox);
    const sending = vi.spyOn(inbox, 'send').mockImplementation(async mail => {
      if (mail.to === first.email) await kept.ask(keepWalletCall);
      return send(mail);
    });
    expect(await suite.services.deleteDueUsers()).toBe(1);
    sending.mockRestore();
    expect(subjects(second.email).at(-1)).toBe('Your wallet is kept');
    expect(await traces('latchkit_vault', second.account.walletId)).toContain('recovery');
    const another = await suite.frame();
    passTime(31_000);
    expect((await another.recover(await another.signIn(second.email))).account).toEqual(second.account);
  });

  it('waits for the end of a freeze that only the vault knows', async () => {
    const owner = await portalOwner(suite);
    await owner.ask(requestDeletionCall, { body: { code: await owner.code('delete') } });
    passTime(7 * DAY);
    // The link of an email freezes the vault first, whether or not the wallet service responds.
    const until = (days: number) =>
      suite.database.query(
        `update latchkit_vault.subjects set frozen_until = $2
         where id in (select subject_id from latchkit_vault.recovery where wallet_id = $1)`,
        [owner.account.walletId, new Date(Date.now() + days * DAY)],
      );
    await until(3);
    expect(await suite.services.deleteDueUsers()).toBe(0);
    expect(await traces('latchkit_vault', owner.account.walletId)).toContain('recovery');
    await until(-1);
    expect(await suite.services.deleteDueUsers()).toBe(1);
  });

  it('waits for the vault: without it, nothing is deleted', async () => {
    const owner = await portalOwner(suite);
    await owner.ask(requestDeletionCall, { body: { code: await owner.code('delete') } });
    passTime(7 * DAY);
    await suite.database.query('alter table latchkit_vault.used_grants rename to used_grants_away');
    expect(await suite.services.deleteDueUsers()).toBe(0);
    await suite.database.query('alter table latchkit_vault.used_grants_away rename to used_grants');
    expect(await traces('latchkit_wallet', owner.account.walletId)).toContain('share_sets');
    expect(await suite.services.deleteDueUsers()).toBe(1);
  });
});
