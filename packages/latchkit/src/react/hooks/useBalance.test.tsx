// @vitest-environment jsdom
import { act, useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { describe, expect, it, onTestFinished } from 'vitest';
import { connect } from '../../core/connection/connect.js';
import { createLatchkit, memoryStorage } from '../../core/index.js';
import { scriptedAdapter } from '../../core/testSupport/scriptedAdapter.test-support.js';
import { settle } from '../../core/testSupport/startedKit.test-support.js';
import { mainnet } from '../../networks/index.js';
import { LatchkitProvider } from '../LatchkitProvider.js';
import { type UseBalanceReturnType, useBalance } from './useBalance.js';

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

describe('useBalance', () => {
  it('is pending before a wallet connects, then the amount in wei, and an error when the read fails', async () => {
    const adapter = scriptedAdapter();
    const kit = createLatchkit({
      networks: [mainnet],
      adapters: [adapter],
      storage: memoryStorage(),
      modal: { append: false },
    });
    await kit.kernel.start();
    const root = createRoot(document.createElement('div'));
    onTestFinished(() => {
      act(() => root.unmount());
      kit.destroy();
    });
    const seen: { balance?: UseBalanceReturnType } = {};
    function Host() {
      const balance = useBalance({ namespace: 'eip155' });
      useEffect(() => void Object.assign(seen, { balance }));
      return null;
    }
    const after = (step: () => unknown) =>
      act(async () => {
        await step();
        await settle();
      });
    const refetch = () => seen.balance?.refetch();
    await after(() =>
      root.render(
        <LatchkitProvider kit={kit}>
          <Host />
        </LatchkitProvider>,
      ),
    );
    expect(seen.balance).toMatchObject({ status: 'pending', isPending: true, data: undefined });

    await after(() => connect(kit, { connectorId: 'io.one' }));
    await after(refetch);
    expect(seen.balance).toMatchObject({
      status: 'success',
      isPending: false,
      error: undefined,
      data: { value: 1_500_000_000_000_000_000n, decimals: 18, symbol: 'ETH', formatted: '1.5' },
    });

    adapter.answer.getBalance = () => Promise.reject(new Error('down'));
    await after(refetch);
    expect(seen.balance).toMatchObject({
      status: 'error',
      data: undefined,
      error: { code: 'BALANCE_UNAVAILABLE' },
    });
  });
});
