import { createLatchkit } from 'latchkit';
import { solana as solanaNetwork } from 'latchkit/networks';
import { ConnectButton, LatchkitProvider, useAccount } from 'latchkit/react';
import { solana } from 'latchkit/solana';
import { createRoot } from 'react-dom/client';

// The smallest host with Solana: one button.
const kit = createLatchkit({
  networks: [solanaNetwork],
  adapters: [solana()],
  rpcUrls: { [solanaNetwork.caipNetworkId]: '/rpc' },
});

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
