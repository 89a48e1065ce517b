import type { Chain } from 'viem';
import { answeredOrShown } from '../../core/adapter/answeredOrShown.js';
import { errorLayers } from '../../core/adapter/isRefusal.js';
import type { Eip1193Provider } from '../../core/adapter/ProviderOf.js';
import { createError } from '../../protocol/errors.js';
import {
  INVALID_CHAIN_ID,
  METHOD_NOT_FOUND,
  REQUEST_WAITING,
  UNRECOGNISED_CHAIN,
  UNSUPPORTED_METHOD,
} from './errorCodes.js';
import { SWITCH_ANSWER_TIMEOUT } from './evmLimits.js';
import { toHex } from './quantity.js';
import { untilChainId } from './readChainId.js';
import { walletError, walletErrorCode } from './walletErrorCode.js';

/**
 * Switches a wallet to a chain, and adds the chain if the wallet doesn't know it. Resolves when the wallet's
 * `eth_chainId` is that chain; it does not wait for `chainChanged`, which some wallets never emit, nor for an answer, which others
 * never give.
 *
 * @throws SWITCH_REJECTED, CONNECTOR_CANNOT_SWITCH, NO_RPC_URL; SWITCH_FAILED also if the wallet is silent for two minutes
 * @see https://eips.ethereum.org/EIPS/eip-3326
 */
export async function switchProvider(provider: Eip1193Provider, chain: Chain): Promise<void> {
  const ask = (method: string, parameter: unknown) => askToSwitch(provider, chain.id, { method, parameter });
  const requestSwitch = () => ask('wallet_switchEthereumChain', { chainId: toHex(chain.id) });
  try {
    await requestSwitch();
  } catch (cause) {
    const code = walletErrorCode(cause);
    if (code === UNSUPPORTED_METHOD || code === METHOD_NOT_FOUND)
      throw createError('CONNECTOR_CANNOT_SWITCH', { cause });
    if (code === INVALID_CHAIN_ID) {
      throw createError('SWITCH_FAILED', {
        cause,
        details: 'The wallet calls the chain id invalid.',
        context: { walletCode: code, chainId: chain.id, reason: 'invalidChainId' },
      });
    }
    if (code !== UNRECOGNISED_CHAIN && !saysUnrecognised(cause))
      throw walletError(cause, 'SWITCH_REJECTED', 'SWITCH_FAILED');
    // Few wallets need it: it loads only then, with the public nodes of the built-in networks.
    const { addChain } = await import('./addChain.js');
    await addChain(chain, { ask, requestSwitch, current: () => untilChainId(provider) });
  }
  await untilChainId(provider, chain.id).catch(({ cause }: Error) => {
    throw createError('SWITCH_FAILED', {
      cause,
      details: 'The wallet agreed to switch but did not say that it did.',
      context: { chainId: chain.id },
    });
  });
}

/** Whether a wallet says only in words that it does not know the chain: apps answer so with the code of any other failure. */
function saysUnrecognised(error: unknown): boolean {
  return errorLayers(error).some(
    layer => typeof layer === 'string' && /\bunrecogni[sz]ed chain\b/i.test(layer),
  );
}

/** Asks a wallet to switch or to add a chain, until it answers or is on the chain. @throws the wallet's error; SWITCH_FAILED */
async function askToSwitch(
  provider: Eip1193Provider,
  chainId: number,
  { method, parameter }: { readonly method: string; readonly parameter: unknown },
): Promise<void> {
  const answer = (async () => provider.request({ method, params: [parameter] }))().catch((error: unknown) => {
    // An earlier request is still open in the wallet: what the visitor does there shows.
    if (walletErrorCode(error) === REQUEST_WAITING) return new Promise<never>(() => {});
    throw error;
  });
  const isShown = async () => (await untilChainId(provider)) === chainId;
  if ((await answeredOrShown(answer, isShown, SWITCH_ANSWER_TIMEOUT)) !== 'silent') return;
  throw createError('SWITCH_FAILED', {
    details: 'The wallet did not answer. A request may be waiting in it.',
    context: { chainId, reason: 'silent' },
  });
}
