// @vitest-environment jsdom

import { recoverMessageAddress } from 'viem';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { awaitedLater } from '../../../../../scripts/lib/awaitedLater.mjs';
import {
  closeModal,
  connect,
  disconnect,
  getCapabilities,
  getProvider,
  getWallets,
  openModal,
  sendTransaction,
  signMessage,
  switchNetwork,
} from '../../core/index.js';
import { eventsOf, untilState } from '../../core/testSupport/untilState.test-support.js';
import { evm } from '../../evm/index.js';
import { preparePairing } from '../../internal/index.js';
import { anvilNetwork } from '../../testing/createAdapterHost.test-support.js';
import { startAnvil } from '../../testing/startAnvil.test-support.js';
import { evmAccount } from '../interop/walletKeys.test-support.js';
import { createKitWorld, type KitWorld } from './kitWorld.test-support.js';

let world: KitWorld;
beforeEach(async () => {
  world = await createKitWorld();
});
afterEach(() => world.end());

const isConnected = (state: { namespaces: { eip155?: { account: { isConnected: boolean } } } }) =>
  state.namespaces.eip155?.account.isConnected === true;

describe('walletConnect with the EVM adapter', () => {
  it('connects by link, signs, sends, switches and disconnects [LOG-11] [ENT-05]', async () => {
    const [one, two] = await Promise.all([startAnvil(31_337), startAnvil(31_338)]);
    try {
      const wallet = world.wallet('Phone', one.url);
      const kit = world.kit({ adapters: [evm()], networks: [anvilNetwork(one), anvilNetwork(two)] });
      const events = eventsOf(kit);
      openModal(kit);
      void preparePairing(kit);
      await untilState(kit, state => state.walletConnect.status === 'ready');
      const { connectors } = kit.store.getState();
      expect(connectors.map(({ id, type }) => ({ id, type }))).toEqual([
        { id: 'walletConnect', type: 'WALLET_CONNECT' },
      ]);
      expect(getWallets(kit)[0]).toMatchObject({
        group: 'walletConnect',
        name: 'WalletConnect',
        installed: false,
      });

      const connecting = awaitedLater(connect(kit, { connectorId: 'walletConnect' }));
      await wallet.scan(kit);
      expect(await connecting).toEqual({
        connectorId: 'walletConnect',
        accounts: [evmAccount.address],
        chainId: 'eip155:31337',
      });
      const state = kit.store.getState();
      expect(state.namespaces.eip155?.account.address).toBe(evmAccount.address);
      expect(state.walletConnect).toMatchObject({
        status: 'idle',
        uri: undefined,
        wallet: { name: 'Phone' },
      });
      expect(events.map(({ event }) => event)).toContain('CONNECT_SUCCESS');
      closeModal(kit);

      const signature = await signMessage(kit, { message: 'hello' });
      expect(await recoverMessageAddress({ message: 'hello', signature: signature as `0x${string}` })).toBe(
        evmAccount.address,
      );
      const hash = await sendTransaction(kit, { transaction: { to: evmAccount.address, value: 1n } });
      expect(await one.request('eth_getTransactionByHash', [hash])).toMatchObject({ hash });

      await switchNetwork(kit, { chainId: 'eip155:31338' });
      expect(kit.store.getState().namespaces.eip155?.network.caipNetworkId).toBe('eip155:31338');
      const provider = (await getProvider(kit)) as { request(request: object): Promise<unknown> };
      expect(await provider.request({ method: 'eth_chainId' })).toBe('0x7a6a');

      await disconnect(kit);
      expect(kit.store.getState().connections).toEqual([]);
      expect(kit.store.getState().walletConnect.wallet).toBeUndefined();
      await expect.poll(() => wallet.client.sessions()).toEqual([]);
    } finally {
      await Promise.all([one.stop(), two.stop()]);
    }
  });

  it("reads the wallet's capabilities from its session, and says so if they are not JSON [ERR-60] (rows-W4)", async () => {
    const wallet = world.wallet();
    const kit = world.kit({ adapters: [evm()] });
    const capabilities = { '0x1': { atomic: { status: 'supported' } } };
    const settled = async (text: unknown) => {
      wallet.properties = { capabilities: text };
      openModal(kit);
      const connecting = awaitedLater(connect(kit, { connectorId: 'walletConnect' }));
      await wallet.scan(kit);
      await connecting;
    };
    await settled(JSON.stringify({ [evmAccount.address.toLowerCase()]: capabilities }));
    expect(await getCapabilities(kit)).toEqual(capabilities);
    expect(wallet.requests).toEqual([]);
    await disconnect(kit);
    await settled('{');
    await expect(getCapabilities(kit)).rejects.toMatchObject({
      code: 'WALLET_CAPABILITIES',
      message: 'Error parsing wallet capabilities',
    });
    await disconnect(kit);
    // One that names none would be asked, had it approved that.
    await settled(undefined);
    await expect(getCapabilities(kit)).rejects.toMatchObject({ code: 'REQUEST_FAILED' });
  });

  it('shows a link that is valid for four minutes, and says so in it [TIME-13] (rows-K3)', async () => {
    world.wallet();
    const kit = world.kit({ adapters: [evm()] });
    const before = Date.now();
    openModal(kit);
    void preparePairing(kit);
    const { walletConnect } = await untilState(kit, state => state.walletConnect.uri);
    const after = Date.now();
    const { searchParams } = new URL(walletConnect.uri ?? '');
    const expiry = Number(searchParams.get('expiryTimestamp')) * 1_000;
    // Seconds are cut.
    expect(expiry).toBeGreaterThan(before + 240_000 - 1_000);
    expect(expiry).toBeLessThanOrEqual(after + 240_000);
  });

  it('reconnects after a reload once the relay is subscribed, without asking the wallet', async () => {
    const wallet = world.wallet();
    const first = world.kit({ adapters: [evm()] });
    openModal(first);
    const connecting = awaitedLater(connect(first, { connectorId: 'walletConnect' }));
    await wallet.scan(first);
    await connecting;
    first.destroy();
    // Phones sleep.
    wallet.client.close();

    const again = world.kit({ adapters: [evm()] });
    expect(again.store.getState().namespaces.eip155?.account.status).toBe('reconnecting');
    const { namespaces, walletConnect } = await untilState(again, isConnected);
    expect(namespaces.eip155?.account.address).toBe(evmAccount.address);
    expect(walletConnect).toMatchObject({ relay: 'open', wallet: { name: 'Phone' } });
  });

  it('follows the wallet when it changes accounts or chain or ends the session', async () => {
    const wallet = world.wallet();
    const kit = world.kit({ adapters: [evm()] });
    openModal(kit);
    void preparePairing(kit);
    const connecting = awaitedLater(connect(kit, { connectorId: 'walletConnect' }));
    await wallet.scan(kit);
    await connecting;
    const [session] = wallet.client.sessions();
    const topic = session?.topic ?? '';
    await wallet.client.emit(topic, 'eip155:1', { name: 'chainChanged', data: 10 });
    await untilState(kit, ({ namespaces }) => namespaces.eip155?.network.caipNetworkId === 'eip155:10');
    await wallet.client.disconnect(topic);
    const { connections, walletConnect } = await untilState(kit, state => !isConnected(state));
    expect(connections).toEqual([]);
    expect(walletConnect.wallet).toBeUndefined();
  });
});
