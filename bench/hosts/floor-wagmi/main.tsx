import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { mainnet } from 'viem/chains';
import { createConfig, http, useConnect, useConnection, useConnectors, WagmiProvider } from 'wagmi';

// The floor for wagmi: a plain button per announced wallet, without a modal.
const config = createConfig({ chains: [mainnet], transports: { [mainnet.id]: http('/rpc') } });

function Wallets() {
  const connectors = useConnectors();
  const { mutate } = useConnect();
  const { address } = useConnection();
  return (
    <>
      {connectors.map(connector => (
        <button key={connector.uid} type="button" onClick={() => mutate({ connector })}>
          {connector.name}
        </button>
      ))}
      <p data-testid="host-address">{address}</p>
    </>
  );
}

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <WagmiProvider config={config}>
      <QueryClientProvider client={new QueryClient()}>
        <Wallets />
      </QueryClientProvider>
    </WagmiProvider>,
  );
}
