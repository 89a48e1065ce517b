import { revokeInstallationCall } from 'latchkit/protocol';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { awaitedLater } from '../../../../../../scripts/lib/awaitedLater.mjs';
import { passTime } from '../../../../test/passTime.js';
import { refused } from '../../../../test/refused.js';
import { hasPostgres, NO_POSTGRES, newPostgres } from '../../../../test/testDatabase.js';
import { portalNewcomer, portalOwner } from '../../../../test/wallet/portalVisitor.js';
import { type WalletSuite, walletSuite } from '../../../../test/wallet/walletSuite.js';
import { openPostgres } from '../../../platform/adapters/postgres.js';

describe('the wallet service on a PostgreSQL server with concurrent statements', () => {
  if (!hasPostgres()) {
    it('passes', ({ skip }) => skip(NO_POSTGRES));
    return;
  }
  let suite: WalletSuite;
  beforeAll(async () => {
    suite = await walletSuite({ database: await openPostgres(await newPostgres()) });
  });
  afterAll(async () => {
    vi.useRealTimers();
    await suite.close();
  });

  it('gives one session to fifty concurrent codes, and one wallet to two concurrent commits [SEC-30]', async () => {
    const email = suite.address();
    const [a, b] = [await suite.frame(), await suite.frame()];
    const started = await a.start(email);
    const { txn } = started;
    const { id, token } = await a.askApproval(started, email);
    await a.decide(token, true);
    await a.call('frame', '/v1/auth/email/otp', { body: { txn, approvalGrant: await a.grant(id) } });
    const code = a.code(email);
    const answers = await Promise.all(Array.from({ length: 50 }, () => refused(a.verify(txn, code))));
    expect(answers.filter(answer => answer === 'not refused')).toHaveLength(1);

    passTime(31_000);
    const first = await a.signIn(email);
    passTime(31_000);
    const second = await b.signIn(email);
    const gate = meeting(2);
    const made = await Promise.all(
      [a.create(first, step => gate(step)), b.create(second, step => gate(step))].map(refused),
    );
    expect(made.sort()).toEqual(['409 WALLET_EXISTS', 'not refused']);
    const report = await Promise.all(suite.services.stores.map(store => store.audit.verify()));
    expect(report.map(({ brokenAt }) => brokenAt)).toEqual([undefined, undefined]);
  });

  it('leaves no share set to a device that renews it while it is revoked', async () => {
    const owner = await portalOwner(suite);
    const thief = await portalNewcomer(suite, owner.email);
    const key = await thief.frame.walletKey(thief.access);
    const [row] = await suite.database.query('select id from latchkit_wallet.installations where jkt = $1', [
      thief.frame.jkt,
    ]);
    const id = String(row?.id);
    const code = await owner.code('revoke');
    const sets = () =>
      suite.database.query('select id from latchkit_wallet.share_sets where installation_id = $1', [id]);
    expect(await sets()).toHaveLength(1);
    const asked: Promise<string>[] = [];
    // Both wait for the present share set, the renewal first.
    await suite.database.transaction(async runner => {
      await runner.query('select 1 from latchkit_wallet.share_sets where installation_id = $1 for update', [
        id,
      ]);
      for (const ask of [
        () => thief.frame.enrol(thief.access, key),
        () => owner.ask(revokeInstallationCall, { params: { id }, body: { code } }),
      ]) {
        asked.push(awaitedLater(refused(ask())));
        const waiting = asked.length;
        await vi.waitFor(async () => {
          const found = await suite.database.query(
            "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
          );
          expect(found).toHaveLength(waiting);
        });
      }
    });
    expect((await Promise.all(asked))[1]).toBe('not refused');
    expect(await sets()).toHaveLength(0);
  });
});

/** Delays every commit until all callers have arrived. */
function meeting(size: number): (step: string) => Promise<void> | void {
  let open = () => {};
  const opened = new Promise<void>(resolve => {
    open = resolve;
  });
  let count = 0;
  return step => {
    if (step !== 'commit') return;
    count += 1;
    if (count === size) open();
    return opened;
  };
}
