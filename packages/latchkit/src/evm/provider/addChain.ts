import type { Chain } from 'viem';
import type { Eip1193Provider } from '../../core/adapter/ProviderOf.js';
import { chainToAdd } from '../../core/networks/chainToAdd.js';
import { walletError } from './walletErrorCode.js';

/**
 * Adds a chain to a wallet that doesn't know it. `switchTo` is for wallets that add without switching.
 *
 * @throws NO_RPC_URL, SWITCH_REJECTED, SWITCH_FAILED
 */
export async function addChain(
  provider: Eip1193Provider,
  chain: Chain,
  switchTo: () => Promise<unknown>,
): Promise<void> {
  const parameter = chainToAdd(chain);
  try {
    await provider.request({ method: 'wallet_addEthereumChain', params: [parameter] });
    const current = await provider.request({ method: 'eth_chainId' });
    if (Number(current) !== chain.id) await switchTo();
  } catch (cause) {
    throw walletError(cause, 'SWITCH_REJECTED', 'SWITCH_FAILED');
  }
}
