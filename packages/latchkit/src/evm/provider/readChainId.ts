import { sleep, withDeadline } from '../../core/adapter/abortable.js';
import type { Eip1193Provider } from '../../core/adapter/ProviderOf.js';
import { readEvmChainId } from '../../protocol/readEvmChainId.js';
import { SWITCH_TIMEOUT, WALLET_READ_TIMEOUT } from './evmLimits.js';

/** Milliseconds between two questions to a wallet that names no chain, as some do while they load their network. */
const ASK_AGAIN = 100;

/** The chain that a wallet is on; undefined if it names none, or does not answer in time. @throws the wallet's error */
export async function askChainId(provider: Eip1193Provider): Promise<number | undefined> {
  const answer = (async () => provider.request({ method: 'eth_chainId' }))();
  return readEvmChainId(await withDeadline(answer, WALLET_READ_TIMEOUT, undefined));
}

/** The chain that a wallet is on, as soon as it names one. @throws the wallet's error; an Error if it names none within 2 s */
export async function untilChainId(provider: Eip1193Provider): Promise<number> {
  for (let waited = 0; waited <= SWITCH_TIMEOUT; waited += ASK_AGAIN) {
    const chainId = await askChainId(provider);
    if (chainId !== undefined) return chainId;
    await sleep(ASK_AGAIN);
  }
  throw new Error('The wallet named no chain.');
}
