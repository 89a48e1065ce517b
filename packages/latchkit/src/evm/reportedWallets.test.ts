// @vitest-environment jsdom
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { connect } from '../core/connection/connect.js';
import { disconnect } from '../core/connection/disconnect.js';
import { switchNetwork } from '../core/connection/switchNetwork.js';
import { createLatchkit } from '../core/createLatchkit.js';
import { memoryStorage } from '../core/kernel/storage.js';
import type { Latchkit } from '../core/Latchkit.js';
import { defineNetwork } from '../core/networks/defineNetwork.js';
import { start } from '../core/start.js';
import { signMessage } from '../core/walletActions/signMessage.js';
import { evm } from './evm.js';

const ADDRESS = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const OTHER = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const CONNECTOR = 'example.reported';

const networks = [1, 10].map(id =>
  defineNetwork({
    id,
    name: `Chain ${id}`,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: ['http://127.0.0.1:1'] } },
  }),
) as unknown as [ReturnType<typeof defineNetwork>];

type Answer = (params: unknown) => unknown;

/** A wallet with one account on chain 1, except for what a test changes. */
function reportedWallet(answers: Readonly<Record<string, Answer>> = {}, parts: object = {}) {
  const listeners = new Map<string, Set<(told: unknown) => void>>();
  const asked: string[] = [];
  const wallet = { chain: 1 };
  const usual: Readonly<Record<string, Answer>> = {
    eth_requestAccounts: () => [ADDRESS],
    eth_accounts: () => [ADDRESS],
    eth_chainId: () => `0x${wallet.chain.toString(16)}`,
    personal_sign: () => '0x01',
  };
  const provider = {
    async request({ method, params }: { method: string; params?: unknown }) {
      asked.push(method);
      const answer = answers[method] ?? usual[method];
      if (!answer) throw Object.assign(new Error('Method not found'), { code: -32601 });
      return answer(params);
    },
    on: (event: string, listener: (told: unknown) => void) =>
      void listeners.set(event, (listeners.get(event) ?? new Set()).add(listener)),
    ...parts,
  };
  const emit = (event: string, told: unknown) => {
    for (const listener of [...(listeners.get(event) ?? [])]) listener(told);
  };
  const info = {
    uuid: crypto.randomUUID(),
    name: 'Reported',
    icon: 'data:image/png;base64,AA',
    rdns: CONNECTOR,
  };
  const announce = () =>
    window.dispatchEvent(
      new CustomEvent('eip6963:announceProvider', { detail: Object.freeze({ info, provider }) }),
    );
  window.addEventListener('eip6963:requestProvider', announce);
  onTestFinished(() => window.removeEventListener('eip6963:requestProvider', announce));
  return { wallet, asked, emit };
}

/** A page that knows the wallet. */
async function opened(storage = memoryStorage()) {
  const kit = createLatchkit({
    networks,
    adapters: [evm()],
    storage,
    features: { email: false, socials: false, analytics: false },
  }) as Latchkit;
  onTestFinished(() => kit.destroy());
  start(kit);
  await kit.kernel.start();
  await vi.waitFor(() => expect(kit.store.getState().connectors).not.toHaveLength(0));
  const connection = () => kit.store.getState().namespaces.eip155?.connection;
  const attempt = async (chainId: 'eip155:10' | 'eip155:1') =>
    switchNetwork(kit, { chainId }).then(
      () => 'switched',
      (error: { code?: unknown }) => error.code,
    );
  return { kit, connection, attempt };
}

afterEach(() => {
  vi.restoreAllMocks();
});

describe('a wallet that was reported elsewhere', () => {
  it.each([
    ['has no way to stop listening', {}],
    [
      'throws when a page stops listening',
      {
        removeListener: () => {
          throw new TypeError('not a function');
        },
      },
    ],
    ['has no function there', { removeListener: 'none', off: null }],
  ])('disconnects although it %s, and is not heard afterwards (OWN-01, OWN-02, OWN-12)', async (_, parts) => {
    const { emit } = reportedWallet({}, parts);
    const storage = memoryStorage();
    const { kit, connection } = await opened(storage);
    await connect(kit, { connectorId: CONNECTOR });
    await disconnect(kit);
    expect(connection()?.status).toBe('disconnected');
    // The wallet still names its account to every page, and tells of changes.
    emit('accountsChanged', [OTHER]);
    emit('chainChanged', '0xa');
    await new Promise(resolve => setTimeout(resolve, 0));
    expect(connection()?.status).toBe('disconnected');
    const again = await opened(storage);
    expect(again.connection()?.status).toBe('disconnected');
  });

  it('connects although it throws when a page listens', async () => {
    reportedWallet(
      {},
      {
        on: () => {
          throw new Error('events are not available');
        },
      },
    );
    const { kit, connection } = await opened();
    await connect(kit, { connectorId: CONNECTOR });
    expect(connection()).toMatchObject({ status: 'connected', accounts: [ADDRESS] });
    await disconnect(kit);
  });

  it.each([`[${ADDRESS}]`, ADDRESS, `["${ADDRESS.toLowerCase()}"]`, `${ADDRESS},${OTHER}`])(
    'connects with its account when it answers the text %s instead of a list (OWN-03)',
    async text => {
      reportedWallet({ eth_requestAccounts: () => text, eth_accounts: () => text });
      const { kit, connection } = await opened();
      await connect(kit, { connectorId: CONNECTOR });
      const accounts = (connection() as { accounts?: readonly string[] } | undefined)?.accounts;
      expect(accounts).toEqual(text.includes(OTHER) ? [ADDRESS, OTHER] : [ADDRESS]);
    },
  );

  it('does not take an account from a text that is no list of accounts', async () => {
    const text = `Error: ${ADDRESS} is locked`;
    reportedWallet({ eth_requestAccounts: () => text, eth_accounts: () => text });
    const { kit, connection } = await opened();
    await expect(connect(kit, { connectorId: CONNECTOR })).rejects.toMatchObject({
      code: 'FAILED_TO_CONNECT',
    });
    expect(connection()?.status).toBe('disconnected');
  });

  it('is not believed when it answers null to a switch and stays on its chain (OWN-04)', async () => {
    reportedWallet({ wallet_switchEthereumChain: () => null });
    const { kit, connection, attempt } = await opened();
    await connect(kit, { connectorId: CONNECTOR });
    expect(await attempt('eip155:10')).toBe('SWITCH_FAILED');
    expect(connection()).toMatchObject({ status: 'connected', chainId: 'eip155:1' });
  });

  it.each([
    { code: -32603, message: 'x', data: { originalError: { code: 4902 } } },
    {
      code: -32603,
      message: 'Unrecognized chain ID "0xa". Try adding the chain using wallet_addEthereumChain first.',
    },
    { message: 'Unrecognized chain ID "0xa". Try adding the chain using wallet_addEthereumChain first.' },
    { code: '4902', message: 'Unrecognised chain' },
  ])('is given the network when it refuses a switch with %j (OWN-05, OWN-06)', async failure => {
    const { wallet, asked } = reportedWallet({
      wallet_switchEthereumChain: () => {
        if (wallet.chain !== 10) throw failure;
        return null;
      },
      wallet_addEthereumChain: () => {
        wallet.chain = 10;
        return null;
      },
    });
    const { kit, connection, attempt } = await opened();
    await connect(kit, { connectorId: CONNECTOR });
    expect(await attempt('eip155:10')).toBe('switched');
    expect(asked).toContain('wallet_addEthereumChain');
    await vi.waitFor(() => expect(connection()).toMatchObject({ chainId: 'eip155:10' }));
  });

  it('says that it cannot switch when it has no such method (OWN-07)', async () => {
    reportedWallet();
    const { kit, attempt } = await opened();
    await connect(kit, { connectorId: CONNECTOR });
    expect(await attempt('eip155:10')).toBe('CONNECTOR_CANNOT_SWITCH');
  });

  it('has each account once, however often and in whatever case it names it (OWN-08)', async () => {
    const doubled = [ADDRESS, ADDRESS.toLowerCase(), OTHER, ADDRESS, OTHER.toLowerCase()];
    const { emit } = reportedWallet({ eth_requestAccounts: () => doubled, eth_accounts: () => doubled });
    const { kit, connection } = await opened();
    await connect(kit, { connectorId: CONNECTOR });
    expect(connection()).toMatchObject({ accounts: [ADDRESS, OTHER] });
    emit('accountsChanged', [OTHER, OTHER.toLowerCase()]);
    await vi.waitFor(() => expect(connection()).toMatchObject({ accounts: [OTHER] }));
  });

  it('refuses by what reaches the page of an error that crossed its processes (OWN-09)', async () => {
    const refused = {
      code: -32603,
      message: 'Internal error',
      data: { message: 'User rejected the request' },
    };
    reportedWallet({
      personal_sign: () => {
        throw refused;
      },
    });
    const { kit } = await opened();
    await connect(kit, { connectorId: CONNECTOR });
    await expect(signMessage(kit, { message: 'Hello' })).rejects.toMatchObject({ code: 'REQUEST_REJECTED' });
  });

  it('works in a page that may not use localStorage (OWN-10)', async () => {
    const denied = () => {
      throw new DOMException('Access is denied for this document.', 'SecurityError');
    };
    const own = Object.getOwnPropertyDescriptor(globalThis, 'localStorage');
    Object.defineProperty(globalThis, 'localStorage', { configurable: true, get: denied });
    onTestFinished(() => {
      if (own) Object.defineProperty(globalThis, 'localStorage', own);
      else Reflect.deleteProperty(globalThis, 'localStorage');
    });
    reportedWallet();
    const { localStorageStorage } = await import('../core/kernel/storage.js');
    const { kit, connection } = await opened(localStorageStorage());
    await connect(kit, { connectorId: CONNECTOR });
    expect(connection()).toMatchObject({ status: 'connected', accounts: [ADDRESS] });
    expect(await signMessage(kit, { message: 'Hello' })).toBe('0x01');
    await disconnect(kit);
    expect(connection()?.status).toBe('disconnected');
  });
});
