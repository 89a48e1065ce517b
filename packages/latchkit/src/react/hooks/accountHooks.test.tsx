// @vitest-environment jsdom
import { act, type ReactNode, useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { describe, expect, it, onTestFinished } from 'vitest';
import { connect, disconnect } from '../../core/index.js';
import { ADDRESS, scriptedAdapter } from '../../core/testSupport/scriptedAdapter.test-support.js';
import { settle, startedKit } from '../../core/testSupport/startedKit.test-support.js';
import { LatchkitProvider } from '../LatchkitProvider.js';
import { useAccount } from './useAccount.js';
import { useAccountEffect } from './useAccountEffect.js';
import { useBalance } from './useBalance.js';
import { useIdentity } from './useIdentity.js';
import { useProvider } from './useProvider.js';

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

const OTHER = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';

/** Renders what a hook returns, on a started instance. */
async function hosting<Result>(use: () => Result) {
  const adapter = scriptedAdapter();
  const { kit } = startedKit({ modal: { append: false } }, adapter);
  const root = createRoot(document.createElement('div'));
  const seen: { last?: Result } = {};
  function Host(): ReactNode {
    const result = use();
    useEffect(() => {
      seen.last = result;
    });
    return null;
  }
  const after = (step: () => unknown = () => {}) =>
    act(async () => {
      await step();
      await settle();
    });
  onTestFinished(() => {
    act(() => root.unmount());
    kit.destroy();
  });
  await after(() =>
    root.render(
      <LatchkitProvider kit={kit}>
        <Host />
      </LatchkitProvider>,
    ),
  );
  return { kit, adapter, after, last: () => seen.last };
}

describe('useAccount', () => {
  it('has the id of the network that the wallet is on (DX-08)', async () => {
    const { kit, after, last } = await hosting(() => useAccount());
    expect(last()).toMatchObject({ status: 'disconnected', chainId: undefined });
    await after(() => connect(kit, { connectorId: 'io.one' }));
    expect(last()).toMatchObject({ address: ADDRESS, chainId: 'eip155:1' });
  });
});

describe('useAccountEffect', () => {
  it('calls back once when a wallet connects, and once when it disconnects (DX-19)', async () => {
    const calls: unknown[] = [];
    const { kit, after } = await hosting(() =>
      useAccountEffect({ onConnect: given => calls.push(given), onDisconnect: () => calls.push('gone') }),
    );
    await after();
    expect(calls).toEqual([]);
    await after(() => connect(kit, { connectorId: 'io.one' }));
    expect(calls).toEqual([{ address: ADDRESS, chainId: 'eip155:1', isReconnected: false }]);
    await after(() => disconnect(kit));
    expect(calls.slice(1)).toEqual(['gone']);
  });
});

describe('useBalance', () => {
  it('reads the balance of another address, connected or not, and again on request (DX-19)', async () => {
    const { adapter, after, last } = await hosting(() =>
      useBalance({ address: OTHER, chainId: 'eip155:10' }),
    );
    expect(last()?.error?.cause).toBeUndefined();
    expect(last()).toMatchObject({
      status: 'success',
      data: { formatted: '1.5', value: 1_500_000_000_000_000_000n },
    });
    adapter.getBalance = async ({ address, network }) => ({
      balance: address === OTHER && network.caipNetworkId === 'eip155:10' ? '3' : '0',
      symbol: 'ETH',
    });
    await after(() => last()?.refetch());
    expect(last()).toMatchObject({ status: 'success', data: { formatted: '3' } });
  });

  it('reads the state for the address of the account, so that both agree (DX-19)', async () => {
    const { kit, after, last } = await hosting(() => useBalance({ address: ADDRESS }));
    await after(() => connect(kit, { connectorId: 'io.one' }));
    const { eip155 } = kit.store.getState().namespaces;
    expect(last()?.data?.formatted).toBe(eip155?.balance);
  });
});

describe('useIdentity', () => {
  it('has name and picture of the account of its namespace (DX-19)', async () => {
    const { kit, after, last } = await hosting(() => useIdentity());
    expect(last()).toEqual({ name: undefined, avatar: undefined });
    await after(() =>
      kit.kernel.set(({ namespaces }) => ({
        namespaces: {
          ...namespaces,
          ...(namespaces.eip155 && {
            eip155: { ...namespaces.eip155, profileName: 'ada.eth', profileImage: '/ada.png' },
          }),
        },
      })),
    );
    expect(last()).toEqual({ name: 'ada.eth', avatar: '/ada.png' });
  });
});

describe.each([['useProvider', () => useProvider(), 'getProvider']] as const)('%s', (_, use, method) => {
  it('is idle, then has what the wallet gives, and its error; nothing stays of a wallet that left (DX-19)', async () => {
    const { kit, adapter, after, last } = await hosting<unknown>(use);
    expect(last()).toMatchObject({ status: 'idle', data: undefined });
    const given = { request: async () => undefined };
    Object.assign(adapter, { [method]: async () => given });
    await after(() => connect(kit, { connectorId: 'io.one' }));
    expect(last()).toMatchObject({ status: 'success', data: given });
    await after(() => disconnect(kit));
    expect(last()).toMatchObject({ status: 'idle', data: undefined });
    Object.assign(adapter, { [method]: () => Promise.reject(new Error('locked')) });
    await after(() => connect(kit, { connectorId: 'io.one' }));
    expect(last()).toMatchObject({ status: 'error', data: undefined, error: { code: 'REQUEST_FAILED' } });
  });
});
