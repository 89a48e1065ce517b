// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { mainnet, solana } from '../../networks/networks.js';
import { openModal } from '../modal/openModal.js';
import { connectionOf, connectorOf, scriptedAdapter } from '../testSupport/scriptedAdapter.test-support.js';
import { settle, startedKit } from '../testSupport/startedKit.test-support.js';
import { connect } from './connect.js';
import { disconnect } from './disconnect.js';
import { switchNetwork } from './switchNetwork.js';

async function connected() {
  const started = startedKit();
  await connect(started.kit, { connectorId: 'io.one' });
  await settle();
  return started;
}

describe('disconnect', () => {
  it('resets account, network, connector, provider, user and wallet info [STATE-21]', async () => {
    const { kit, adapter } = await connected();
    await switchNetwork(kit, { chainId: 'eip155:10' });
    await disconnect(kit);
    const { namespaces, connections } = kit.store.getState();
    expect(namespaces.eip155).toMatchObject({
      connection: { status: 'disconnected' },
      network: { caipNetworkId: 'eip155:1' },
      balance: undefined,
      profileName: undefined,
      account: {
        isConnected: false,
        address: undefined,
        caipAddress: undefined,
        allAccounts: [],
        embeddedWalletInfo: undefined,
      },
    });
    expect(connections).toEqual([]);
    expect(adapter.calls).toContain('disconnect io.one');
  });

  it('leaves nothing of the account, the user and the profile behind [STATE-21] (rows-D8)', async () => {
    const { kit } = await connected();
    const fresh = startedKit().kit.store.getState().namespaces.eip155;
    const { eip155 } = kit.store.getState().namespaces;
    if (!eip155 || !fresh) throw new Error('no eip155');
    const filled = {
      balance: '1',
      balanceSymbol: 'ETH',
      tokenBalance: [],
      tokenStatus: 'ready',
      profileName: 'ada.eth',
      profileImage: 'data:image/png;base64,AA',
      socialProvider: 'google',
      preferredAccountType: 'smartAccount',
    } as const;
    kit.kernel.set({ namespaces: { eip155: { ...eip155, ...filled } } });
    await disconnect(kit);
    const { namespaces, connections } = kit.store.getState();
    // Everything is as before the first connection, whatever fields there are.
    expect(namespaces.eip155).toEqual(fresh);
    expect(connections).toEqual([]);
  });

  it("returns to the host's default network where it has one [STATE-21]", async () => {
    const { kit } = startedKit({ defaultNetwork: 'eip155:10' });
    await connect(kit, { connectorId: 'io.one' });
    await disconnect(kit);
    expect(kit.store.getState().namespaces.eip155?.network.caipNetworkId).toBe('eip155:10');
  });

  it('stores disconnected [STATE-05]', async () => {
    const { kit } = await connected();
    await disconnect(kit);
    expect(kit.kernel.storage.getItem('latchkit.v1.connection_status')).toBe('disconnected');
    expect(kit.kernel.storage.getItem('latchkit.v1.connections')).toBeNull();
  });

  it('closes the modal unless told not to [STATE-23]', async () => {
    const first = await connected();
    openModal(first.kit);
    await disconnect(first.kit, { keepOpen: true });
    expect(first.kit.store.getState().modal.open).toBe(true);
    const second = await connected();
    openModal(second.kit);
    await disconnect(second.kit);
    expect(second.kit.store.getState().modal.open).toBe(false);
  });

  it("rejects with 'Failed to disconnect' when the wallet fails to, and keeps the connection [ERR-14]", async () => {
    const { kit, adapter } = await connected();
    adapter.answer.disconnect = () => Promise.reject(new Error('boom'));
    await expect(disconnect(kit)).rejects.toMatchObject({
      code: 'FAILED_TO_DISCONNECT',
      message: 'Failed to disconnect',
    });
    expect(kit.store.getState().namespaces.eip155?.account.isConnected).toBe(true);
  });

  it("rejects with 'Failed to disconnect chains: ' and the names of those that failed [ERR-15]", async () => {
    const solanaId = solana.caipNetworkId;
    const other = scriptedAdapter('solana', [connectorOf('sol.one', { chain: 'solana' })]);
    other.answer.connect = async () => ({ connectorId: 'sol.one', accounts: ['Abc'], chainId: solanaId });
    const { kit } = startedKit({ networks: [mainnet, solana], adapters: [scriptedAdapter(), other] });
    await connect(kit, { connectorId: 'io.one' });
    await connect(kit, { connectorId: 'sol.one' });
    other.answer.disconnect = () => Promise.reject(new Error('boom'));
    await expect(disconnect(kit)).rejects.toMatchObject({
      code: 'FAILED_TO_DISCONNECT',
      message: 'Failed to disconnect chains: solana',
    });
    const { namespaces } = kit.store.getState();
    expect([namespaces.eip155?.account.isConnected, namespaces.solana?.account.isConnected]).toEqual([
      false,
      true,
    ]);
  });

  it('follows a disconnect by the wallet', async () => {
    const { kit, adapter } = await connected();
    adapter.report({ type: 'disconnected', connectorId: 'io.other' });
    expect(kit.store.getState().namespaces.eip155?.account.isConnected).toBe(true);
    adapter.report({ type: 'disconnected', connectorId: 'io.one' });
    expect(kit.store.getState().namespaces.eip155?.account.isConnected).toBe(false);
    adapter.report({ type: 'changed', connection: connectionOf('io.one') });
    expect(kit.store.getState().namespaces.eip155?.account.isConnected).toBe(false);
  });
});
