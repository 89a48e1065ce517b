import { createLatchkit, type Latchkit } from 'latchkit';
import { embeddedWallet } from 'latchkit/embedded';
import { evm } from 'latchkit/evm';
import { mainnet } from 'latchkit/networks';
import { ConnectButton, LatchkitProvider } from 'latchkit/react';
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';

declare global {
  interface Window {
    readonly kit: Latchkit;
  }
}

// The query names the wallet service and, if the test wants it, the language and the theme.
const query = new URLSearchParams(location.search);
document.documentElement.lang = query.get('lang') ?? 'en';
document.documentElement.dir = query.get('lang') === 'ar' ? 'rtl' : 'ltr';

const kit = createLatchkit({
  projectId: '0'.repeat(32),
  networks: [mainnet],
  adapters: [evm()],
  metadata: { name: 'Meridian' },
  features: { socials: ['google', 'github'] },
  themeMode: query.get('theme') === 'dark' ? 'dark' : 'light',
  embeddedWallet: embeddedWallet({ wallet: query.get('wallet') ?? '' }),
});
Object.assign(window, { kit });
createRoot(document.body).render(
  createElement(LatchkitProvider, {
    kit,
    children: createElement('header', {}, createElement(ConnectButton)),
  }),
);
