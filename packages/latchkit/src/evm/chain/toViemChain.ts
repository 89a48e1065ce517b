import type { Chain } from 'viem';
import type { CaipNetwork } from '../../core/adapter/Network.js';

/** Converts a network to the form that viem and wagmi use. */
export function toViemChain(network: CaipNetwork): Chain {
  const { name, nativeCurrency, rpcUrls, blockExplorers, testnet } = network;
  return {
    id: Number(network.id),
    name,
    nativeCurrency,
    rpcUrls: {
      default: { http: rpcUrls.default.http },
      ...(rpcUrls.public ? { public: { http: rpcUrls.public.http } } : {}),
    },
    ...(blockExplorers ? { blockExplorers } : {}),
    ...(testnet === undefined ? {} : { testnet }),
  };
}
