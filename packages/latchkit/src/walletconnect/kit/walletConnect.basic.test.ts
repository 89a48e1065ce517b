// @vitest-environment jsdom

import { recoverMessageAddress } from 'viem';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { awaitedLater } from '../../../../../scripts/lib/awaitedLater.mjs';
import {
  closeModal,
  connect,
  disconnect,
  getProvider,
  getWallets,
  openModal,
  refreshBalance,
  sendTransaction,
  signMessage,
  startPairing,
  stopPairing,
  switchNetwork,
} from '../../core/index.js';
import { memoryStorage } from '../../core/kernel/storage.js';
import { untilState } from '../../core/testSupport/untilState.test-support.js';
import { evm } from '../../evm/index.js';
import { currentView, pairingLink } from '../../internal/index.js';
import { anvilNetwork } from '../../testing/createAdapterHost.test-support.js';
import { startAnvil } from '../../testing/startAnvil.test-support.js';
import { evmAccount } from '../interop/walletKeys.test-support.js';
import { createKitWorld, type KitWorld } from './kitWorld.test-support.js';

let world: KitWorld;
beforeEach(async () => {
  world = await createKitWorld();
});
afterEach(async () => {
  vi.restoreAllMocks();
  await world.end();
});

const onPhone = () =>
  vi
    .spyOn(navigator, 'userAgent', 'get')
    .mockReturnValue(
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile Safari/604.1',
    );
const viewOf = (kit: ReturnType<KitWorld['kit']>) => currentView(kit.store.getState().modal).name;

const PROPOSALS = 'latchkit.wc.v1.proposals';

describe('walletConnect without adapters', () => {
  it('opens AllWallets on a phone [OPEN-03]', () => {
    onPhone();
    const kit = world.kit();
    openModal(kit);
    expect(viewOf(kit)).toBe('AllWallets');
  });

  it('opens the basic view elsewhere [OPEN-04]', () => {
    const kit = world.kit();
    openModal(kit);
    expect(viewOf(kit)).toBe('ConnectingWalletConnectBasic');
  });

  it('opens Connect on a phone when there are adapters, for email and social login [OPEN-05]', () => {
    onPhone();
    const kit = world.kit({ adapters: [evm()] });
    openModal(kit);
    expect(viewOf(kit)).toBe('Connect');
  });

  it('pairs while the modal is open, and cancels the link when it closes', async () => {
    const kit = world.kit();
    expect(pairingLink(kit)).toBeUndefined();
    openModal(kit);
    const { walletConnect } = await untilState(kit, state => state.walletConnect.status === 'ready');
    expect(walletConnect.uri).toMatch(/^wc:/);
    expect(pairingLink(kit)).toBe(walletConnect.uri);
    closeModal(kit);
    expect(kit.store.getState().walletConnect).toMatchObject({ status: 'idle', uri: undefined });
    expect(pairingLink(kit)).toBeUndefined();
    // The relay has no topic left to listen to.
    expect(world.storage.getItem('latchkit.wc.v1.proposals')).toBeNull();
  });

  it('connects, reads a balance, signs, sends, switches and disconnects', async () => {
    const [one, two] = await Promise.all([startAnvil(31_337), startAnvil(31_338)]);
    try {
      const wallet = world.wallet('Phone', one.url);
      const kit = world.kit({ networks: [anvilNetwork(one), anvilNetwork(two)], basic: true });
      openModal(kit);
      await untilState(kit, state => state.walletConnect.uri);
      expect(getWallets(kit).map(({ id }) => id)).toEqual(['walletConnect']);
      const connecting = awaitedLater(connect(kit, { connectorId: 'walletConnect' }));
      await wallet.scan(kit);
      expect((await connecting).accounts).toEqual([evmAccount.address]);
      await refreshBalance(kit);
      expect(Number(kit.store.getState().namespaces.eip155?.balance)).toBeGreaterThan(9_000);
      const signature = (await signMessage(kit, { message: 'hi' })) as `0x${string}`;
      expect(await recoverMessageAddress({ message: 'hi', signature })).toBe(evmAccount.address);
      const hash = await sendTransaction(kit, { transaction: { to: evmAccount.address, value: 2n } });
      expect(await one.request('eth_getTransactionByHash', [hash])).toMatchObject({ value: '0x2' });
      await switchNetwork(kit, { chainId: 'eip155:31338' });
      const provider = (await getProvider(kit)) as { request(request: object): Promise<unknown> };
      expect(await provider.request({ method: 'eth_chainId' })).toBe('0x7a6a');
      await disconnect(kit);
      expect(kit.store.getState().connections).toEqual([]);
    } finally {
      await Promise.all([one.stop(), two.stop()]);
    }
  });

  it('connects when a link was approved while the page was unloaded', async () => {
    const wallet = world.wallet();
    const before = memoryStorage();
    const first = world.kit({ storage: before });
    await startPairing(first);
    const { walletConnect } = await untilState(first, state => state.walletConnect.status === 'ready');
    // A phone discards the page: its storage stays, even though a destroyed instance would clear it.
    world.storage.setItem(PROPOSALS, before.getItem(PROPOSALS) ?? '');
    first.destroy();
    await wallet.client.pair(walletConnect.uri ?? '');
    const again = world.kit();
    const { namespaces } = await untilState(again, state => state.connections.length > 0);
    expect(namespaces.eip155?.account.address).toBe(evmAccount.address);
    // Stored like any other connection.
    again.destroy();
    const third = world.kit();
    expect(third.store.getState().namespaces.eip155?.account.status).toBe('reconnecting');
    await untilState(third, state => state.connections.length > 0);
  });
});

describe('startPairing', () => {
  it('throws where no WalletConnect is configured [ERR-58]', async () => {
    const kit = world.kit({ walletConnect: undefined });
    await expect(startPairing(kit)).rejects.toThrow('WalletConnectConnector not found');
    await expect(startPairing(kit)).rejects.toMatchObject({ code: 'WALLET_CONNECT_CONNECTOR_NOT_FOUND' });
  });

  it('keeps a link until it is stopped when the host shows it itself', async () => {
    const kit = world.kit();
    await startPairing(kit);
    expect(pairingLink(kit)).toMatch(/^wc:/);
    stopPairing(kit);
    expect(kit.store.getState().walletConnect).toMatchObject({ status: 'idle', uri: undefined });
  });

  it('names what is missing when there is neither a relay nor a gateway', async () => {
    const kit = world.kit({}, { relayUrl: undefined });
    await expect(startPairing(kit)).rejects.toMatchObject({ code: 'WC_NO_RELAY' });
    expect(kit.store.getState().walletConnect).toMatchObject({
      status: 'failed',
      error: { code: 'WC_NO_RELAY' },
    });
  });
});
