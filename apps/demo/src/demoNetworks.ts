import { type CaipNetwork, type ChainId, defineNetwork } from 'latchkit';
import {
  arbitrum,
  base,
  bitcoinRegtest,
  kusama,
  mainnet,
  optimism,
  polkadot,
  polygon,
  solanaDevnet,
} from 'latchkit/networks';
import type { DemoAddresses } from './demoAddresses.js';
import type { DemoParameters } from './demoParameters.js';

export const CHAIN_A = 31_337;
export const CHAIN_B = 31_338;

/** The chain id of the development runtime, from its genesis hash. */
export const SOLANA_LOCAL: ChainId = 'solana:FV3DkVXbDAcYwoKpev2ToSW3DCmuqBG4';
export const SOLANA_DEVNET = solanaDevnet.caipNetworkId;

type Networks = readonly [CaipNetwork, ...CaipNetwork[]];

/** The networks of the namespaces that the page enables; EVM networks if it enables none. */
export function demoNetworks(addresses: DemoAddresses, parameters: DemoParameters): Networks {
  const { adapters, networks } = parameters;
  const all = [
    ...(adapters.includes('evm') ? evmNetworks(addresses, networks) : []),
    ...(adapters.includes('solana') ? [developmentRuntime(addresses.solana), solanaDevnet] : []),
    ...(adapters.includes('bitcoin') ? [bitcoinRegtest] : []),
    ...(adapters.includes('polkadot') ? [polkadot, kusama] : []),
  ];
  const [first, ...rest] = all;
  return first ? [first, ...rest] : evmNetworks(addresses, networks);
}

/** The two development chains first, then public networks; only those in `wanted`, if it is given. */
function evmNetworks(addresses: DemoAddresses, wanted: readonly number[] | undefined): Networks {
  const [chainA, ...others] = developmentChains(addresses);
  const all: Networks = [
    chainA,
    ...others.filter(({ chainNamespace }) => chainNamespace === 'eip155'),
    mainnet,
    base,
    arbitrum,
    optimism,
    polygon,
  ];
  const [first, ...rest] = all.filter(({ id }) => wanted?.includes(Number(id)) ?? true);
  return first ? [first, ...rest] : all;
}

/** The local chains of all namespaces. */
export function developmentChains({ chainA, chainB, solana }: DemoAddresses): Networks {
  return [
    developmentChain(CHAIN_A, 'Local chain A', chainA),
    developmentChain(CHAIN_B, 'Local chain B', chainB),
    developmentRuntime(solana),
  ];
}

function developmentChain(id: number, name: string, url: string): CaipNetwork {
  return defineNetwork({
    id,
    name,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [url] } },
    testnet: true,
  });
}

function developmentRuntime(url: string): CaipNetwork {
  return defineNetwork({
    id: SOLANA_LOCAL.slice('solana:'.length),
    caipNetworkId: SOLANA_LOCAL,
    name: 'Local Solana',
    nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
    rpcUrls: { default: { http: [url] } },
    testnet: true,
  });
}
