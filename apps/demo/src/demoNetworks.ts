import { arbitrum, base, type CaipNetwork, defineNetwork, mainnet, optimism, polygon } from 'latchkit';
import type { DemoAddresses } from './demoAddresses.js';

export const CHAIN_A = 31_337;
export const CHAIN_B = 31_338;

type Networks = readonly [CaipNetwork, ...CaipNetwork[]];

/** The two development chains first, then public networks; only the ones that `wanted` names, if it names any. */
export function demoNetworks(addresses: DemoAddresses, wanted: readonly number[] | undefined): Networks {
  const all: Networks = [
    developmentChain(CHAIN_A, 'Local chain A', addresses.chainA),
    developmentChain(CHAIN_B, 'Local chain B', addresses.chainB),
    mainnet,
    base,
    arbitrum,
    optimism,
    polygon,
  ];
  const [first, ...rest] = all.filter(({ id }) => wanted?.includes(Number(id)) ?? true);
  return first ? [first, ...rest] : all;
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
