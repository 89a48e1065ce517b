import { StrictMode, useState } from 'react';
import type { Root } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLatchkit, defineNetwork, type Latchkit, type LatchkitOptions } from '../core/index.js';
import { evm } from '../evm/index.js';
import { createFakeWallet, type FakeWallet } from '../testing/index.js';
import { type Anvil, startAnvil } from '../testing/startAnvil.test-support.js';
import {
  ConnectButton,
  LatchkitProvider,
  NetworkButton,
  useAccount,
  useBalance,
  useConnect,
  useDisconnect,
  useEvents,
  useNetwork,
  useSignMessage,
  useSwitchNetwork,
  useWallets,
} from './index.js';
import { installDom } from './installDom.test-support.js';

let chainA: Anvil;
let chainB: Anvil;
beforeAll(async () => {
  [chainA, chainB] = await Promise.all([startAnvil(31337), startAnvil(31338)]);
});
afterAll(() => Promise.all([chainA.stop(), chainB.stop()]));

const network = ({ url, chainId }: Anvil, name: string) =>
  defineNetwork({
    id: chainId,
    name,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [url] } },
  });

const options = (): LatchkitOptions => ({
  networks: [network(chainA, 'Chain A'), network(chainB, 'Chain B')],
  defaultNetwork: 'eip155:31337',
  adapters: [evm()],
  projectId: 'test',
});

/** What the page's own code reads and calls, exposed to the test. */
let seen: ReturnType<typeof useHost> | undefined;
function host() {
  if (!seen) throw new Error('The page is not rendered yet.');
  return seen;
}
function useHost() {
  const [events] = useState<string[]>([]);
  useEvents(({ event }) => events.push(event));
  return {
    events,
    account: useAccount(),
    network: useNetwork(),
    balance: useBalance(),
    wallets: useWallets(),
    connect: useConnect(),
    disconnect: useDisconnect(),
    switchNetwork: useSwitchNetwork(),
    signMessage: useSignMessage(),
  };
}
function Host() {
  seen = useHost();
  return <p>{seen.account.status}</p>;
}
const page = (kit: Latchkit) => (
  <StrictMode>
    <LatchkitProvider kit={kit}>
      <ConnectButton />
      <NetworkButton />
      <Host />
    </LatchkitProvider>
  </StrictMode>
);

describe('LatchkitProvider in a page', () => {
  let removeDom: () => void;
  let wallet: FakeWallet;
  let kits: Latchkit[] = [];
  let complaints: unknown[][];
  let roots: Root[] = [];
  const browserKit = (more?: Partial<LatchkitOptions>) => {
    const kit = createLatchkit({ ...options(), ...more });
    kits.push(kit);
    return kit;
  };

  beforeEach(() => {
    complaints = [];
    seen = undefined;
    vi.spyOn(console, 'error').mockImplementation((...given) => void complaints.push(given));
  });
  afterEach(async () => {
    for (const reactRoot of roots) reactRoot.unmount();
    roots = [];
    for (const kit of kits) kit.destroy();
    kits = [];
    wallet?.stop();
    await new Promise(resolve => setTimeout(resolve, 20)); // React's last scheduled tasks still need the DOM.
    removeDom?.();
    vi.restoreAllMocks();
  });

  /** Renders the page as a server does, then as the browser receives it. */
  const arrive = (html: string, remembered?: Readonly<Record<string, string>>) => {
    removeDom = installDom(`<div id="root">${html}</div>`);
    for (const [key, value] of Object.entries(remembered ?? {})) localStorage.setItem(key, value);
    wallet = createFakeWallet({
      name: 'Demo Wallet',
      chains: { 31337: chainA.url, 31338: chainB.url },
      persist: true,
    });
    wallet.announce();
    return document.getElementById('root') as HTMLElement;
  };
  const button = (index: number) => document.querySelectorAll('button')[index] as HTMLButtonElement;
  const until = (check: () => void) => vi.waitFor(check, { timeout: 60_000, interval: 20 });

  it('hydrates without a warning, and connects, signs, switches and disconnects through the hooks', async () => {
    const html = renderToString(page(createLatchkit(options())));
    const root = arrive(html);
    const kit = browserKit();
    const { hydrateRoot } = await import('react-dom/client');
    const reactRoot = hydrateRoot(root, page(kit));
    roots.push(reactRoot);
    await until(() => expect(host().wallets).toHaveLength(1));
    expect(complaints).toEqual([]);
    expect(button(0).textContent).toBe('Connect wallet');

    const walletId = host().wallets[0]?.id ?? '';
    await host().connect.connect({ walletId });
    await until(() => expect(host().connect.status).toBe('success'));
    expect(host().account.address).toBe('0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266');
    await until(() => expect(host().balance.data?.value).toBe(10_000n * 10n ** 18n));
    // As in the modal, in the visitor's number format.
    expect(button(0).textContent).toBe('10,000.000 ETH 0xf3…b92266');
    expect(button(0).getAttribute('aria-label')).toBe('Account: 10,000.000 ETH, 0xf3…b92266');

    const signed = await host().signMessage.signMessage({ message: 'Hello' });
    expect(signed).toMatch(/^0x[0-9a-f]{130}$/);
    await until(() => expect(host().signMessage.data).toBe(signed));

    await host().switchNetwork.switchNetwork({ chainId: 'eip155:31338' });
    await until(() => expect(host().network.chainId).toBe('eip155:31338'));
    expect(button(1).textContent).toBe('Chain B');

    wallet.faults.set({ reject: true });
    // The promise is not awaited: a rejection must not become an unhandled one, which would fail this run.
    void host().signMessage.signMessage({ message: 'No' });
    await until(() => expect(host().signMessage.status).toBe('error'));
    expect(host().signMessage.error).toMatchObject({ code: 'REQUEST_REJECTED' });

    await host().disconnect.disconnect();
    await until(() => expect(button(0).textContent).toBe('Connect wallet'));
    expect(complaints).toEqual([]);
    reactRoot.unmount();
    expect(root.innerHTML).toBe('');
  });

  it('hydrates without a warning when the browser remembers a connection that the server cannot know', async () => {
    // A first visit leaves its stored records and the wallet's permission.
    let root = arrive('');
    const first = browserKit();
    const { createRoot, hydrateRoot } = await import('react-dom/client');
    const firstRoot = createRoot(root);
    roots.push(firstRoot);
    firstRoot.render(page(first));
    await until(() => expect(host().wallets).toHaveLength(1));
    await host().connect.connect({ walletId: host().wallets[0]?.id ?? '' });
    const remembered = Object.fromEntries(Object.entries(localStorage));
    firstRoot.unmount();
    first.destroy();
    wallet.stop();
    await new Promise(resolve => setTimeout(resolve, 20));
    removeDom();

    const html = renderToString(page(createLatchkit(options())));
    expect(html).toContain('Connect wallet');
    root = arrive(html, remembered);
    const kit = browserKit();
    expect(kit.store.getState().namespaces.eip155?.connection.status).toBe('reconnecting');
    const reactRoot = hydrateRoot(root, page(kit));
    roots.push(reactRoot);
    await until(() => expect(host().account.status).toBe('connected'));
    expect(complaints).toEqual([]);
  });

  it('keeps one button element, so that focus can return to it, from connect to account', async () => {
    const root = arrive('');
    const { createRoot } = await import('react-dom/client');
    const reactRoot = createRoot(root);
    roots.push(reactRoot);
    reactRoot.render(page(browserKit()));
    await until(() => expect(host().wallets).toHaveLength(1));
    const element = button(0);
    await host().connect.connect({ walletId: host().wallets[0]?.id ?? '' });
    await until(() => expect(element.dataset.kind).toBe('account'));
    expect(button(0)).toBe(element);
  });

  it('warns about a network that the host does not support, and opens the modal for it', async () => {
    const root = arrive('');
    const kit = browserKit({ networks: [network(chainA, 'Chain A')] });
    const { createRoot } = await import('react-dom/client');
    const reactRoot = createRoot(root);
    roots.push(reactRoot);
    reactRoot.render(page(kit));
    await until(() => expect(host().wallets).toHaveLength(1));
    expect(button(1).getAttribute('aria-label')).toBe('Network: Chain A. Switch network');
    await host().connect.connect({ walletId: host().wallets[0]?.id ?? '' });
    wallet.changeChain(31338);
    await until(() => expect(button(1).textContent).toBe('Wrong network'));
    expect(host().network).toMatchObject({
      chainId: 'eip155:31338',
      network: { id: 31338, unsupported: true },
    });
    const opened: string[] = [];
    kit.on(event => event.event === 'MODAL_OPEN' && opened.push(event.view));
    button(1).click();
    button(0).click();
    expect(opened).toEqual(['UnsupportedChain', 'UnsupportedChain']);
  });

  it('uses the instance’s language, and sets it in the markup', async () => {
    const root = arrive('');
    const { createRoot } = await import('react-dom/client');
    const reactRoot = createRoot(root);
    roots.push(reactRoot);
    reactRoot.render(page(browserKit({ locale: 'ar-EG' })));
    await until(() => expect(button(0).lang).toBe('ar'));
    expect(button(0).dir).toBe('rtl');
    expect(button(0).textContent).not.toBe('Connect wallet');
  });

  it('listens once under StrictMode, and leaves nothing behind when unmounted', async () => {
    const root = arrive('');
    const kit = browserKit();
    // The instance itself listens to its store while it lives; this counts only React's listeners.
    await kit.kernel.start();
    let subscribers = 0;
    const subscribe = kit.store.subscribe;
    vi.spyOn(kit.store, 'subscribe').mockImplementation(listener => {
      subscribers += 1;
      const stop = subscribe(listener);
      return () => {
        subscribers -= 1;
        stop();
      };
    });
    const { createRoot } = await import('react-dom/client');
    const reactRoot = createRoot(root);
    roots.push(reactRoot);
    reactRoot.render(page(kit));
    await until(() => expect(host().wallets).toHaveLength(1));
    await until(() => expect(subscribers).toBeGreaterThan(0));
    await host().switchNetwork.switchNetwork({ chainId: 'eip155:31338' });
    expect(host().events.filter(event => event === 'SWITCH_NETWORK')).toEqual(['SWITCH_NETWORK']);
    reactRoot.unmount();
    expect(subscribers).toBe(0);
    expect(document.querySelectorAll('latchkit-root')).toHaveLength(0);
  });
});
