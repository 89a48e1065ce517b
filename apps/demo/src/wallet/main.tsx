import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { demoAddresses } from '../demoAddresses.js';
import { developmentChains } from '../demoNetworks.js';
import { DEVELOPMENT_PROJECT, NETWORK_PROJECT, relayOf } from '../developmentProject.js';
import { createDemoWallet } from './createDemoWallet.js';
import { takeLink } from './takeLink.js';
import { WalletApp } from './WalletApp.js';
import { walletKeys } from './walletKeys.js';

const addresses = demoAddresses();
const networks = developmentChains(addresses);
const keys = await walletKeys();
/** `relay=network` listens as wallets from the stores do, `relay=both` on both relays. */
const place = new URLSearchParams(location.search).get('relay');
const own = { url: relayOf(addresses.gateway) };
const network = { url: addresses.network, projectId: NETWORK_PROJECT };
const wallet = createDemoWallet({
  relays: place === 'both' ? [own, network] : [place === 'network' ? network : own],
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
