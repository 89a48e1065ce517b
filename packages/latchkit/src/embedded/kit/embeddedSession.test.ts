import { type SolanaDevnet, startSolanaDevnet } from '@latchkit/solana-devnet';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { awaitedLater } from '../../../../../scripts/lib/awaitedLater.mjs';
import {
  connect,
  disconnect,
  getAccount,
  getConnections,
  getProvider,
  type Latchkit,
  setPreferredAccount,
  signMessage,
  startEmailLogin,
  submitEmailCode,
  switchNetwork,
} from '../../core/index.js';
import { eventsOf, untilState } from '../../core/testSupport/untilState.test-support.js';
import { evm } from '../../evm/index.js';
import { walletList } from '../../internal/index.js';
import { mainnet, optimism } from '../../networks/index.js';
import { solana } from '../../solana/index.js';
import { devnetNetwork } from '../../solana/solanaWorld.test-support.js';
import { createFakeWallet } from '../../testing/createFakeWallet.js';
import { delivered, stopTime } from '../messenger/stubFrame.test-support.js';
import {
  createEmbeddedWorld,
  EMAIL,
  EVM_ADDRESS,
  SILENT,
  SOLANA_ADDRESS,
  soon,
  userOf,
} from './embeddedWorld.test-support.js';

let devnet: SolanaDevnet;
beforeAll(async () => {
  devnet = await startSolanaDevnet({ slotTime: 50 });
});
afterAll(() => devnet?.close());

async function logIn(kit: Latchkit): Promise<void> {
  await startEmailLogin(kit, EMAIL);
  await submitEmailCode(kit, '123456');
}

const status = (kit: Latchkit) => kit.store.getState().namespaces.eip155?.account.status;

describe('the embedded wallet among connections', () => {
  it('is connected in every namespace in which it has accounts, and is in no wallet list', async () => {
    const { kit: kitOf } = createEmbeddedWorld();
    const kit = kitOf({ adapters: [evm(), solana()], networks: [mainnet, devnetNetwork(devnet)] });
    await logIn(kit);
    const state = await untilState(kit, ({ connections }) => connections.length === 2);
    expect(state.activeNamespace).toBe('eip155');
    expect(state.namespaces.solana?.account.address).toBe(SOLANA_ADDRESS);
    expect(state.connectors).toMatchObject([{ id: 'AUTH', type: 'MULTI_CHAIN' }]);
    expect(walletList(kit, state)).toEqual([]);
    expect(state.recentWalletIds).toEqual([]);
  });

  it('gives the host its account, user and connection [ENT-08] [ENT-07] [ENT-01]', async () => {
    const { page, kit: kitOf } = createEmbeddedWorld();
    const kit = kitOf();
    await logIn(kit);
    expect(getAccount(kit)).toEqual({
      allAccounts: [{ namespace: 'eip155', address: EVM_ADDRESS, type: 'eoa' }],
      caipAddress: `eip155:1:${EVM_ADDRESS}`,
      address: EVM_ADDRESS,
      isConnected: true,
      status: 'connected',
      embeddedWalletInfo: {
        user: userOf(),
        authProvider: 'email',
        accountType: 'eoa',
        isSmartAccountDeployed: false,
      },
    });
    expect(getConnections(kit)).toEqual([
      {
        namespace: 'eip155',
        connectorId: 'AUTH',
        accounts: [{ address: EVM_ADDRESS }],
        caipNetwork: mainnet,
        auth: { name: 'email', username: EMAIL },
      },
    ]);
    expect(page.last('GET_USER')).toEqual({ chainId: 'eip155:1', preferredAccountType: 'smartAccount' });
  });

  it("starts on the wallet page's network if the host lists it, at a login and after a reload (rows-W3)", async () => {
    const { page, storage, kit: kitOf } = createEmbeddedWorld();
    // A visitor who has waited until a code may be sent again.
    const logInAgain = (kit: Latchkit) => {
      storage.removeItem('latchkit.v1.last_email_login_time');
      return logIn(kit);
    };
    const networkOf = (kit: Latchkit) => kit.store.getState().namespaces.eip155?.network.caipNetworkId;
    page.answers.GET_CHAIN_ID = () => ({ chainId: 'eip155:10' });
    const kit = kitOf();
    expect(networkOf(kit)).toBe('eip155:1');
    await logIn(kit);
    expect([networkOf(kit), getAccount(kit).caipAddress]).toEqual(['eip155:10', `eip155:10:${EVM_ADDRESS}`]);
    expect(page.last('GET_USER')).toMatchObject({ chainId: 'eip155:10' });
    expect(page.count('SWITCH_NETWORK')).toBe(0);
    kit.destroy();

    page.answers.GET_CHAIN_ID = () => ({ chainId: 'eip155:1' });
    const reloaded = kitOf();
    await untilState(reloaded, ({ namespaces }) => namespaces.eip155?.account.isConnected === true);
    expect([networkOf(reloaded), getAccount(reloaded).caipAddress]).toEqual([
      'eip155:1',
      `eip155:1:${EVM_ADDRESS}`,
    ]);
    await disconnect(reloaded);

    // The host's own networks, and a choice since the page loaded, count more.
    page.answers.GET_CHAIN_ID = () => ({ chainId: 'eip155:4242' });
    await logInAgain(reloaded);
    expect(networkOf(reloaded)).toBe('eip155:1');
    await disconnect(reloaded);
    page.answers.GET_CHAIN_ID = () => ({ chainId: 'eip155:1' });
    await switchNetwork(reloaded, { chainId: 'eip155:10' });
    await logInAgain(reloaded);
    expect([networkOf(reloaded), getAccount(reloaded).caipAddress]).toEqual([
      'eip155:10',
      `eip155:10:${EVM_ADDRESS}`,
    ]);
    expect(page.last('GET_USER')).toMatchObject({ chainId: 'eip155:10' });
  });

  it('asks after a login which networks have smart accounts, and keeps the answer', async () => {
    const { page, storage, kit: kitOf } = createEmbeddedWorld();
    const kit = kitOf();
    await logIn(kit);
    await vi.waitFor(() => {
      expect(page.last('GET_SMART_ACCOUNT_ENABLED_NETWORKS')).toEqual({});
      expect(storage.getItem('latchkit.v1.smart_account_networks')).toBe('[1,10]');
    });
  });

  it("asks for the account's kind before the stored before the default [STATE-30]", async () => {
    const { page, storage, kit: kitOf } = createEmbeddedWorld();
    storage.setItem('latchkit.v1.account_types', '{"eip155":"eoa"}');
    const kit = kitOf();
    await logIn(kit);
    expect(page.last('GET_USER')).toMatchObject({ preferredAccountType: 'eoa' });
    await disconnect(kit);
    storage.setItem('latchkit.v1.account_types', '{"eip155":"eoa"}');
    storage.removeItem('latchkit.v1.last_email_login_time');
    const user = userOf({ preferredAccountType: 'smartAccount' });
    kit.kernel.set(({ embeddedWallet }) => ({ embeddedWallet: { ...embeddedWallet, user } }));
    await logIn(kit);
    expect(page.last('GET_USER')).toMatchObject({ preferredAccountType: 'smartAccount' });
  });

  it("asks for the default of the page's namespace, and keeps what the user prefers on networks without it [STATE-31] (rows-D10)", async () => {
    const { page, storage, kit: kitOf } = createEmbeddedWorld();
    const onSolana = kitOf({ adapters: [solana()], networks: [devnetNetwork(devnet)] });
    await logIn(onSolana);
    const { caipNetworkId: chainId } = devnetNetwork(devnet);
    expect(page.last('GET_USER')).toEqual({ chainId, preferredAccountType: 'eoa' });
    expect(JSON.parse(storage.getItem('latchkit.v1.account_types') ?? '')).toEqual({ solana: 'eoa' });
    // The active EVM account is the EOA, because the network has no smart account.
    page.user = userOf({ preferredAccountType: 'smartAccount' });
    // Again, now that the user is known.
    page.answers.SET_PREFERRED_ACCOUNT = ({ type }) => ({ type, address: SOLANA_ADDRESS });
    await setPreferredAccount(onSolana, { type: 'smartAccount' });
    expect(page.last('GET_USER')).toEqual({ chainId, preferredAccountType: 'eoa' });
    onSolana.destroy();
    const onEvm = kitOf();
    await untilState(onEvm, ({ embeddedWallet }) => embeddedWallet.user !== undefined);
    expect(page.last('GET_USER')).toEqual({ chainId: 'eip155:1', preferredAccountType: 'smartAccount' });
    expect(JSON.parse(storage.getItem('latchkit.v1.account_types') ?? '')).toMatchObject({
      eip155: 'smartAccount',
    });
  });

  it('switches to the smart account: the host has its address, both accounts, and whether it is deployed [ENT-08] [ENT-09]', async () => {
    const { page, kit: kitOf } = createEmbeddedWorld();
    const kit = kitOf();
    await logIn(kit);
    const SMART = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
    const smart = { namespace: 'eip155', address: SMART, type: 'smartAccount' } as const;
    const eoa = { namespace: 'eip155', address: EVM_ADDRESS, type: 'eoa' } as const;
    page.answers.SET_PREFERRED_ACCOUNT = ({ type }) => {
      page.user = userOf({
        ...{ accounts: [smart, eoa], address: SMART, preferredAccountType: 'smartAccount' },
      });
      const { accounts, preferredAccountType } = page.user;
      page.tell({ type: 'ACCOUNTS_CHANGED', payload: { accounts, preferredAccountType } });
      return { type, address: SMART };
    };
    page.answers.INIT_SMART_ACCOUNT = () => ({ address: SMART, isDeployed: true });
    expect(await setPreferredAccount(kit, { type: 'smartAccount' })).toEqual({ address: SMART });
    expect(page.last('SET_PREFERRED_ACCOUNT')).toEqual({ type: 'smartAccount' });
    expect(getAccount(kit)).toMatchObject({
      address: SMART,
      allAccounts: [smart, eoa],
      embeddedWalletInfo: { accountType: 'smartAccount' },
    });
    expect(kit.store.getState().namespaces.eip155?.preferredAccountType).toBe('smartAccount');
    expect(getConnections(kit)[0]?.accounts).toEqual([{ address: SMART }]);

    // The deployment differs by network, and follows the first operation.
    await switchNetwork(kit, { network: optimism });
    const isDeployed = () => getAccount(kit).embeddedWalletInfo?.isSmartAccountDeployed;
    await soon(() => expect(isDeployed()).toBe(true));
    page.answers.INIT_SMART_ACCOUNT = () => ({ address: SMART, isDeployed: false });
    await switchNetwork(kit, { network: mainnet });
    await soon(() => expect(isDeployed()).toBe(false));
    page.answers.INIT_SMART_ACCOUNT = () => ({ address: SMART, isDeployed: true });
    page.answers.RPC_REQUEST = () => ({ version: '2.0.0', status: 200, receipts: [] });
    const provider = (await getProvider(kit)) as { request(request: object): Promise<unknown> };
    await provider.request({ method: 'wallet_getCallsStatus', params: ['0x1'] });
    await soon(() => expect(isDeployed()).toBe(true));
  });

  it('switches no account of another wallet', async () => {
    const { kit: kitOf } = createEmbeddedWorld();
    const kit = kitOf();
    const refused = setPreferredAccount(kit, { type: 'eoa' });
    await expect(refused).rejects.toMatchObject({ code: 'NOT_CONNECTED_TO_AUTH' });
  });

  it('signs on EVM and on Solana, each on its own chain', async () => {
    const { page, kit: kitOf } = createEmbeddedWorld();
    const kit = kitOf({ adapters: [evm(), solana()], networks: [mainnet, devnetNetwork(devnet)] });
    await logIn(kit);
    await untilState(kit, ({ connections }) => connections.length === 2);
    await expect(signMessage(kit, { message: 'hi' })).resolves.toBe('0xsigned');
    expect(page.last('RPC_REQUEST')).toEqual({
      method: 'personal_sign',
      params: ['0x6869', EVM_ADDRESS],
      chainId: 'eip155:1',
      chainNamespace: 'eip155',
    });
    page.answers.RPC_REQUEST = () => ({ signature: '1'.repeat(64) });
    await signMessage(kit, { message: 'hi', namespace: 'solana' });
    expect(page.last('RPC_REQUEST')).toEqual({
      method: 'solana_signMessage',
      params: { message: '8wr', pubkey: SOLANA_ADDRESS },
      chainId: devnetNetwork(devnet).caipNetworkId,
      chainNamespace: 'solana',
    });
  });

  it('switches the network of the wallet page', async () => {
    const { page, kit: kitOf } = createEmbeddedWorld();
    const kit = kitOf();
    await logIn(kit);
    await switchNetwork(kit, { network: optimism });
    expect(page.last('SWITCH_NETWORK')).toEqual({ chainId: 'eip155:10' });
    expect(kit.store.getState().namespaces.eip155?.network).toBe(optimism);
    await signMessage(kit, { message: 'hi' });
    expect(page.last('RPC_REQUEST')).toMatchObject({ chainId: 'eip155:10' });
  });

  it('signs out once for all namespaces, and waits at most 3 s [TIME-03] [STATE-22]', async () => {
    stopTime();
    const { page, kit: kitOf } = createEmbeddedWorld();
    page.answers.SIGN_OUT = () => SILENT;
    const kit = kitOf({ adapters: [evm(), solana()], networks: [mainnet, devnetNetwork(devnet)] });
    void logIn(kit);
    await untilState(kit, ({ connections }) => connections.length === 2);
    let isDone = false;
    const done = awaitedLater(
      disconnect(kit).then(() => {
        isDone = true;
      }),
    );
    await delivered();
    expect(page.count('SIGN_OUT')).toBe(1);
    await vi.advanceTimersByTimeAsync(2_999);
    expect(isDone).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    await done;
    expect(page.count('SIGN_OUT')).toBe(1);
    expect(kit.store.getState().connections).toEqual([]);
  });

  it('is signed out when another wallet replaces it', async () => {
    const { page, kit: kitOf } = createEmbeddedWorld();
    const kit = kitOf();
    createFakeWallet({ chains: { 1: '' }, prompt: 'auto' }).announce();
    await logIn(kit);
    const wallet = await untilState(kit, ({ connectors }) => connectors.length === 2);
    const other = wallet.connectors.find(({ id }) => id !== 'AUTH')?.id ?? '';
    await connect(kit, { connectorId: other });
    await soon(() => expect(page.user).toBeUndefined());
    expect(kit.store.getState().connections).toMatchObject([{ connectorId: other }]);
  });

  it('is disconnected when the wallet page ends the session', async () => {
    const { page, storage, kit: kitOf } = createEmbeddedWorld();
    const kit = kitOf();
    await logIn(kit);
    page.tell({ type: 'ACCOUNTS_CHANGED', payload: { accounts: [] } });
    await untilState(kit, ({ connections }) => connections.length === 0);
    expect(storage.getItem('latchkit.v1.email_login')).toBeNull();
  });

  it('ends when the permission to read accounts is revoked, and asks the visitor about any other', async () => {
    const { page, kit: kitOf } = createEmbeddedWorld();
    const kit = kitOf();
    await logIn(kit);
    const provider = (await getProvider(kit)) as { request(request: object): Promise<unknown> };
    await provider.request({ method: 'wallet_revokePermissions', params: [{ permissionContext: '0x00' }] });
    const methods = () => page.sent.map(({ payload }) => payload.method);
    expect(methods()).toContain('wallet_revokePermissions');
    await provider.request({ method: 'wallet_revokePermissions', params: [{ eth_accounts: {} }] });
    await untilState(kit, ({ connections }) => connections.length === 0);
    await soon(() => expect(page.count('SIGN_OUT')).toBe(1));
    await expect(provider.request({ method: 'eth_requestAccounts' })).rejects.toMatchObject({ code: 4100 });
  });

  it('is connected only by a login', async () => {
    const { kit: kitOf } = createEmbeddedWorld();
    const kit = kitOf();
    await expect(connect(kit, { connectorId: 'AUTH' })).rejects.toMatchObject({
      code: 'CONNECTION_REJECTED',
    });
    expect(status(kit)).toBe('disconnected');
  });
});

describe('a reload', () => {
  async function visited() {
    const world = createEmbeddedWorld();
    const kit = world.kit();
    await logIn(kit);
    kit.destroy();
    world.page.sent.length = 0;
    return world;
  }

  it('restores the login without a mail: IS_CONNECTED, GET_CHAIN_ID, GET_USER [STATE-07]', async () => {
    const { page, kit: kitOf } = await visited();
    const kit = kitOf();
    const events = eventsOf(kit);
    expect(status(kit)).toBe('reconnecting');
    await untilState(kit, () => status(kit) === 'connected');
    expect(getAccount(kit).embeddedWalletInfo?.user.email).toBe(EMAIL);
    const types = page.sent.map(({ type }) => type);
    expect(types).toEqual(expect.arrayContaining(['IS_CONNECTED', 'GET_CHAIN_ID', 'GET_USER']));
    expect(types).not.toContain('CONNECT_EMAIL');
    expect(events).toContainEqual(expect.objectContaining({ event: 'CONNECT_SUCCESS', reconnected: true }));
  });

  it('is disconnected and the login removed when no user is signed in at the wallet page [STATE-24]', async () => {
    const { page, storage, kit: kitOf } = await visited();
    page.user = undefined;
    const kit = kitOf();
    await untilState(kit, () => status(kit) === 'disconnected');
    expect(storage.getItem('latchkit.v1.email_login')).toBeNull();
    expect(storage.getItem('latchkit.v1.last_email')).toBeNull();
  });

  it('is disconnected with the cause when the wallet page does not respond, and keeps the login for the next visit', async () => {
    const { page, storage, kit: kitOf } = await visited();
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
    stopTime();
    page.isThere = false;
    const kit = kitOf();
    await untilState(kit, ({ embeddedWallet }) => embeddedWallet.frame === 'loading');
    await vi.advanceTimersByTimeAsync(20_000);
    const { embeddedWallet } = await untilState(kit, () => status(kit) === 'disconnected');
    expect(embeddedWallet).toMatchObject({ frame: 'failed', error: { code: 'FRAME_LOAD_FAILED' } });
    expect(storage.getItem('latchkit.v1.email_login')).toBe('1');
    expect(page.iframes()).toEqual([]);
    kit.destroy();
    page.isThere = true;
    const next = kitOf();
    await untilState(next, () => status(next) === 'connected');
    logged.mockRestore();
  });

  it('is left by a disconnect, and the visitor signed out all the same', async () => {
    const { page, storage, kit: kitOf } = await visited();
    page.answers.IS_CONNECTED = () => SILENT;
    const kit = kitOf();
    await soon(() => expect(page.count('IS_CONNECTED')).toBe(1));
    await disconnect(kit);
    expect(status(kit)).toBe('disconnected');
    await soon(() => expect(page.count('SIGN_OUT')).toBe(1));
    expect(storage.getItem('latchkit.v1.email_login')).toBeNull();
  });
});
