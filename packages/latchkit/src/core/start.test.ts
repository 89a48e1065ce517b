// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { embeddedWallet } from '../embedded/embeddedWallet.js';
import { mainnet } from '../networks/networks.js';
import { createSiwx, type SessionStore } from '../siwx/index.js';
import { walletConnect } from '../walletconnect/walletConnect.js';
import { connect } from './connection/connect.js';
import { disconnect } from './connection/disconnect.js';
import { createLatchkit } from './createLatchkit.js';
import { isEmailOffered, offeredSocials } from './embeddedWallet/offeredLogins.js';
import { memoryStorage } from './kernel/storage.js';
import type { LatchkitOptions } from './LatchkitOptions.js';
import { connectionOf, connectorOf, scriptedAdapter } from './testSupport/scriptedAdapter.test-support.js';
import { settle, startedKit, statuses } from './testSupport/startedKit.test-support.js';
import { discoverWallets } from './wallets/preload.js';

afterEach(() => vi.restoreAllMocks());

const KEY = 'SIGN_IN_NOT_CONFIGURED';

function storedConnection() {
  const storage = memoryStorage();
  storage.setItem('latchkit.v1.connections', JSON.stringify({ eip155: 'io.one' }));
  return storage;
}

describe('start', () => {
  it('restores a stored connection: reconnecting from the first moment, then connected, nothing between [STATE-07]', async () => {
    const { kit, adapter } = startedKit({ storage: storedConnection() });
    const seen = statuses(kit);
    await settle();
    expect(seen).toEqual(['reconnecting', 'connected']);
    expect(adapter.calls).not.toContain('connect io.one');
  });

  it('does not restore with reconnect off: clears storage, without a wallet request [STATE-08]', async () => {
    const storage = storedConnection();
    const { kit, adapter } = startedKit({ storage, reconnect: false });
    const seen = statuses(kit);
    await settle();
    expect(seen).toEqual(['disconnected']);
    expect(adapter.calls).toEqual(['start']);
    expect(storage.getItem('latchkit.v1.connections')).toBeNull();
    expect(storage.getItem('latchkit.v1.connection_status')).toBe('disconnected');
  });

  it('reads disconnected when the wallet fails, and keeps the record for the next visit [STATE-09]', async () => {
    const storage = storedConnection();
    const adapter = scriptedAdapter();
    adapter.answer.reconnect = () => Promise.reject(new Error('boom'));
    const { kit } = startedKit({ storage }, adapter);
    const seen = statuses(kit);
    await settle();
    expect(seen).toEqual(['reconnecting', 'disconnected']);
    expect(storage.getItem('latchkit.v1.connections')).toContain('io.one');
  });

  it('restores a wallet that is announced after a reload gave up on it: disconnected until then, and no prompt', async () => {
    const storage = storedConnection();
    const adapter = scriptedAdapter('eip155', []);
    adapter.answer.reconnect = async () => undefined;
    const { kit } = startedKit({ storage }, adapter);
    const seen = statuses(kit);
    await settle();
    expect(seen).toEqual(['reconnecting', 'disconnected']);
    adapter.answer.reconnect = async () => connectionOf('io.one');
    adapter.report({ type: 'connectors', connectors: [connectorOf('io.other')] });
    await settle();
    expect(seen.at(-1)).toBe('disconnected');
    adapter.report({ type: 'connectors', connectors: [connectorOf('io.other'), connectorOf('io.one')] });
    await settle();
    expect(seen).toEqual(['reconnecting', 'disconnected', 'connected']);
    expect(adapter.calls.filter(call => call.startsWith('connect'))).toEqual([]);
    await vi.waitFor(() => expect(kit.store.getState().namespaces.eip155?.balance).toBe('1.5'));
  });

  it('leaves a late wallet alone once the visitor connected another one, or disconnected', async () => {
    for (const leave of ['connect', 'disconnect'] as const) {
      const adapter = scriptedAdapter('eip155', [connectorOf('io.two')]);
      adapter.answer.reconnect = async () => undefined;
      adapter.answer.connect = async () => connectionOf('io.two');
      const { kit } = startedKit({ storage: storedConnection() }, adapter);
      await settle();
      if (leave === 'connect') await connect(kit, { connectorId: 'io.two' });
      else await disconnect(kit);
      adapter.answer.reconnect = async () => connectionOf('io.one');
      adapter.calls.length = 0;
      adapter.report({ type: 'connectors', connectors: [connectorOf('io.two'), connectorOf('io.one')] });
      await settle();
      expect(adapter.calls.filter(call => call.startsWith('reconnect'))).toEqual([]);
      const held = kit.store.getState().connections.map(({ connectorId }) => connectorId);
      expect(held).toEqual(leave === 'connect' ? ['io.two'] : []);
    }
  });

  it('treats corrupt and foreign records as absent', async () => {
    for (const text of [
      '{',
      '[]',
      'null',
      '{"cosmos":"a"}',
      '{"eip155":7}',
      `{"eip155":"${'x'.repeat(300)}"}`,
      '{"eip155":[]}',
      '{"eip155":["io.one",7]}',
    ]) {
      const storage = memoryStorage();
      storage.setItem('latchkit.v1.connections', text);
      storage.setItem('latchkit.v1.recent_wallets', text);
      storage.setItem('latchkit.v1.networks', text);
      const { kit } = startedKit({ storage });
      expect(kit.store.getState().namespaces.eip155?.account.status, text).toBe('disconnected');
    }
  });

  it('adopts a connection that appears, but not during an attempt of its own', async () => {
    const { kit, adapter } = startedKit();
    adapter.report({ type: 'connected', connection: connectionOf('io.one') });
    expect(kit.store.getState().namespaces.eip155?.account.isConnected).toBe(true);
  });

  it("shows the alert 'Project ID Not Configured' without a project id, but not without a gateway [ERR-21] (rows-K13)", () => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const { kit } = startedKit({ projectId: undefined, gateway: 'http://127.0.0.1:9' });
    expect(kit.store.getState().alerts.map(({ shortMessage }) => shortMessage)).toEqual([
      'Project ID Not Configured',
    ]);
    expect(error).toHaveBeenCalledOnce();
    const { kit: alone } = startedKit({ projectId: undefined, gateway: undefined });
    expect(alone.store.getState().alerts).toEqual([]);
  });

  it('uses the development project of a gateway on this machine, and names it (DX-06)', () => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const { kit } = startedKit({ projectId: undefined, gateway: 'http://127.0.0.1:9' });
    expect(kit.options.projectId).toBe('0'.repeat(32));
    expect(error.mock.calls.flat().join()).toMatch(/0{32} of http:\/\/127\.0\.0\.1:9 .*project create/);
    const { kit: known } = startedKit({ projectId: '0'.repeat(32), gateway: 'http://127.0.0.1:9' });
    expect(known.store.getState().alerts).toEqual([]);
  });

  it.each([{}, { gateway: 'https://gateway.invalid' }])(
    'says that an embedded wallet has no project, and offers no login: %j (DX-09)',
    options => {
      const error = vi.spyOn(console, 'error').mockImplementation(() => undefined);
      const wallet = embeddedWallet({ wallet: 'http://127.0.0.1:9' });
      const { kit } = startedKit({ projectId: undefined, embeddedWallet: wallet, ...options });
      const state = kit.store.getState();
      expect(isEmailOffered(kit, state)).toBe(false);
      expect(offeredSocials(kit, state)).toEqual([]);
      expect(state.alerts.map(({ key }) => key)).toEqual(['PROJECT_ID_NOT_CONFIGURED']);
      expect(error.mock.calls.flat().join()).toContain('email and social logins are not offered');
    },
  );

  it.each([
    { siwx: createSiwx() },
    { siweConfig: createSiwx() },
    { siwx: createSiwx(), gateway: 'https://gateway.invalid' },
  ])('says on creation that nothing verifies sign-ins, and what to pass: %j (DX-09)', async options => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const kit = createLatchkit({
      networks: [mainnet],
      adapters: [scriptedAdapter()],
      storage: memoryStorage(),
      ...options,
    });
    await vi.waitFor(() => expect(kit.store.getState().alerts.map(({ key }) => key)).toContain(KEY));
    expect(error.mock.calls.flat().join()).toContain(
      'Pass gateway and projectId to createLatchkit, or storage',
    );
    kit.destroy();
  });

  it('says nothing of sign-in with a gateway, or with a server of the host (DX-09)', () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const storage: SessionStore = {
      nonce: async () => 'abcdefgh1',
      add: async () => undefined,
      get: async () => [],
      revoke: async () => {},
    };
    for (const options of [
      { siwx: createSiwx(), gateway: 'http://127.0.0.1:9' },
      { siwx: createSiwx({ storage }), gateway: undefined },
    ])
      expect(
        startedKit(options)
          .kit.store.getState()
          .alerts.map(({ key }) => key),
      ).not.toContain(KEY);
  });

  it('says on creation that WalletConnect has no relay, and nothing with one (DX-09)', async () => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const create = (options: Partial<LatchkitOptions>) =>
      createLatchkit({
        networks: [mainnet],
        adapters: [scriptedAdapter()],
        storage: memoryStorage(),
        ...options,
      });
    const kit = create({ walletConnect: walletConnect() });
    await vi.waitFor(() => expect(kit.store.getState().alerts).toHaveLength(1));
    expect(error.mock.calls.flat().join()).toContain(
      'Pass gateway to createLatchkit, or relays to walletConnect()',
    );
    kit.destroy();
    const relayUrl = 'ws://127.0.0.1:9';
    for (const options of [
      { walletConnect: walletConnect({ relayUrl }) },
      { walletConnect: walletConnect(), gateway: 'http://127.0.0.1:9', projectId: '0' },
    ])
      expect(startedKit(options).kit.store.getState().alerts).toEqual([]);
  });

  it('says that nothing can be connected without adapters and WalletConnect (DX-09)', () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const keys = (options: Partial<LatchkitOptions>) =>
      startedKit(options)
        .kit.store.getState()
        .alerts.map(({ key }) => key);
    expect(keys({ adapters: [] })).toEqual(['NO_WAY_TO_CONNECT']);
    expect(warn.mock.calls.flat().join()).toContain('for example adapters: [evm()], or walletConnect()');
    expect(keys({})).toEqual([]);
    expect(keys({ adapters: [], walletConnect: walletConnect({ relayUrl: 'ws://127.0.0.1:9' }) })).toEqual(
      [],
    );
  });

  it('reports a gateway without a project on creation, before any intent', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const kit = createLatchkit({
      gateway: 'http://127.0.0.1:9',
      networks: [mainnet],
      adapters: [scriptedAdapter()],
      storage: memoryStorage(),
    });
    await vi.waitFor(() => expect(kit.store.getState().alerts).toHaveLength(1));
    kit.destroy();
  });

  it('reports no missing project without a gateway', async () => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const { kit } = startedKit({ projectId: undefined });
    await settle();
    expect(kit.store.getState().alerts).toEqual([]);
    expect(error).not.toHaveBeenCalled();
  });

  it('calls no service when no gateway is configured', async () => {
    const fetched = vi.spyOn(globalThis, 'fetch');
    startedKit();
    await settle();
    expect(fetched).not.toHaveBeenCalled();
  });

  it('stops everything on destroy: the state no longer changes and the signal is aborted', async () => {
    const { kit, adapter } = startedKit();
    kit.destroy();
    adapter.report({ type: 'connected', connection: connectionOf('io.one') });
    expect(kit.store.getState().namespaces.eip155?.account.isConnected).toBe(false);
    expect(adapter.host().signal.aborted).toBe(true);
  });

  it('knows a visitor only as unconnected or connected: there are no roles', async () => {
    const { kit, adapter } = startedKit();
    const before = kit.store.getState().features;
    adapter.report({ type: 'connected', connection: connectionOf('io.one') });
    expect(kit.store.getState().features).toBe(before);
    expect(kit.store.getState().namespaces.eip155?.account.embeddedWalletInfo).toBeUndefined();
  });
});

describe('createLatchkit in a browser', () => {
  const created = (options: Partial<LatchkitOptions>, adapter = scriptedAdapter()) => {
    const kit = createLatchkit({
      projectId: 'p',
      networks: [mainnet],
      adapters: [adapter],
      metadata: { name: 'Test' },
      storage: memoryStorage(),
      ...options,
    });
    return { kit, adapter };
  };

  it('loads nothing until the first intent', async () => {
    const { kit, adapter } = created({});
    await settle();
    expect(adapter.calls).toEqual([]);
    await discoverWallets(kit);
    expect(adapter.calls).toEqual(['start']);
    expect(kit.store.getState().connectors).toHaveLength(1);
    kit.destroy();
  });

  it('starts at once with a stored connection, and when an adapter reports a connection', async () => {
    const restoring = created({ storage: storedConnection() });
    await vi.waitFor(() => expect(restoring.adapter.calls).toContain('reconnect io.one'));
    const watched = scriptedAdapter();
    let wake = () => {};
    watched.watch = start => {
      wake = start;
    };
    created({}, watched);
    await settle();
    expect(watched.calls).toEqual([]);
    wake();
    await vi.waitFor(() => expect(watched.calls).toEqual(['start']));
  });
});
