import { createLatchkit } from 'latchkit';
import { bitcoin } from 'latchkit/bitcoin';
import { bitcoin as bitcoinNetwork } from 'latchkit/networks';
import { ConnectButton, LatchkitProvider } from 'latchkit/react';
import { createRoot } from 'react-dom/client';

// The smallest host with Bitcoin: one button.
const kit = createLatchkit({ networks: [bitcoinNetwork], adapters: [bitcoin()] });

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <LatchkitProvider kit={kit}>
      <ConnectButton />
    </LatchkitProvider>,
  );
}
