import { cookieStorage, createLatchkit, defineNetwork, type Latchkit } from 'latchkit';
import { evm } from 'latchkit/evm';
import { ConnectButton, LatchkitProvider, NetworkButton, useAccount } from 'latchkit/react';

/** Creates the instance: one per request on a server, one per page in a browser. */
export function createSsrKit(chainUrl: string, cookie?: string): Latchkit {
  return createLatchkit({
    projectId: '0'.repeat(32),
    networks: [
      defineNetwork({
        id: 31337,
        name: 'Local chain A',
        nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
        rpcUrls: { default: { http: [chainUrl] } },
      }),
    ],
    adapters: [evm()],
    storage: cookieStorage(cookie),
    metadata: { name: 'Rendered on a server' },
  });
}

function Status() {
  return <p data-testid="host-status">{useAccount().status}</p>;
}

/** Rendered identically by server and browser. */
export function SsrApp({ kit }: { readonly kit: Latchkit }) {
  return (
    <LatchkitProvider kit={kit}>
      <NetworkButton />
      <ConnectButton />
      <Status />
    </LatchkitProvider>
  );
}
