import { cookieStorage, createLatchkit, defineNetwork } from 'latchkit';
import { evm } from 'latchkit/evm';
import { mainnet } from 'latchkit/networks';
import { chainUrl } from './chainUrl';

/** @param cookie the cookies of the request, on the server. A browser uses those of the document. */
export function createKit(cookie?: string) {
  const localChain = defineNetwork({
    id: 31337,
    name: 'Local chain A',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [chainUrl()] } },
  });
  return createLatchkit({
    networks: [localChain, mainnet],
    defaultNetwork: localChain.caipNetworkId,
    adapters: [evm()],
    projectId: '0'.repeat(32),
    metadata: { name: 'Latchkit with Next.js' },
    storage: cookieStorage(cookie),
  });
}
