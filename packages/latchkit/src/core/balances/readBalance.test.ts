// @vitest-environment jsdom

import { afterEach, describe, expect, it, vi } from 'vitest';
import { awaitedLater } from '../../../../../scripts/lib/awaitedLater.mjs';
import type { Balance } from '../adapter/ChainAdapter.js';
import { connect } from '../connection/connect.js';
import { settle, startedKit } from '../testSupport/startedKit.test-support.js';
import { refreshBalance } from './refreshBalance.js';

afterEach(() => vi.useRealTimers());

async function connected() {
  const started = startedKit();
  await connect(started.kit, { connectorId: 'io.one' });
  await vi.waitFor(() => expect(started.kit.store.getState().namespaces.eip155?.balance).toBeDefined());
  const reads = () => started.adapter.calls.filter(call => call === 'getBalance').length;
  return { ...started, reads, chain: () => started.kit.store.getState().namespaces.eip155 };
}

describe('refreshBalance', () => {
  it('reads the native balance with its symbol after connect [CAP-03]', async () => {
    const { chain } = await connected();
    expect(chain()).toMatchObject({ balance: '1.5', balanceSymbol: 'ETH' });
  });

  it('reads from the chain once in 30 s, and again afterwards [TIME-05]', async () => {
    const { kit, reads } = await connected();
    expect(reads()).toBe(1);
    vi.useFakeTimers({ toFake: ['Date'] });
    vi.setSystemTime(Date.now() + 29_000);
    await refreshBalance(kit);
    expect(reads()).toBe(1);
    vi.setSystemTime(Date.now() + 2_000);
    await refreshBalance(kit);
    expect(reads()).toBe(2);
    await refreshBalance(kit, { force: true });
    expect(reads()).toBe(3);
  });

  it("reads '0.00' ETH with an error when the chain cannot be reached [ERR-03]", async () => {
    const { kit, adapter, chain } = await connected();
    const { getBalance } = adapter.answer;
    const down = new Error('down');
    adapter.answer.getBalance = () => Promise.reject(down);
    await refreshBalance(kit, { force: true });
    expect(chain()).toMatchObject({ balance: '0.00', balanceSymbol: 'ETH' });
    expect(chain()?.balanceError).toMatchObject({ code: 'BALANCE_UNAVAILABLE', cause: down });
    adapter.answer.getBalance = getBalance;
    await refreshBalance(kit, { force: true });
    expect(chain()).toMatchObject({ balance: '1.5', balanceError: undefined });
  });

  it('ignores the response for an account that is no longer active', async () => {
    const { kit, adapter, chain } = await connected();
    let answer: (balance: Balance) => void = () => undefined;
    adapter.answer.getBalance = () =>
      new Promise(resolve => {
        answer = resolve;
      });
    const refreshing = awaitedLater(refreshBalance(kit, { force: true }));
    await settle();
    adapter.report({ type: 'disconnected', connectorId: 'io.one' });
    answer({ balance: '9', symbol: 'ETH' });
    await refreshing;
    expect(chain()?.balance).toBeUndefined();
  });
});
