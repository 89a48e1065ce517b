import type { Chain } from 'viem';
import type { Eip1193Provider } from '../../core/adapter/ProviderOf.js';
import { isError } from '../../protocol/BaseError.js';
import { createError } from '../../protocol/errors.js';
import { SWITCH_TIMEOUT } from './evmLimits.js';
import { toHex } from './quantity.js';
import {
  INVALID_CHAIN_ID,
  UNRECOGNISED_CHAIN,
  UNSUPPORTED_METHOD,
  walletError,
  walletErrorCode,
} from './walletErrorCode.js';

const POLL = 100;

/**
 * Switches a wallet to a chain, and adds the chain if the wallet doesn't know it. Resolves when the wallet's
 * `eth_chainId` is that chain; it does not wait for `chainChanged`, which some wallets never emit.
 *
 * @throws SWITCH_REJECTED, CONNECTOR_CANNOT_SWITCH, SWITCH_FAILED, NO_RPC_URL
 * @see https://eips.ethereum.org/EIPS/eip-3326
 */
export async function switchProvider(provider: Eip1193Provider, chain: Chain): Promise<void> {
  try {
    await requestSwitch(provider, chain.id);
  } catch (cause) {
    const code = walletErrorCode(cause);
    if (code === UNSUPPORTED_METHOD) throw createError('CONNECTOR_CANNOT_SWITCH', { cause });
    if (code === INVALID_CHAIN_ID) {
      throw createError('SWITCH_FAILED', {
        cause,
        details: 'The wallet calls the chain id invalid.',
        context: { walletCode: code, chainId: chain.id, reason: 'invalidChainId' },
      });
    }
    if (code !== UNRECOGNISED_CHAIN) throw walletError(cause, 'SWITCH_REJECTED', 'SWITCH_FAILED');
    // Few wallets need it: it loads only then, with the public nodes of the built-in networks.
    const { addChain } = await import('./addChain.js');
    await addChain(provider, chain, () => requestSwitch(provider, chain.id));
  }
  await verify(provider, chain.id);
}

function requestSwitch(provider: Eip1193Provider, chainId: number): Promise<unknown> {
  return provider.request({
    method: 'wallet_switchEthereumChain',
    params: [{ chainId: toHex(chainId) }],
  });
}

async function verify(provider: Eip1193Provider, chainId: number): Promise<void> {
  try {
    for (let waited = 0; waited < SWITCH_TIMEOUT; waited += POLL) {
      if (Number(await provider.request({ method: 'eth_chainId' })) === chainId) return;
      await new Promise(resolve => setTimeout(resolve, POLL));
    }
  } catch (cause) {
    throw isError(cause) ? cause : createError('SWITCH_FAILED', { cause, context: { chainId } });
  }
  throw createError('SWITCH_FAILED', {
    details: 'The wallet agreed to switch but stayed on its chain.',
    context: { chainId },
  });
}
