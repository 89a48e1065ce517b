// @vitest-environment jsdom

import { afterEach, describe, expect, it, vi } from 'vitest';
import { mainnet, optimism, solana } from '../../networks/networks.js';
import { createError } from '../../protocol/errors.js';
import { openModal } from '../modal/openModal.js';
import { applyFeatures } from '../start.js';
import { settle } from '../testSupport/startedKit.test-support.js';
import { connectAll, IDS, world } from '../testSupport/threeWallets.test-support.js';
import { getConnections, getConnectorState } from './account.js';
import { connect } from './connect.js';
import { deleteConnection, disconnect } from './disconnect.js';
import { getRecentConnectors, switchConnection } from './switchConnection.js';

afterEach(() => vi.restoreAllMocks());

describe('connect with several wallets', () => {
  it('keeps the first wallet when a second connects, in its own namespace and across [CAP-13]', async () => {
    const { kit, evm, held } = await connectAll(world());
    expect(held()).toEqual(['io.two', 'io.one', 'sol.one']);
    expect(kit.store.getState().connections).toMatchObject([
      { namespace: 'eip155', accounts: [{ address: '0x2' }, { address: '0x22' }], caipNetwork: optimism },
      { namespace: 'eip155', accounts: [{ address: '0x1' }], caipNetwork: mainnet },
      { namespace: 'solana', accounts: [{ address: 'Sol1' }], caipNetwork: solana },
    ]);
    expect(evm.calls.filter(call => call.startsWith('connect'))).toEqual([
      'connect io.one active',
      'connect io.two active',
    ]);
  });

  it('keeps one per namespace without the feature', async () => {
    const { held, evm, storage } = await connectAll(world({ features: {} }));
    expect(held()).toEqual(['io.two', 'sol.one']);
    expect(evm.calls).toContain('connect io.two only');
    expect(storage.getItem('latchkit.v1.connections')).toBe('{"eip155":["io.two"],"solana":["sol.one"]}');
  });

  it('changes nothing when the second wallet refuses', async () => {
    const made = world();
    await connect(made.kit, { connectorId: 'io.one' });
    await settle();
    const { namespaces, connections } = made.kit.store.getState();
    made.evm.connect = () => Promise.reject(createError('CONNECTION_REJECTED'));
    await expect(connect(made.kit, { connectorId: 'io.two' })).rejects.toMatchObject({
      code: 'CONNECTION_REJECTED',
    });
    await settle();
    expect(made.kit.store.getState().namespaces).toEqual(namespaces);
    expect(made.kit.store.getState().connections).toEqual(connections);
  });

  it('distinguishes the active connector from connected and disconnected ones [STATE-06]', async () => {
    const made = world();
    await connect(made.kit, { connectorId: 'io.one' });
    await connect(made.kit, { connectorId: 'io.two' });
    const read = () => IDS.map(id => getConnectorState(made.kit, id));
    expect(read()).toEqual(['active', 'connected', 'disconnected']);
    await switchConnection(made.kit, { connectorId: 'io.one' });
    expect(read()).toEqual(['connected', 'active', 'disconnected']);
  });
});

describe('switchConnection', () => {
  it('activates another wallet without a request, and its network with it', async () => {
    const { kit, evm, events, held, lead } = await connectAll(world());
    evm.calls.length = 0;
    await switchConnection(kit, { connectorId: 'io.one', namespace: 'eip155' });
    await settle();
    expect(held()).toEqual(['io.one', 'io.two', 'sol.one']);
    expect(lead()).toBe('0x1');
    expect(kit.store.getState()).toMatchObject({
      activeNamespace: 'eip155',
      namespaces: { eip155: { network: mainnet, account: { caipAddress: 'eip155:1:0x1' } } },
    });
    expect(evm.calls.filter(call => call !== 'getBalance')).toEqual(['activate io.one 0x1']);
    expect(events).toContainEqual(
      expect.objectContaining({ event: 'ACCOUNT_CHANGED', namespace: 'eip155', address: '0x1' }),
    );
  });

  it('switches to another account of a wallet, which persists across a reload', async () => {
    const made = await connectAll(world());
    await switchConnection(made.kit, { connectorId: 'io.two', namespace: 'eip155', address: '0x22' });
    expect(made.lead()).toBe('0x22');
    expect(made.evm.calls).toContain('activate io.two 0x22');
    const reloaded = world({ storage: made.storage });
    await settle();
    expect(reloaded.lead()).toBe('0x22');
  });

  it('refuses a wallet that is not connected, and an account that it does not have', async () => {
    const { kit, lead } = await connectAll(world(), ['io.two']);
    await expect(switchConnection(kit, { connectorId: 'io.one' })).rejects.toMatchObject({
      code: 'PROVIDER_NOT_FOUND',
    });
    await expect(switchConnection(kit, { connectorId: 'io.two', address: '0x9' })).rejects.toMatchObject({
      code: 'INVALID_ADDRESS',
    });
    expect(lead()).toBe('0x2');
  });
});

describe('deleteConnection', () => {
  it('disconnects one wallet, and removes it from storage and the recent wallets', async () => {
    const { kit, held, storage } = await connectAll(world());
    openModal(kit);
    await deleteConnection(kit, { connectorId: 'io.two', namespace: 'eip155' });
    expect(held()).toEqual(['io.one', 'sol.one']);
    expect(storage.getItem('latchkit.v1.connections')).not.toContain('io.two');
    expect(kit.store.getState().recentWalletIds).toEqual(['sol.one']);
    expect(kit.store.getState().modal.open).toBe(true);
  });
});

describe('getRecentConnectors', () => {
  it('lists the wallets of a namespace that were used before and are not connected', async () => {
    const { kit } = await connectAll(world());
    await disconnect(kit, { connectorId: 'io.one' });
    await connect(kit, { connectorId: 'io.one' });
    await disconnect(kit, { connectorId: 'io.two' });
    expect(getConnections(kit, { namespace: 'eip155' })).toMatchObject([{ connectorId: 'io.one' }]);
    expect(getConnections(kit, { namespace: 'solana' })).toMatchObject([{ connectorId: 'sol.one' }]);
    expect(getRecentConnectors(kit, { namespace: 'eip155' })).toEqual([]);
    await disconnect(kit, { connectorId: 'io.one' });
    expect(getConnections(kit, { namespace: 'eip155' })).toEqual([]);
    expect(getRecentConnectors(kit, { namespace: 'eip155' })).toEqual(['io.one']);
  });
});

describe('multi-wallet functions with the feature off', () => {
  it("each show 'Multi-Wallet Not Enabled' and change nothing [ERR-79] (rows-W9)", async () => {
    const info = vi.spyOn(console, 'info').mockImplementation(() => undefined);
    const { kit, evm } = await connectAll(world({ features: {} }));
    // Read after the next frame.
    await vi.waitFor(() => expect(kit.store.getState().namespaces.eip155?.balance).toBeDefined());
    const before = kit.store.getState();
    evm.calls.length = 0;
    const error = { code: 'MULTI_WALLET_NOT_ENABLED', message: 'Multi-Wallet Not Enabled' };
    expect(getRecentConnectors(kit)).toEqual([]);
    await expect(switchConnection(kit, { connectorId: 'io.two' })).rejects.toMatchObject(error);
    await expect(deleteConnection(kit, { connectorId: 'io.two' })).rejects.toMatchObject(error);
    const { alerts, ...after } = kit.store.getState();
    expect(alerts.map(({ tone, shortMessage }) => [tone, shortMessage])).toEqual(
      Array(3).fill(['info', 'Multi-Wallet Not Enabled']),
    );
    expect(after).toEqual((({ alerts: _, ...rest }) => rest)(before));
    expect(evm.calls).toEqual([]);
    expect(info).toHaveBeenCalledTimes(3);
  });
});

describe('the project decides', () => {
  it('restores the further wallets once the project turns several on', async () => {
    const { storage } = await connectAll(world());
    const { kit, held } = world({ storage, features: {} });
    await settle();
    expect(held()).toEqual(['io.two', 'sol.one']);
    applyFeatures(kit, { ...kit.store.getState().features, multiWallet: true });
    await settle();
    expect(held()).toEqual(['io.two', 'io.one', 'sol.one']);
  });

  it('falls back to the active wallets when the project disables multiWallet, without wallet requests', async () => {
    const { kit, held, evm } = await connectAll(world());
    // Read after the next frame.
    await vi.waitFor(() => expect(kit.store.getState().namespaces.eip155?.balance).toBeDefined());
    evm.calls.length = 0;
    applyFeatures(kit, { ...kit.store.getState().features, multiWallet: false });
    await settle();
    expect(held()).toEqual(['io.two', 'sol.one']);
    expect(evm.calls).toEqual([]);
  });
});
