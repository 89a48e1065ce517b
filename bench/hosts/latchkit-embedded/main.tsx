import { createLatchkit } from 'latchkit';
import { embeddedWallet } from 'latchkit/embedded';
import { evm } from 'latchkit/evm';
import { mainnet } from 'latchkit/networks';
import { ConnectButton, LatchkitProvider } from 'latchkit/react';
import { createRoot } from 'react-dom/client';

// The smallest host with email login: one button.
const kit = createLatchkit({
  networks: [mainnet],
  adapters: [evm()],
  embeddedWallet: embeddedWallet({ wallet: '/wallet' }),
});

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <LatchkitProvider kit={kit}>
      <ConnectButton />
    </LatchkitProvider>,
  );
}
