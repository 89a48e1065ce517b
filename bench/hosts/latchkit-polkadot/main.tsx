import { createLatchkit } from 'latchkit';
import { polkadot as polkadotNetwork } from 'latchkit/networks';
import { polkadot } from 'latchkit/polkadot';
import { ConnectButton, LatchkitProvider } from 'latchkit/react';
import { createRoot } from 'react-dom/client';

// The smallest host with Polkadot: one button.
const kit = createLatchkit({ networks: [polkadotNetwork], adapters: [polkadot()] });

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <LatchkitProvider kit={kit}>
      <ConnectButton />
    </LatchkitProvider>,
  );
}
