import { renderToString } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { writeConnections } from '../core/connection/connectionRecords.js';
import { cookieStorage, createLatchkit, defineNetwork, type Latchkit } from '../core/index.js';
import { evm } from '../evm/index.js';
import {
  AccountButton,
  ConnectButton,
  LatchkitModal,
  LatchkitProvider,
  NetworkButton,
  useAccount,
  useAlerts,
  useBalance,
  useConnect,
  useConnections,
  useDisconnect,
  useEvents,
  useModal,
  useNetwork,
  useSendCalls,
  useSendTransaction,
  useSignMessage,
  useSignTypedData,
  useSwitchNetwork,
  useTheme,
  useWallets,
} from './index.js';

const chain = defineNetwork({
  id: 31337,
  name: 'Local chain A',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: ['http://localhost:8545'] } },
});

function EveryHook() {
  const account = useAccount();
  const { chainId } = useNetwork();
  const balance = useBalance();
  const { isOpen, view } = useModal();
  const { themeMode } = useTheme();
  const idle = [
    useConnect(),
    useDisconnect(),
    useSwitchNetwork(),
    useSignMessage(),
    useSignTypedData(),
    useSendTransaction(),
    useSendCalls(),
  ].every(({ status }) => status === 'idle');
  useEvents(() => {});
  const counts = [useWallets().length, useConnections().length, useAlerts().alerts.length];
  return (
    <p>{JSON.stringify([account.status, chainId, balance.status, isOpen, view, themeMode, idle, counts])}</p>
  );
}

/** The `Cookie` header that the browser of a connected visitor sends. */
function cookieOfConnectedVisitor(): string {
  const cookies = new Map<string, string>();
  writeConnections(
    {
      getItem: key => cookies.get(key) ?? null,
      setItem: (key, value) => void cookies.set(key, value),
      removeItem: key => void cookies.delete(key),
    },
    { eip155: ['dev.latchkit.demo'] },
  );
  return [...cookies].map(([key, value]) => `${key}=${encodeURIComponent(value)}`).join('; ');
}

const page = (kit: Latchkit) => (
  <LatchkitProvider kit={kit}>
    <ConnectButton />
    <NetworkButton />
    <AccountButton />
    <LatchkitModal />
    <EveryHook />
  </LatchkitProvider>
);

describe('LatchkitProvider on a server', () => {
  it('runs without a DOM', () => {
    expect(typeof window).toBe('undefined');
    expect(typeof document).toBe('undefined');
  });

  it('renders provider, buttons and every hook', () => {
    const html = renderToString(page(createLatchkit({ networks: [chain], adapters: [evm()] })));
    expect(html).toContain('>Connect wallet<');
    expect(html).toContain('>Local chain A<');
    expect(html).not.toContain('Account');
    expect(html).not.toContain('style=');
    const state = [
      'disconnected',
      'eip155:31337',
      'pending',
      false,
      { name: 'Connect' },
      'auto',
      true,
      [0, 0, 0],
    ];
    expect(html).toContain(JSON.stringify(state).replaceAll('"', '&quot;'));
  });

  it('renders the reconnecting state when the request’s cookies contain a connection', () => {
    const connected = renderToString(
      page(
        createLatchkit({
          networks: [chain],
          adapters: [evm()],
          storage: cookieStorage(cookieOfConnectedVisitor()),
        }),
      ),
    );
    expect(connected).toContain('aria-busy="true"');
    expect(connected).toContain('Reconnecting');
    expect(connected).not.toContain('Connect wallet');
  });

  it('says of a provider without an instance that its kit is undefined (DX-12)', () => {
    const kit = undefined as unknown as Latchkit;
    expect(() => renderToString(<LatchkitProvider kit={kit}>{null}</LatchkitProvider>)).toThrow(
      expect.objectContaining({
        code: 'KIT_UNDEFINED',
        details: expect.stringContaining('cycle of imports'),
      }),
    );
  });

  it('says of a hook without a provider that a second copy of the package does that too (DX-11)', () => {
    const Hook = () => String(useAccount());
    expect(() => renderToString(<Hook />)).toThrow(
      expect.objectContaining({
        code: 'NO_LATCHKIT_PROVIDER',
        details: expect.stringContaining('two copies of latchkit are loaded: see `npm ls latchkit`'),
      }),
    );
  });
});
