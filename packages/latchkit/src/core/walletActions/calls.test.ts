// @vitest-environment jsdom

import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { awaitedLater } from '../../../../../scripts/lib/awaitedLater.mjs';
import { BaseError } from '../../protocol/BaseError.js';
import type { CallsStatus } from '../adapter/Calls.js';
import { connect } from '../connection/connect.js';
import { settle, startedKit } from '../testSupport/startedKit.test-support.js';
import { getCallsStatus, sendCalls, showCallsStatus, waitForCallsStatus } from './calls.js';

const ID = '0xabc';
const status = (statusCode: number): CallsStatus => ({
  id: ID,
  chainId: 'eip155:1',
  status: statusCode < 200 ? 'pending' : statusCode < 300 ? 'success' : 'failure',
  statusCode,
  atomic: true,
  receipts: [],
});

/** A connected instance whose wallet answers each request for a batch's state with the next of `answers`, then with the last; without answers, it has no batches. */
async function connectedKit(...answers: readonly (number | Error)[]) {
  const { kit, adapter } = startedKit();
  onTestFinished(() => kit.destroy());
  await settle();
  await connect(kit, { connectorId: 'io.one' });
  let reads = 0;
  const respond = async () => {
    const answer = answers[Math.min(reads, answers.length - 1)];
    reads += 1;
    if (typeof answer === 'number') return status(answer);
    throw answer;
  };
  if (answers.length > 0) adapter.getCallsStatus = respond;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  return { kit, adapter, reads: () => reads };
}
afterEach(() => {
  vi.useRealTimers();
});

/** How a promise settled after this time. */
async function after(ms: number, promise: Promise<unknown>): Promise<unknown> {
  const settled = awaitedLater(
    promise.then(
      value => ({ value }),
      (error: unknown) => ({ error }),
    ),
  );
  await vi.advanceTimersByTimeAsync(ms);
  return Promise.race([settled, Promise.resolve('pending')]);
}

describe('sendCalls', () => {
  it('passes the rules of the batch to the wallet, and returns what it sent', async () => {
    const { kit, adapter } = await connectedKit();
    const asked: unknown[] = [];
    adapter.sendCalls = async batch => {
      asked.push(batch);
      return { id: ID };
    };
    const calls = [{ to: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8', value: 1n }];
    expect(await sendCalls(kit, { calls, atomicRequired: true, sequential: true })).toEqual({ id: ID });
    expect(asked).toMatchObject([
      { calls, atomicRequired: true, connectorId: 'io.one', sequential: { signal: kit.kernel.signal } },
    ]);
  });

  it('says that the namespace has no batches', async () => {
    const { kit } = await connectedKit();
    for (const action of [
      sendCalls(kit, { calls: [] }),
      getCallsStatus(kit, { id: ID }),
      showCallsStatus(kit, { id: ID }),
    ]) {
      await expect(action).rejects.toMatchObject({ code: 'CHAIN_NOT_SUPPORTED' });
    }
  });
});

describe('waitForCallsStatus', () => {
  it('asks every second until the batch succeeded', async () => {
    const { kit, reads } = await connectedKit(100, 110, 200);
    const waiting = waitForCallsStatus(kit, { id: ID });
    expect(await after(1_999, waiting)).toBe('pending');
    expect(await after(1, waiting)).toEqual({ value: status(200) });
    expect(reads()).toBe(3);
  });

  it('throws with the final state if the calls were not sent, failed, or failed in part', async () => {
    for (const [code, message] of [
      [400, 'The calls were not sent'],
      [500, 'The calls failed on the chain'],
      [600, 'Only some of the calls succeeded'],
    ] as const) {
      const { kit } = await connectedKit(code);
      expect(await after(0, waitForCallsStatus(kit, { id: ID }))).toMatchObject({
        error: { code: 'CALLS_FAILED', message, callsStatus: status(code) },
      });
      vi.useRealTimers();
    }
  });

  it('reads again after a failed read, but not if the wallet does not know the batch', async () => {
    const failing = await connectedKit(new Error('offline'), new Error('offline'), 200);
    expect(await after(600, waitForCallsStatus(failing.kit, { id: ID }))).toEqual({ value: status(200) });
    vi.useRealTimers();
    const unknown = await connectedKit(
      new BaseError('CALLS_NOT_FOUND', 'The wallet does not know these calls'),
    );
    expect(await after(0, waitForCallsStatus(unknown.kit, { id: ID }))).toMatchObject({
      error: { code: 'CALLS_NOT_FOUND' },
    });
    expect(unknown.reads()).toBe(1);
  });

  it('gives up after a minute, or after the time that it is given', async () => {
    const { kit } = await connectedKit(100);
    const timeout = { error: { code: 'TRANSACTION_TIMEOUT' } };
    expect(await after(5_000, waitForCallsStatus(kit, { id: ID, timeout: 5_000 }))).toMatchObject(timeout);
    const waiting = waitForCallsStatus(kit, { id: ID });
    expect(await after(59_999, waiting)).toBe('pending');
    expect(await after(1, waiting)).toMatchObject(timeout);
  });
});
