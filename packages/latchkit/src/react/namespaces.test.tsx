// @vitest-environment jsdom
import { flushSync } from 'react-dom';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { connect, type Latchkit } from '../core/index.js';
import { connectorOf, scriptedAdapter } from '../core/testSupport/scriptedAdapter.test-support.js';
import { startedKit } from '../core/testSupport/startedKit.test-support.js';
import { currentView } from '../internal/index.js';
import { mainnet, optimism, solana } from '../networks/index.js';
import {
  AccountButton,
  ConnectButton,
  LatchkitProvider,
  NetworkButton,
  useAccount,
  useBalance,
  useConnections,
  useNetwork,
  useSignMessage,
} from './index.js';

const SOLANA = solana.caipNetworkId;

let root: Root | undefined;
afterEach(() => {
  root?.unmount();
  document.body.replaceChildren();
});

function makeKit() {
  const evm = scriptedAdapter();
  const svm = scriptedAdapter('solana', [connectorOf('sol.one', { chain: 'solana' })]);
  svm.answer.connect = async () => ({
    connectorId: 'sol.one',
    accounts: ['So1anaAddress'],
    chainId: SOLANA,
  });
  svm.answer.getBalance = async () => ({ balance: '1234.5', symbol: 'SOL' });
  return startedKit({ networks: [mainnet, optimism, solana], adapters: [evm, svm] }).kit;
}

let seen: ReturnType<typeof useHost>;
function useHost() {
  return {
    active: useAccount(),
    evm: useAccount({ namespace: 'eip155' }),
    solana: useAccount({ namespace: 'solana' }),
    network: useNetwork({ namespace: 'solana' }),
    balance: useBalance({ namespace: 'solana' }),
    connections: useConnections(),
    sign: useSignMessage(),
  };
}
function Host() {
  seen = useHost();
  return null;
}

function mount(kit: Latchkit): HTMLElement {
  const element = document.body.appendChild(document.createElement('div'));
  root = createRoot(element);
  flushSync(() =>
    root?.render(
      <LatchkitProvider kit={kit}>
        <Host />
        <ConnectButton namespace="solana" className="connect" />
        <AccountButton namespace="solana" className="account" />
        <NetworkButton namespace="solana" className="network" />
        <AccountButton namespace="eip155" className="evm" />
      </LatchkitProvider>,
    ),
  );
  return element;
}

/** Connects, and waits for React to render. */
async function connected(kit: Latchkit, options: { connectorId: string }): Promise<void> {
  await connect(kit, options);
  await new Promise(resolve => setTimeout(resolve, 0));
}

describe('hooks and buttons of a namespace', () => {
  it('show their own namespace, whichever one is active [ENT-09] [ENT-10]', async () => {
    const kit = makeKit();
    const page = mount(kit);
    const button = (name: string) => page.querySelector<HTMLButtonElement>(`.${name}`);
    await connected(kit, { connectorId: 'io.one' });
    expect(seen.active.address).toBe(seen.evm.address);
    expect(seen.solana.isConnected).toBe(false);
    expect(button('account')).toBeNull();
    expect(button('connect')?.textContent).toBe('Connect wallet');
    expect(button('network')?.textContent).toContain('Solana');

    await connected(kit, { connectorId: 'sol.one' });
    await vi.waitFor(() => expect(seen.balance.data?.formatted).toBe('1234.5'));
    expect(seen.active.address).toBe('So1anaAddress');
    expect(seen.evm.isConnected).toBe(true);
    expect(seen.network).toMatchObject({ chainId: SOLANA, networks: [solana] });
    expect(seen.connections.map(({ namespace }) => namespace)).toEqual(['eip155', 'solana']);
    await vi.waitFor(() => expect(button('account')?.textContent).toContain('1,234.500 SOL'));
    expect(button('evm')?.textContent).toContain('0xf3…b92266');
    expect(await seen.sign.signMessage({ message: 'hello', namespace: 'eip155' })).toBe('signed:hello');
  });

  it('reads Log in if the host offers no wallets, and the label if it has one (DX-19)', () => {
    const embeddedWallet = {
      isAwaited: () => false,
      resume: () => {},
      access: () => undefined,
      follow: vi.fn(),
    };
    const { kit } = startedKit({ wallets: false, embeddedWallet });
    const texts = (label?: string) => {
      const element = document.body.appendChild(document.createElement('div'));
      root = createRoot(element);
      flushSync(() =>
        root?.render(
          <LatchkitProvider kit={kit}>
            <ConnectButton label={label} />
          </LatchkitProvider>,
        ),
      );
      const text = element.textContent;
      root.unmount();
      return text;
    };
    expect(texts()).toBe('Log in');
    expect(texts('Join')).toBe('Join');
  });

  it('open the modal for their own namespace', async () => {
    const kit = makeKit();
    const page = mount(kit);
    const click = (name: string) =>
      flushSync(() => page.querySelector<HTMLButtonElement>(`.${name}`)?.click());
    const view = () => currentView(kit.store.getState().modal);
    await connected(kit, { connectorId: 'io.one' });
    click('connect');
    expect(view()).toEqual({ name: 'Connect', namespace: 'solana' });
    expect(seen.active.isConnected).toBe(true);
    click('network');
    expect(view()).toEqual({ name: 'SwitchNetwork', namespace: 'solana' });
    await connected(kit, { connectorId: 'sol.one' });
    click('evm');
    expect(view()).toEqual({ name: 'Account' });
    expect(seen.active.address).toMatch(/^0x/);
    click('account');
    expect(seen.active.address).toBe('So1anaAddress');
  });
});
