import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type WalletSuite, walletSuite } from '../../../test/wallet/walletSuite.js';
import { cleanStore } from './housekeeping.js';

let suite: WalletSuite;
beforeAll(async () => {
  suite = await walletSuite();
});
afterAll(() => suite.close());

const COUNTS = `
  select (select count(*)::int from latchkit_wallet.auth_txns) as txns,
    (select count(*)::int from latchkit_wallet.share_sets) as sets,
    (select count(*)::int from latchkit_wallet.sessions) as sessions,
    (select count(*)::int from latchkit_vault.approvals) as approvals,
    (select count(*)::int from latchkit_vault.recovery) as recovery`;

describe('cleanStore', () => {
  it('deletes sign-ins 24 hours after their end and approvals that have ended, and no share', async () => {
    const frame = await suite.frame();
    await frame.create(await frame.signIn(suite.address()));
    const clean = async () => {
      for (const store of suite.services.stores) await cleanStore(store);
      return (await suite.database.query(COUNTS))[0];
    };
    expect(await clean()).toEqual({ txns: 1, sets: 2, sessions: 1, approvals: 1, recovery: 1 });
    await suite.database.script(`
      update latchkit_wallet.auth_txns set expires_at = now() - interval '23 hours';
      update latchkit_vault.approvals set expires_at = now() - interval '1 second'`);
    expect(await clean()).toEqual({ txns: 1, sets: 2, sessions: 1, approvals: 0, recovery: 1 });
    await suite.database.script(
      `update latchkit_wallet.auth_txns set expires_at = now() - interval '25 hours'`,
    );
    expect(await clean()).toEqual({ txns: 0, sets: 2, sessions: 1, approvals: 0, recovery: 1 });
  });

  it('deletes installations that registered and did nothing else for 30 days, and no other [SEC-115]', async () => {
    const frame = await suite.frame();
    await frame.create(await frame.signIn(suite.address()));
    await suite.frame();
    const count = async () => {
      const [row] = await suite.database.query(`
        select count(*) filter (where id in (select installation_id from latchkit_wallet.share_sets))::int as users,
          count(*) filter (where id not in (select installation_id from latchkit_wallet.wallet_installations))::int
            as strangers
        from latchkit_wallet.installations`);
      return row;
    };
    const cleanAfter = async (days: number) => {
      await suite.database.script(
        `update latchkit_wallet.installations set last_seen_at = now() - interval '${days} days'`,
      );
      for (const store of suite.services.stores) await cleanStore(store);
      return count();
    };
    const before = await count();
    expect(before).toMatchObject({ strangers: expect.toSatisfy(value => Number(value) > 0) });
    expect(await cleanAfter(29)).toEqual(before);
    await suite.database.script('delete from latchkit_wallet.sessions');
    expect(await cleanAfter(31)).toEqual({ users: before?.users, strangers: 0 });
  });
});
