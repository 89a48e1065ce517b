// @vitest-environment jsdom

import { afterEach, describe, expect, it, vi } from 'vitest';
import { awaitedLater } from '../../../../../scripts/lib/awaitedLater.mjs';
import type { SentTransaction, TransactionOutcome } from '../adapter/Transaction.js';
import { connect } from '../connection/connect.js';
import { memoryStorage } from '../kernel/storage.js';
import type { LatchkitOptions } from '../LatchkitOptions.js';
import { openModal } from '../modal/openModal.js';
import { ADDRESS, scriptedAdapter } from '../testSupport/scriptedAdapter.test-support.js';
import { settle, startedKit } from '../testSupport/startedKit.test-support.js';
import { checkPending, trackTransaction } from './pendingTransactions.js';
import { PENDING_KEY, type TrackedTransaction } from './TrackedTransaction.js';
import { waitForTransaction } from './waitForTransaction.js';

const kits: { destroy(): void }[] = [];
afterEach(() => {
  for (const kit of kits.splice(0)) kit.destroy();
  vi.useRealTimers();
});

const tracked = (hash: string, change: Partial<TrackedTransaction> = {}): TrackedTransaction => ({
  hash,
  chainId: 'eip155:1',
  address: ADDRESS,
  nonce: 7,
  payload: 'p',
  sentAt: Date.now(),
  to: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  amount: '0.25',
  symbol: 'ETH',
  ...change,
});

/** An instance whose transactions the test settles; until then every wait is pending or times out. */
function world(options: Partial<LatchkitOptions> = {}, late = false) {
  const adapter = scriptedAdapter();
  const asked: SentTransaction[] = [];
  const open = new Map<string, (outcome: TransactionOutcome) => void>();
  adapter.waitForTransaction = ({ network: _, signal: __, ...sent }) => {
    asked.push(sent);
    if (late)
      return Promise.reject(
        Object.assign(new Error('late'), { name: 'LatchkitError', code: 'TRANSACTION_TIMEOUT' }),
      );
    return new Promise(resolve => open.set(sent.hash, resolve));
  };
  const { kit, events } = startedKit(options, adapter);
  kits.push(kit);
  const mine = async (outcome: TransactionOutcome) => {
    open.get(outcome.hash)?.(outcome);
    await settle();
  };
  return { kit, events, asked, mine, state: () => kit.store.getState() };
}

describe('trackTransaction', () => {
  it('counts up per unfinished transaction and down when one finishes [ENT-24]', async () => {
    const { kit, state, mine, events } = world();
    trackTransaction(kit, tracked('0x1'));
    trackTransaction(kit, tracked('0x2'));
    expect(state().pendingTransactions.map(({ hash }) => hash)).toEqual(['0x2', '0x1']);
    await mine({ status: 'confirmed', hash: '0x1' });
    expect(state().pendingTransactions.map(({ hash }) => hash)).toEqual(['0x2']);
    expect(state().settledTransactions).toMatchObject([{ hash: '0x1', outcome: { status: 'confirmed' } }]);
    expect(events).toContainEqual(
      expect.objectContaining({ event: 'TRANSACTION_SETTLED', hash: '0x1', status: 'confirmed' }),
    );
    await mine({ status: 'confirmed', hash: '0x2' });
    expect(state().pendingTransactions).toEqual([]);
    expect(kit.kernel.storage.getItem(PENDING_KEY)).toBeNull();
  });

  it('shows the result of each on the page', async () => {
    const { kit, state, mine } = world();
    const outcomes: readonly [TransactionOutcome, string][] = [
      [{ status: 'confirmed', hash: '0x1' }, 'toast.sent'],
      [{ status: 'reverted', hash: '0x2', reason: 'closed' }, 'toast.sendReverted'],
      [{ status: 'replaced', hash: '0x3', replacement: '0xa', samePayment: true }, 'toast.sent'],
      [{ status: 'replaced', hash: '0x4', replacement: '0xa', samePayment: false }, 'toast.sendReplaced'],
      [{ status: 'cancelled', hash: '0x5', replacement: '0xa' }, 'toast.sendCancelled'],
      [{ status: 'dropped', hash: '0x6' }, 'toast.sendDropped'],
    ];
    for (const [outcome, text] of outcomes) {
      trackTransaction(kit, tracked(outcome.hash));
      await mine(outcome);
      expect(state().toast, outcome.status).toMatchObject({
        text,
        page: true,
        slots: { amount: '0.25 ETH' },
      });
    }
  });

  it('shows no toast while the view of the transaction is open', async () => {
    const { kit, state, mine } = world();
    trackTransaction(kit, tracked('0x1'));
    trackTransaction(kit, tracked('0x2'));
    openModal(kit, { view: { name: 'TransactionStatus', hash: '0x1' } });
    await mine({ status: 'cancelled', hash: '0x1', replacement: '0xa' });
    expect(state().toast).toBeUndefined();
    await mine({ status: 'confirmed', hash: '0x2' });
    expect(state().toast).toMatchObject({ text: 'toast.sent' });
  });

  it('never exceeds 99 [STATE-48]', () => {
    const { kit, state } = world();
    for (let index = 0; index < 120; index++) trackTransaction(kit, tracked(`0x${index}`));
    expect(state().pendingTransactions).toHaveLength(99);
    expect(state().pendingTransactions[0]?.hash).toBe('0x119');
    expect(JSON.parse(kit.kernel.storage.getItem(PENDING_KEY) ?? '[]')).toHaveLength(99);
  });

  it('marks a transaction as slow after one wait, and never takes its age as proof that it is gone (SOL-01)', async () => {
    const { kit, state } = world({}, true);
    trackTransaction(kit, tracked('0x1'));
    trackTransaction(kit, tracked('0x2', { sentAt: Date.now() - 25 * 3_600_000 }));
    await settle();
    expect(state().pendingTransactions).toMatchObject([
      { hash: '0x2', slow: true },
      { hash: '0x1', slow: true },
    ]);
    expect(state().settledTransactions).toEqual([]);
  });
});

describe('checkPending', () => {
  it('resumes transactions of an earlier visit on start', async () => {
    const storage = memoryStorage();
    trackTransaction(world({ storage }).kit, tracked('0x1'));
    const { state, mine, asked } = world({ storage });
    await vi.waitFor(() => expect(asked).toHaveLength(1));
    expect(asked[0]).toEqual({
      hash: '0x1',
      chainId: 'eip155:1',
      address: ADDRESS,
      nonce: 7,
      payload: 'p',
    });
    await mine({ status: 'cancelled', hash: '0x1', replacement: '0xb' });
    expect(state().settledTransactions).toMatchObject([{ outcome: { status: 'cancelled' } }]);
    expect(storage.getItem(PENDING_KEY)).toBeNull();
  });

  it('treats a corrupt record as absent', () => {
    for (const text of [
      '{',
      '7',
      '[null]',
      '[{"hash":7}]',
      JSON.stringify([{ ...tracked('0x1'), chainId: 'x' }]),
    ]) {
      const storage = memoryStorage();
      storage.setItem(PENDING_KEY, text);
      const { kit, state } = world({ storage });
      checkPending(kit);
      expect(state().pendingTransactions, text).toEqual([]);
    }
  });
});

describe('watchPending', () => {
  const watched = async (options: Partial<LatchkitOptions>, count: number) => {
    vi.useFakeTimers();
    const found = world(options, true);
    for (let index = 0; index < count; index++) trackTransaction(found.kit, tracked(`0x${index}`));
    await vi.advanceTimersByTimeAsync(29_999);
    const before = found.asked.length;
    await vi.advanceTimersByTimeAsync(1);
    const first = found.asked.length - before;
    await vi.advanceTimersByTimeAsync(30_000);
    return { ...found, first, second: found.asked.length - before - first };
  };

  it('polls each 30000 ms when the host wants it, and not otherwise [TIME-18]', async () => {
    expect(await watched({}, 1)).toMatchObject({ first: 0, second: 0 });
    expect(await watched({ watchPendingTransactions: true }, 1)).toMatchObject({ first: 1, second: 1 });
  });

  it('still polls 98, and stops at 99 [STATE-48]', async () => {
    const watch = { watchPendingTransactions: true };
    expect(await watched(watch, 98)).toMatchObject({ first: 98, second: 98 });
    expect(await watched(watch, 99)).toMatchObject({ first: 0, second: 0 });
  });

  it('stops when nothing is pending, and when the instance is destroyed', async () => {
    vi.useFakeTimers();
    const { kit, mine } = world({ watchPendingTransactions: true });
    trackTransaction(kit, tracked('0x1'));
    void mine({ status: 'confirmed', hash: '0x1' });
    await vi.advanceTimersByTimeAsync(30_000);
    expect(kit.store.getState().pendingTransactions).toEqual([]);
    expect(kit.kernel.slots.get('watchedTransactions')).toBe(false);
    trackTransaction(kit, tracked('0x2'));
    expect(kit.kernel.slots.get('watchedTransactions')).toBe(true);
    kit.destroy();
    expect(kit.kernel.slots.get('watchedTransactions')).toBe(false);
  });
});

describe('waitForTransaction', () => {
  it('throws the reason of a reverted transaction [ERR-42] [ERR-43]', async () => {
    const { kit, mine } = world();
    await connect(kit, { connectorId: 'io.one' });
    for (const reason of ['closed on Sundays', 'unknown reason']) {
      const waiting = waitForTransaction(kit, { hash: '0x1' });
      const refused = awaitedLater(
        expect(waiting).rejects.toMatchObject({
          message: reason,
          code: 'TRANSACTION_REVERTED',
        }),
      );
      await mine({ status: 'reverted', hash: '0x1', reason });
      await refused;
    }
    const waiting = awaitedLater(waitForTransaction(kit, { hash: '0x2' }));
    await mine({ status: 'confirmed', hash: '0x2' });
    expect(await waiting).toEqual({ status: 'confirmed', hash: '0x2' });
    await expect(waitForTransaction(kit, { hash: '0x1', chainId: 'eip155:5' })).rejects.toMatchObject({
      code: 'NETWORK_NOT_FOUND',
    });
  });
});
