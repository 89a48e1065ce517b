// @vitest-environment jsdom
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { mainnet, optimism } from '../../networks/networks.js';
import { fetchBalance } from '../balances/fetchBalance.js';
import { connect } from '../connection/connect.js';
import { watchAccount } from '../connection/watchAccount.js';
import { createLatchkit } from '../createLatchkit.js';
import { memoryStorage } from '../kernel/storage.js';
import { currentView } from '../modal/modalState.js';
import { openModal } from '../modal/openModal.js';
import { ADDRESS, scriptedAdapter } from '../testSupport/scriptedAdapter.test-support.js';
import { startedKit } from '../testSupport/startedKit.test-support.js';
import { estimateGas, sendTransaction } from './sendTransaction.js';
import { signTypedData } from './signMessage.js';

const OTHER = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const DATA = {
  domain: { name: 'Shop' },
  types: { Order: [{ name: 'item', type: 'string' }] },
  primaryType: 'Order',
  message: { item: 'Tea' },
};

async function connectedKit() {
  const { kit, adapter } = startedKit();
  onTestFinished(() => kit.destroy());
  await connect(kit, { connectorId: 'io.one' });
  return { kit, adapter };
}

describe('the shapes of viem', () => {
  it('are accepted beside our own for transactions (DX-19)', async () => {
    const { kit, adapter } = await connectedKit();
    const send = vi.fn(async (_: object) => '0xhash');
    const estimate = vi.fn(async (_: object) => 21_000n);
    Object.assign(adapter, { sendTransaction: send, estimateGas: estimate });
    const transaction = { to: OTHER, value: 1n };
    await sendTransaction(kit, { to: OTHER, value: 1n });
    await sendTransaction(kit, { to: OTHER, value: 1n, namespace: 'eip155' });
    await sendTransaction(kit, { transaction });
    await estimateGas(kit, { to: OTHER, value: 1n });
    await estimateGas(kit, { transaction, namespace: 'eip155' });
    for (const [request] of [send.mock.calls, estimate.mock.calls].flat())
      expect(request).toMatchObject({ address: ADDRESS, transaction });
    expect(send.mock.calls.map(([request]) => Object.keys(Object(request).transaction))).toEqual([
      ['to', 'value'],
      ['to', 'value'],
      ['to', 'value'],
    ]);
  });

  it('are accepted beside our own for typed data, with or without a domain (DX-19)', async () => {
    const { kit, adapter } = await connectedKit();
    const sign = vi.fn(async (_: object) => '0xsigned');
    Object.assign(adapter, { signTypedData: sign });
    const { domain: _, ...bare } = DATA;
    await signTypedData(kit, { ...DATA, namespace: 'eip155' });
    await signTypedData(kit, { typedData: DATA });
    await signTypedData(kit, bare);
    expect(sign.mock.calls.map(([request]) => Object(request).typedData)).toEqual([
      DATA,
      DATA,
      { ...bare, domain: {} },
    ]);
  });

  it('are accepted for the balance of any address, on a network of the instance (DX-19)', async () => {
    const { kit, adapter } = await connectedKit();
    const asked: unknown[] = [];
    adapter.getBalance = async request => {
      asked.push(request);
      return { balance: '2.5', symbol: 'ETH' };
    };
    expect(await fetchBalance(kit, { address: OTHER, chainId: 'eip155:10' })).toEqual({
      value: 2_500_000_000_000_000_000n,
      decimals: 18,
      symbol: 'ETH',
      formatted: '2.5',
    });
    expect(asked).toContainEqual(
      expect.objectContaining({
        address: OTHER,
        network: expect.objectContaining({ caipNetworkId: 'eip155:10' }),
      }),
    );
    await expect(fetchBalance(kit, { address: OTHER, chainId: 'eip155:5' })).rejects.toMatchObject({
      code: 'NETWORK_NOT_FOUND',
    });
    adapter.getBalance = () => Promise.reject(new Error('down'));
    await expect(fetchBalance(kit, { address: OTHER, force: true })).rejects.toMatchObject({
      code: 'BALANCE_UNAVAILABLE',
    });
  });
});

describe('what readers guess', () => {
  const make = (options: object) => {
    const kit = createLatchkit({
      networks: [mainnet, optimism],
      adapters: [scriptedAdapter()],
      storage: memoryStorage(),
      ...options,
    });
    onTestFinished(() => kit.destroy());
    return kit;
  };

  it('is accepted as the network to start on: the network or its id (DX-08)', () => {
    for (const defaultNetwork of [
      optimism,
      { ...optimism, caipNetworkId: undefined, chainNamespace: undefined },
      'eip155:10',
    ]) {
      const kit = make({ defaultNetwork });
      expect(kit.options.defaultNetwork).toBe('eip155:10');
      expect(kit.store.getState().namespaces.eip155?.network.caipNetworkId).toBe('eip155:10');
    }
  });

  it('is accepted as the icon of a network, also of one from latchkit/networks (DX-15)', () => {
    const { networks } = make({ networks: [{ ...mainnet, iconUrl: '/eth.svg' }, optimism] }).options;
    expect(networks[0]).toMatchObject({ caipNetworkId: 'eip155:1', assets: { imageUrl: '/eth.svg' } });
    expect(networks[1]).toBe(optimism);
  });

  it('is accepted as the name of the view of networks (DX-08)', () => {
    const { kit } = startedKit();
    onTestFinished(() => kit.destroy());
    openModal(kit, { view: 'Networks' });
    expect(currentView(kit.store.getState().modal).name).toBe('SwitchNetwork');
  });
});

describe('watchAccount', () => {
  it('is called with each change of the account and the one before, until it is stopped (DX-19)', async () => {
    const { kit } = startedKit();
    onTestFinished(() => kit.destroy());
    const seen: string[] = [];
    const stop = watchAccount(kit, (account, before) => seen.push(`${before.status} > ${account.status}`));
    await connect(kit, { connectorId: 'io.one' });
    expect(seen).toEqual(['disconnected > connecting', 'connecting > connected']);
    kit.kernel.set({ activeNamespace: 'eip155' });
    stop();
    kit.kernel.set({ namespaces: {} });
    expect(seen).toHaveLength(2);
  });
});
