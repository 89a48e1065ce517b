import { createLatchkit } from 'latchkit';
import { evm } from 'latchkit/evm';
import { mainnet } from 'latchkit/networks';
import { ConnectButton, LatchkitProvider, useAccount } from 'latchkit/react';
import { createRoot } from 'react-dom/client';

// The smallest host with Latchkit: one button, without wagmi.
const kit = createLatchkit({ networks: [mainnet], adapters: [evm()], rpcUrls: { 'eip155:1': '/rpc' } });

const Address = () => <p data-testid="host-address">{useAccount().address}</p>;

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <LatchkitProvider kit={kit}>
      <ConnectButton />
      <Address />
    </LatchkitProvider>,
  );
}
