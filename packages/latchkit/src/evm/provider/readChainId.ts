import { sleep, withDeadline } from '../../core/adapter/abortable.js';
import type { Eip1193Provider } from '../../core/adapter/ProviderOf.js';
import { readEvmChainId } from '../../protocol/readEvmChainId.js';
import { CHAIN_TIMEOUT, WALLET_READ_TIMEOUT } from './evmLimits.js';

/** Milliseconds between two questions to a wallet that names no chain, as some do while they load their network. */
const ASK_AGAIN = 200;

/** The chain that a wallet is on; undefined if it names none, or does not answer in time. @throws the wallet's error */
export async function askChainId(provider: Eip1193Provider): Promise<number | undefined> {
  const answer = (async () => provider.request({ method: 'eth_chainId' }))();
  return readEvmChainId(await withDeadline(answer, WALLET_READ_TIMEOUT, undefined));
}

/**
 * The chain that a wallet is on, as soon as it names one. A question that fails or stays open is no answer: it asks again.
 *
 * @param wanted Waits for this chain.
 * @throws after 2 s in all, an Error with what the wallet threw as its cause.
 */
export async function untilChainId(provider: Eip1193Provider, wanted?: number): Promise<number> {
  let chainId = undefined as number | undefined;
  let cause: unknown;
  const ask = async () => {
    try {
      const named = await askChainId(provider);
      if (named === (wanted ?? named)) chainId ??= named;
    } catch (error) {
      cause = error;
    }
    if (!chainId) await sleep(ASK_AGAIN);
  };
  // A late answer counts too.
  for (let waited = 0; waited < CHAIN_TIMEOUT && !chainId; waited += ASK_AGAIN)
    await withDeadline(ask(), ASK_AGAIN, undefined);
  if (chainId) return chainId;
  throw new Error('The wallet named no chain.', { cause });
}
