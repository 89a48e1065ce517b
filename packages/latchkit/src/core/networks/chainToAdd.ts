import type { Chain } from 'viem';
import { NoRpcUrlError } from '../../protocol/NoRpcUrlError.js';
import { PUBLIC_RPC_URLS } from '../../protocol/publicRpcUrls.js';

/** The parameter of `wallet_addEthereumChain`. */
export interface ChainToAdd {
  /** As a hexadecimal number. */
  readonly chainId: `0x${string}`;
  readonly chainName: string;
  readonly nativeCurrency: { readonly name: string; readonly symbol: string; readonly decimals: number };
  /** Never empty: wallets refuse a chain without a node. */
  readonly rpcUrls: readonly string[];
  readonly blockExplorerUrls?: readonly string[];
}

/**
 * The chain definition that a wallet needs to add a chain. Loads the public nodes of the built-in networks, so import it only
 * when a wallet needs it.
 *
 * @param given - The host's values, which take precedence.
 * @throws NO_RPC_URL
 * @see https://eips.ethereum.org/EIPS/eip-3085
 */
export function chainToAdd(chain: Chain, given: Partial<Omit<ChainToAdd, 'chainId'>> = {}): ChainToAdd {
  const explorer = chain.blockExplorers?.default.url;
  return {
    chainName: chain.name,
    nativeCurrency: chain.nativeCurrency,
    ...(explorer ? { blockExplorerUrls: [explorer] } : {}),
    ...given,
    chainId: `0x${chain.id.toString(16)}`,
    rpcUrls: given.rpcUrls?.length ? given.rpcUrls : rpcUrlsOf(chain),
  };
}

function rpcUrlsOf({ id, rpcUrls }: Chain): readonly string[] {
  const { http } = rpcUrls.public ?? rpcUrls.default;
  if (http.length > 0) return http;
  // The built-in networks have no RPC URL, because the host decides where reads go.
  const url = PUBLIC_RPC_URLS[`eip155:${id}`];
  if (!url) throw new NoRpcUrlError(`eip155:${id}`);
  return [url];
}
