// @vitest-environment jsdom

import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { TokenBalance } from '../adapter/TokenBalance.js';
import { connect } from '../connection/connect.js';
import { startedKit } from '../testSupport/startedKit.test-support.js';
import { type Arrival, followBalances } from './followBalances.js';

afterEach(() => vi.useRealTimers());

/** An account with 1.5 ETH whose balances are followed by a clock of the test. */
async function followed() {
  const { kit, adapter } = startedKit();
  onTestFinished(() => kit.destroy());
  await connect(kit, { connectorId: 'io.one' });
  await vi.waitFor(() => expect(kit.store.getState().namespaces.eip155?.balance).toBe('1.5'));
  // Its code is loaded before the clock stops.
  await import('./readBalance.js');
  await import('./loadTokens.js');
  vi.useFakeTimers();
  adapter.calls.length = 0;
  const arrivals: Arrival[] = [];
  const stop = followBalances(kit, { onArrival: arrival => arrivals.push(arrival) });
  onTestFinished(stop);
  await vi.advanceTimersByTimeAsync(0);
  const reads = () => adapter.calls.filter(call => call === 'getBalance').length;
  const holds = (balance: string) => {
    adapter.answer.getBalance = async () => ({ balance, symbol: 'ETH' });
  };
  return { kit, arrivals, stop, reads, holds, chain: () => kit.store.getState().namespaces.eip155 };
}

function hide(isHidden: boolean): void {
  Object.defineProperty(document, 'visibilityState', {
    configurable: true,
    value: isHidden ? 'hidden' : 'visible',
  });
  onTestFinished(() => void Reflect.deleteProperty(document, 'visibilityState'));
  document.dispatchEvent(new Event('visibilitychange'));
}

describe('followBalances', () => {
  it('shows money that arrives within 12 s, and says what arrived (UX-03)', async () => {
    const { arrivals, holds, reads, chain } = await followed();
    expect(reads()).toBe(1);
    holds('1.6');
    await vi.advanceTimersByTimeAsync(12_000 * 1.5);
    expect(chain()?.balance).toBe('1.6');
    expect(arrivals).toEqual([{ amount: '0.1', symbol: 'ETH' }]);
    holds('1.2');
    await vi.advanceTimersByTimeAsync(12_000);
    expect(chain()?.balance).toBe('1.2');
    expect(arrivals).toHaveLength(1);
  });

  it('says what arrived of a scaled token as it is shown, and nothing of another factor (RV-26)', async () => {
    const { kit, arrivals } = await followed();
    const set = (numeric: string, amount: string, factor: string) =>
      kit.kernel.set(({ namespaces }) => {
        const { eip155 } = namespaces;
        const share: TokenBalance = {
          ...{
            name: 'Share',
            symbol: 'SHARE',
            chainId: 'eip155:1',
            address: `eip155:1:0x${'ab'.repeat(20)}`,
          },
          ...{ quantity: { decimals: 6, numeric }, shown: { amount, factor } },
        };
        return {
          namespaces: eip155 ? { ...namespaces, eip155: { ...eip155, tokenBalance: [share] } } : namespaces,
        };
      });
    set('8', '10', '1.25');
    await vi.advanceTimersByTimeAsync(0);
    set('8', '20', '2.5');
    await vi.advanceTimersByTimeAsync(0);
    expect(arrivals).toEqual([]);
    set('12', '30', '2.5');
    await vi.advanceTimersByTimeAsync(0);
    expect(arrivals).toEqual([{ amount: '10', symbol: 'SHARE' }]);
  });

  it('reads ever more seldom while nothing happens, down to once a minute (UX-03)', async () => {
    const { reads } = await followed();
    await vi.advanceTimersByTimeAsync(10 * 60_000);
    const before = reads();
    await vi.advanceTimersByTimeAsync(10 * 60_000);
    expect(reads() - before).toBe(10);
  });

  it('reads nothing in a hidden tab, and once on return (UX-03)', async () => {
    const { reads, holds, chain } = await followed();
    hide(true);
    const before = reads();
    await vi.advanceTimersByTimeAsync(10 * 60_000);
    expect(reads()).toBe(before);
    holds('2');
    hide(false);
    window.dispatchEvent(new Event('focus'));
    await vi.advanceTimersByTimeAsync(0);
    expect(chain()?.balance).toBe('2');
    expect(reads()).toBe(before + 1);
  });

  it('announces nothing that a transaction of the page brought, nor after a failed read (UX-03)', async () => {
    const { kit, arrivals, holds, chain } = await followed();
    kit.kernel.set({
      pendingTransactions: [
        {
          hash: '0x1',
          chainId: 'eip155:1',
          address: '0x2',
          sentAt: 0,
          to: '0x3',
          amount: '1',
          symbol: 'ETH',
        },
      ],
    });
    holds('3');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(chain()?.balance).toBe('3');
    expect(arrivals).toEqual([]);
  });

  it('stops with its view and with the instance (UX-03)', async () => {
    const { kit, reads, stop } = await followed();
    stop();
    const before = reads();
    await vi.advanceTimersByTimeAsync(120_000);
    followBalances(kit);
    await vi.advanceTimersByTimeAsync(0);
    kit.destroy();
    await vi.advanceTimersByTimeAsync(120_000);
    expect(reads()).toBe(before + 1);
  });
});
