import {
  type CaipNetwork,
  closeModal,
  connect,
  createLatchkit,
  defineNetwork,
  disconnect,
  discoverWallets,
  type Latchkit,
  openModal,
  signMessage,
} from 'latchkit';
import { evm } from 'latchkit/evm';
import { ConnectButton, LatchkitModal, LatchkitProvider } from 'latchkit/react';
import { announceHostile, createFakeWallet, type FakeWallet, installLegacyProvider } from 'latchkit/testing';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import type { Lab, LabHost, LabKitOptions, MountOptions } from './Lab.js';

const address = new URLSearchParams(location.search);

/** The development chains in the page's query. */
export const chains: Readonly<Record<number, string>> = {
  31337: address.get('chainA') ?? 'http://localhost:8545',
  31338: address.get('chainB') ?? 'http://localhost:8546',
};

const network = (id: number, name: string): CaipNetwork =>
  defineNetwork({
    id,
    name,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [chains[id] ?? ''] } },
    testnet: true,
  });

/** Creates an instance as a host would, without a gateway unless the options set one. */
export function createLabKit({ evm: evmOptions, ...options }: LabKitOptions = {}): Latchkit {
  const chainA = network(31337, 'Local chain A');
  return createLatchkit({
    projectId: '0'.repeat(32),
    networks: [chainA, network(31338, 'Local chain B')],
    defaultNetwork: chainA.caipNetworkId,
    adapters: [evm(evmOptions)],
    metadata: { name: 'Lab' },
    themeMode: 'light',
    ...options,
  });
}

/** Renders a provider with a host's content. Returns a function that removes it. */
export function mountLabKit(
  kit: Latchkit,
  { content = 'button', into = '#app', strict }: MountOptions = {},
): () => void {
  const place = document.querySelector(into);
  if (!place) throw new Error(`The page has no ${into}.`);
  const container = place.appendChild(document.createElement('div'));
  const root = createRoot(container);
  const tree = (
    <LatchkitProvider kit={kit}>
      {content === 'button' && <ConnectButton />}
      {content === 'modal' && <LatchkitModal className="placed" />}
    </LatchkitProvider>
  );
  root.render(strict ? <StrictMode>{tree}</StrictMode> : tree);
  return () => {
    root.unmount();
    container.remove();
  };
}

export function createLab(): Lab {
  // Simulates a host that uses React, because React keeps one listener on the document forever.
  createRoot(document.createElement('div')).unmount();
  const hosts: LabHost[] = [];
  const wallets: FakeWallet[] = [];
  const quietWallet: Lab['quietWallet'] = options =>
    createFakeWallet({ name: 'Lab Wallet', chains, ...options });
  return {
    hosts,
    wallets,
    quietWallet,
    announceHostile,
    installLegacyProvider: (wallet, flags) => void installLegacyProvider(wallet.provider, flags),
    host(options, mount) {
      const kit = createLabKit(options);
      const unmount = mountLabKit(kit, mount);
      const host: LabHost = {
        kit,
        open: view => openModal(kit, view),
        close: () => closeModal(kit),
        connect: connectorId => connect(kit, { connectorId }),
        disconnect: () => disconnect(kit),
        discover: () => discoverWallets(kit),
        sign: message => signMessage(kit, { message }),
        destroy() {
          unmount();
          kit.destroy();
        },
      };
      hosts.push(host);
      return host;
    },
    wallet(options) {
      const wallet = quietWallet(options);
      wallets.push(wallet);
      wallet.announce();
      return wallet;
    },
  };
}
