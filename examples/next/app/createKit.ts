import { cookieStorage, createLatchkit, defineNetwork, mainnet } from 'latchkit';
import { evm } from 'latchkit/evm';
import { chainUrl } from './chainUrl';

/** @param cookie the request's cookies, on the server; in a browser the document's are used. */
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
