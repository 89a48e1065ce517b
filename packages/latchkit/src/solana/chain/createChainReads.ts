import { raceAbort } from '../../core/adapter/abortable.js';
import type { AdapterHost } from '../../core/adapter/ChainAdapter.js';
import { isError } from '../../protocol/BaseError.js';
import { createError } from '../../protocol/errors.js';
import { formatUnits } from '../../protocol/formatUnits.js';
import type { SolanaEngine } from '../SolanaEngine.js';
import { askChainOf } from './askChain.js';
import { BalanceAnswer } from './chainAnswers.js';
import { watchSignature } from './watchSignature.js';

/** Reads from chains. */
export type ChainReads = Pick<SolanaEngine, 'getBalance' | 'waitForTransaction'>;

/** Reads from the URLs that core provides. Solana wallets offer no way to read through them. */
export function createChainReads(host: AdapterHost): ChainReads {
  return {
    async getBalance({ address, network, signal }) {
      const { symbol, decimals } = network.nativeCurrency;
      try {
        const read = async () =>
          askChainOf(host, network)('getBalance', [address, COMMITMENT], BalanceAnswer);
        const { value } = await raceAbort(read(), signal);
        return { balance: formatUnits(value, decimals), symbol };
      } catch (cause) {
        throw isError(cause) ? cause : createError('REQUEST_FAILED', { cause });
      }
    },
    waitForTransaction: async ({ network, ...sent }) => watchSignature(askChainOf(host, network), sent),
  };
}

const COMMITMENT = { commitment: 'confirmed' };
