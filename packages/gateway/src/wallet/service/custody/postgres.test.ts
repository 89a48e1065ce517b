import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { passTime } from '../../../../test/passTime.js';
import { refused } from '../../../../test/refused.js';
import { hasPostgres, NO_POSTGRES, newPostgres } from '../../../../test/testDatabase.js';
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
