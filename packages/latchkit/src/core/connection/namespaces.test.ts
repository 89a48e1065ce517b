// @vitest-environment jsdom
import { describe, expect, it, vi } from 'vitest';
import { mainnet, optimism, solana } from '../../networks/networks.js';
import { memoryStorage } from '../kernel/storage.js';
import { closeModal } from '../modal/closeModal.js';
import { currentView } from '../modal/modalState.js';
import { openModal } from '../modal/openModal.js';
import { connectionOf, connectorOf, scriptedAdapter } from '../testSupport/scriptedAdapter.test-support.js';
import { settle, startedKit } from '../testSupport/startedKit.test-support.js';
import { getAccount } from './account.js';
import { connect } from './connect.js';
import { disconnect } from './disconnect.js';
import { switchNetwork } from './switchNetwork.js';

const SOLANA = solana.caipNetworkId;

function world(storage = memoryStorage()) {
  const evm = scriptedAdapter();
  const svm = scriptedAdapter('solana', [connectorOf('sol.one', { chain: 'solana' })]);
  const solanaConnection = { connectorId: 'sol.one', accounts: ['Sol1'], chainId: SOLANA } as const;
  svm.answer.connect = async () => solanaConnection;
  svm.answer.reconnect = async () => solanaConnection;
  svm.answer.getBalance = async () => ({ balance: '7', symbol: 'SOL' });
  const { kit, events } = startedKit({
    networks: [mainnet, optimism, solana],
    adapters: [evm, svm],
    storage,
  });
  const view = () => currentView(kit.store.getState().modal);
  return { kit, events, evm, svm, storage, view };
}

async function both() {
  const made = world();
  await connect(made.kit, { connectorId: 'sol.one' });
  await connect(made.kit, { connectorId: 'io.one' });
  await settle();
  return made;
}

describe('two namespaces', () => {
  it('are connected side by side, each with its own account state [CAP-13] [ENT-09] [ENT-10]', async () => {
    const { kit } = await both();
    const balances = () => Object.values(kit.store.getState().namespaces).map(({ balance }) => balance);
    await vi.waitFor(() => expect(balances()).not.toContain(undefined));
    const { namespaces, connections } = kit.store.getState();
    expect(connections.map(({ namespace }) => namespace).sort()).toEqual(['eip155', 'solana']);
    expect(namespaces.eip155).toMatchObject({
      balance: '1.5',
      balanceSymbol: 'ETH',
      preferredAccountType: 'eoa',
    });
    expect(namespaces.solana).toMatchObject({
      balance: '7',
      balanceSymbol: 'SOL',
      preferredAccountType: 'eoa',
    });
    for (const chain of [namespaces.eip155, namespaces.solana]) {
      expect(chain).toMatchObject({ tokenStatus: 'idle' });
      expect(Object.keys(chain ?? {})).toEqual(
        expect.arrayContaining(['profileName', 'profileImage', 'tokenBalance', 'socialProvider']),
      );
    }
    expect(getAccount(kit, { namespace: 'solana' }).allAccounts).toEqual([
      { namespace: 'solana', address: 'Sol1', type: 'eoa' },
    ]);
    await disconnect(kit, { namespace: 'eip155' });
    expect(kit.store.getState().namespaces.solana).toBe(namespaces.solana);
  });

  it('carry the account details of a wallet: public key and path [ENT-10]', async () => {
    const { kit, svm } = world();
    const details = { Sol1: { publicKey: '0102', path: "m/44'/501'/0'" } };
    svm.answer.connect = async () => ({
      connectorId: 'sol.one',
      accounts: ['Sol1'],
      chainId: SOLANA,
      details,
    });
    await connect(kit, { connectorId: 'sol.one' });
    expect(getAccount(kit).allAccounts).toEqual([
      { namespace: 'solana', address: 'Sol1', type: 'eoa', publicKey: '0102', path: "m/44'/501'/0'" },
    ]);
  });

  it('come back from a reload with the one that led', async () => {
    const { kit, storage } = await both();
    await switchNetwork(kit, { chainId: SOLANA });
    kit.destroy();
    const reloaded = world(storage);
    // The inactive one responds last, and stays inactive.
    let answer: () => void = () => undefined;
    reloaded.evm.answer.reconnect = () =>
      new Promise(resolve => {
        answer = () => resolve(connectionOf('io.one'));
      });
    await settle();
    answer();
    await settle();
    expect(reloaded.kit.store.getState().activeNamespace).toBe('solana');
    expect(reloaded.kit.store.getState().connections).toHaveLength(2);
  });

  it('continue with the remaining one when the active one ends', async () => {
    const { kit } = await both();
    await disconnect(kit, { namespace: 'eip155' });
    expect(getAccount(kit).address).toBe('Sol1');
    await disconnect(kit);
    expect(kit.store.getState().activeNamespace).toBe('solana');
    expect(getAccount(kit).isConnected).toBe(false);
  });
});

describe('switchNetwork to another namespace', () => {
  it('that has a connected address syncs its account, without a wallet request [STATE-27]', async () => {
    const { kit, evm, svm, events } = await both();
    expect(getAccount(kit).address).toMatch(/^0x/);
    for (const adapter of [evm, svm]) adapter.calls.length = 0;
    await switchNetwork(kit, { chainId: SOLANA });
    await settle();
    expect(getAccount(kit)).toMatchObject({ address: 'Sol1', isConnected: true });
    expect([...evm.calls, ...svm.calls].filter(call => call !== 'getBalance')).toEqual([]);
    expect(events.at(-1)).toMatchObject({ event: 'SWITCH_NETWORK', chainId: SOLANA });
    await switchNetwork(kit, { chainId: 'eip155:1' });
    expect(getAccount(kit).address).toMatch(/^0x/);
    expect(evm.calls.filter(call => call !== 'getBalance')).toEqual([]);
    // Another chain than that of the wallet needs its approval.
    await switchNetwork(kit, { chainId: SOLANA });
    await switchNetwork(kit, { chainId: 'eip155:10' });
    expect(evm.calls).toContain('switchNetwork eip155:10');
  });

  it('that has none prompts to connect through SwitchActiveChain, and stays inactive [STATE-28]', async () => {
    const { kit, view } = world();
    await connect(kit, { connectorId: 'io.one' });
    await switchNetwork(kit, { chainId: SOLANA });
    expect(kit.store.getState().modal.open).toBe(true);
    expect(view()).toEqual({ name: 'SwitchActiveChain', switchToChain: 'solana', network: SOLANA });
    expect(kit.store.getState()).toMatchObject({ activeNamespace: 'eip155' });
    expect(getAccount(kit).isConnected).toBe(true);
    closeModal(kit);
    openModal(kit);
    await switchNetwork(kit, { chainId: SOLANA });
    expect(kit.store.getState().modal.views.map(({ name }) => name)).toEqual([
      'Account',
      'SwitchActiveChain',
    ]);
    await connect(kit, { connectorId: 'sol.one' });
    expect(getAccount(kit).address).toBe('Sol1');
  });

  it('only selects the network when nothing is connected, or with prepareOnly', async () => {
    const { kit, view } = world();
    await switchNetwork(kit, { chainId: SOLANA });
    expect(kit.store.getState()).toMatchObject({ activeNamespace: 'solana', modal: { open: false } });
    await connect(kit, { connectorId: 'io.one' });
    await switchNetwork(kit, { chainId: SOLANA, prepareOnly: true });
    expect(kit.store.getState()).toMatchObject({ activeNamespace: 'eip155', modal: { open: false } });
    expect(view()).toEqual({ name: 'Connect' });
  });
});

describe('open for a namespace', () => {
  it('offers to connect there, and keeps a connected one active', async () => {
    const { kit, view } = world();
    openModal(kit, { namespace: 'solana' });
    expect(view()).toEqual({ name: 'Connect', namespace: 'solana' });
    expect(kit.store.getState().activeNamespace).toBe('solana');
    await connect(kit, { connectorId: 'io.one' });
    openModal(kit, { namespace: 'solana' });
    expect(view()).toEqual({ name: 'Connect', namespace: 'solana' });
    expect(kit.store.getState().activeNamespace).toBe('eip155');
  });

  it('shows the account that is connected there', async () => {
    const { kit, view, storage } = await both();
    openModal(kit, { namespace: 'solana' });
    expect(view()).toEqual({ name: 'Account' });
    expect(getAccount(kit).address).toBe('Sol1');
    expect(storage.getItem('latchkit.v1.namespace')).toBe('solana');
  });
});
