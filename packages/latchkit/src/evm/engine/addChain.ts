import type { Chain } from 'viem';
import type { Eip1193Provider } from '../../core/contracts/Eip1193Provider.js';
import { NoRpcUrlError } from '../../protocol/NoRpcUrlError.js';
import { PUBLIC_RPC_URLS } from '../../protocol/publicRpcUrls.js';
import { walletError } from '../errors/walletError.js';
import { toHex } from './toHex.js';

/**
 * Adds a chain to a wallet that does not know it [CALL-49]. `switchTo` is for wallets that add without switching.
 *
 * @throws NO_RPC_URL, SWITCH_REJECTED, SWITCH_FAILED
 * @see https://eips.ethereum.org/EIPS/eip-3085
 */
export async function addChain(
  provider: Eip1193Provider,
  chain: Chain,
  switchTo: () => Promise<unknown>,
): Promise<void> {
  const explorer = chain.blockExplorers?.default.url;
  const parameter = {
    chainId: toHex(chain.id),
    chainName: chain.name,
    nativeCurrency: chain.nativeCurrency,
    rpcUrls: rpcUrlsOf(chain),
    ...(explorer ? { blockExplorerUrls: [explorer] } : {}),
  };
  try {
    await provider.request({ method: 'wallet_addEthereumChain', params: [parameter] });
    const current = await provider.request({ method: 'eth_chainId' });
    if (Number(current) !== chain.id) await switchTo();
  } catch (cause) {
    throw walletError(cause, 'SWITCH_REJECTED', 'SWITCH_FAILED');
  }
}

function rpcUrlsOf({ id, rpcUrls }: Chain): readonly string[] {
  const { http } = rpcUrls.public ?? rpcUrls.default;
  if (http.length > 0) return http;
  // The built-in networks name no node of their own, because the host decides where reads go.
  const url = PUBLIC_RPC_URLS[`eip155:${id}`];
  if (!url) throw new NoRpcUrlError(`eip155:${id}`);
  return [url];
}
