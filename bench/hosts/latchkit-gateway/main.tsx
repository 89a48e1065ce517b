import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createLatchkit } from 'latchkit';
import { evm } from 'latchkit/evm';
import { mainnet } from 'latchkit/networks';
import { ConnectButton, LatchkitProvider } from 'latchkit/react';
import { createRoot } from 'react-dom/client';
import { mainnet as mainnetOfViem } from 'viem/chains';
import { createConfig, http, useConnect, useConnection, useConnectors, WagmiProvider } from 'wagmi';

// The page of latchkit-wagmi with a gateway, whose URL is in the query.
const config = createConfig({ chains: [mainnetOfViem], transports: { [mainnetOfViem.id]: http('/rpc') } });
const kit = createLatchkit({
  projectId: '0'.repeat(32),
  gateway: new URLSearchParams(location.search).get('gateway') ?? undefined,
  networks: [mainnet],
  adapters: [evm({ wagmiConfig: config })],
});

function Wallets() {
  const connectors = useConnectors();
  const { mutate } = useConnect();
  const { address } = useConnection();
  return (
    <>
      <ConnectButton />
      <button type="button" hidden onClick={() => connectors[0] && mutate({ connector: connectors[0] })}>
        First wallet
      </button>
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
