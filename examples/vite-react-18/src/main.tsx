import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { LatchkitProvider } from 'latchkit/react';
import { createFakeWallet, dialogPrompt } from 'latchkit/testing';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { WagmiProvider } from 'wagmi';
import { App } from './App';
import { chainUrl } from './chainUrl';
import { kit } from './kit';
import { wagmiConfig } from './wagmiConfig';

if (new URLSearchParams(location.search).get('wallet') === 'demo') {
  // Announces a wallet with a published development key, as an extension would.
  createFakeWallet({
    name: 'Demo Wallet',
    chains: { 31337: chainUrl },
    prompt: dialogPrompt(),
    persist: true,
  }).announce();
}

const queryClient = new QueryClient();
const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <WagmiProvider config={wagmiConfig}>
        <QueryClientProvider client={queryClient}>
          <LatchkitProvider kit={kit}>
            <App />
          </LatchkitProvider>
        </QueryClientProvider>
      </WagmiProvider>
    </StrictMode>,
  );
}
