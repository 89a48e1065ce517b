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
});
