import { revokeInstallationCall } from 'latchkit/protocol';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { awaitedLater } from '../../../../../../scripts/lib/awaitedLater.mjs';
import { passTime } from '../../../../test/passTime.js';
import { refused } from '../../../../test/refused.js';
import { hasPostgres, NO_POSTGRES, newPostgres } from '../../../../test/testDatabase.js';
import { changeWithoutWallet } from '../../../../test/wallet/changingFrame.js';
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

  /** Makes calls while a row is locked, each once the one before waits. */
  async function whileLocked(
    [statement, id]: readonly [statement: string, id: string],
    calls: readonly (() => Promise<string>)[],
  ): Promise<readonly string[]> {
    const asked: Promise<string>[] = [];
    await suite.database.transaction(async runner => {
      await runner.query(statement, [id]);
      for (const call of calls) {
        asked.push(awaitedLater(call()));
        const waiting = asked.length;
        await vi.waitFor(async () => {
          const found = await suite.database.query(
            "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
          );
          expect(found).toHaveLength(waiting);
        });
      }
    });
    return Promise.all(asked);
  }

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

  it.each([
    ['no wallet that comes first', ['create', 'change'], ['not refused', '403 SETTLED_DEVICE_REQUIRED']],
    ['an address that no wallet follows', ['change', 'create'], ['not refused', '401 INVALID_SESSION']],
  ] as const)('gives a change that started without a wallet %s', async (_, order, answers) => {
    const email = suite.address();
    const change = await changeWithoutWallet(suite, email);
    const preparedGrant = await change.upTo('prepare');
    passTime(31_000);
    const frame = await suite.frame();
    const gate = meeting(2);
    const steps: string[] = [];
    const create = frame.create(await frame.signIn(email), step => {
      steps.push(step);
      return gate(step);
    });
    const creating = awaitedLater(refused(create));
    await vi.waitFor(() => expect(steps).toContain('commit'));
    const ask = {
      create: () => {
        gate('commit');
        return creating;
      },
      change: () => refused(change.commit(preparedGrant)),
    };
    const [row] = await suite.database.query(
      'select owner_id as id from latchkit_wallet.address_changes where txn = $1',
      [change.txn],
    );
    const lock = ['select 1 from latchkit_wallet.users where id = $1 for update', String(row?.id)] as const;
    const calls = order.map(name => ask[name]);
    expect(await whileLocked(lock, calls)).toEqual(answers);
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
    // Both wait for the present share set, the renewal first.
    const answers = await whileLocked(
      ['select 1 from latchkit_wallet.share_sets where installation_id = $1 for update', id],
      [
        () => refused(thief.frame.enrol(thief.access, key)),
        () => refused(owner.ask(revokeInstallationCall, { params: { id }, body: { code } })),
      ],
    );
    expect(answers[1]).toBe('not refused');
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
