import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { demoAddresses } from '../demoAddresses.js';
import { developmentChains } from '../demoNetworks.js';
import { DEVELOPMENT_PROJECT } from '../developmentProject.js';
import { createDemoWallet } from './createDemoWallet.js';
import { takeLink } from './takeLink.js';
import { WalletApp } from './WalletApp.js';
import { walletKeys } from './walletKeys.js';

const addresses = demoAddresses();
const networks = developmentChains(addresses);
const keys = await walletKeys();
const wallet = createDemoWallet({
  relayUrl: `${addresses.gateway.replace(/^http/, 'ws')}/relay`,
  projectId: DEVELOPMENT_PROJECT,
  ...{ keys, networks },
});

// A link may be in the page's URL at load and arrive again while the page is open.
const open = () => {
  const link = takeLink();
  if (link !== undefined) void wallet.open(link);
};
window.addEventListener('hashchange', open);
open();

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <WalletApp {...{ wallet, keys, networks }} />
    </StrictMode>,
  );
}
