import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createLatchkit } from 'latchkit';
import { embeddedWallet } from 'latchkit/embedded';
import { evm } from 'latchkit/evm';
import { mainnet, solana as solanaNetwork } from 'latchkit/networks';
import { ConnectButton, LatchkitProvider } from 'latchkit/react';
import { solana } from 'latchkit/solana';
import { walletConnect } from 'latchkit/walletconnect';
import { createRoot } from 'react-dom/client';
import { mainnet as mainnetOfViem } from 'viem/chains';
import { createConfig, http, useConnection, WagmiProvider } from 'wagmi';

// All features enabled: two namespaces, the host's own wagmi, a gateway, WalletConnect and email.
const config = createConfig({ chains: [mainnetOfViem], transports: { [mainnetOfViem.id]: http('/rpc') } });
const gateway = new URLSearchParams(location.search).get('gateway') ?? undefined;
const kit = createLatchkit({
  projectId: '0'.repeat(32),
  gateway,
  networks: [mainnet, solanaNetwork],
  adapters: [evm({ wagmiConfig: config }), solana()],
  walletConnect: walletConnect(),
  embeddedWallet: embeddedWallet({ wallet: gateway ?? location.origin }),
  rpcUrls: { [solanaNetwork.caipNetworkId]: '/rpc' },
});

function Wallets() {
  const { address } = useConnection();
  return (
    <>
      <ConnectButton />
      <p data-testid="host-address">{address}</p>
    </>
  );
}

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <WagmiProvider config={config}>
      <QueryClientProvider client={new QueryClient()}>
        <LatchkitProvider kit={kit}>
          <Wallets />
        </LatchkitProvider>
      </QueryClientProvider>
    </WagmiProvider>,
  );
}
