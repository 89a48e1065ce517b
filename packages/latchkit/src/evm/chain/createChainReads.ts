import { raceAbort } from '../../core/adapter/abortable.js';
import type { Balance } from '../../core/adapter/ChainAdapter.js';
import type { CaipNetwork } from '../../core/adapter/Network.js';
import { BaseError, isError } from '../../protocol/BaseError.js';
import { createError } from '../../protocol/errors.js';
import { formatUnits } from '../../protocol/formatUnits.js';
import type { EvmEngine } from '../EvmEngine.js';
import { evmAddress } from '../provider/evmAddress.js';
import { readQuantity, toHex } from '../provider/quantity.js';
import type { Readers } from './createReaders.js';

/** Reads from chains. */
export type ChainReads = Pick<EvmEngine, 'getBalance' | 'estimateGas'>;

const estimateGasError = (cause: unknown) =>
  new BaseError('WAGMI_ESTIMATE_GAS', 'WagmiAdapter:estimateGas - error estimating gas', { cause });

/** Creates the reads that hosts and core use. */
export function createChainReads(readerOf: Readers): ChainReads {
  const read = async (network: CaipNetwork, method: string, params: unknown) =>
    readQuantity(await (await readerOf(network)).request({ method, params }));

  return {
    async getBalance({ address, network, signal }): Promise<Balance> {
      const { symbol, decimals } = network.nativeCurrency;
      try {
        const amount = await raceAbort(read(network, 'eth_getBalance', [address, 'latest']), signal);
        return { balance: formatUnits(amount, decimals), symbol };
      } catch (cause) {
        throw isError(cause) ? cause : createError('REQUEST_FAILED', { cause });
      }
    },
    async estimateGas({ address, transaction, network }) {
      const { to, value, data } = transaction;
      const parameters = {
        from: address,
        to: evmAddress(to),
        ...(value === undefined ? {} : { value: toHex(value) }),
        ...(data === undefined ? {} : { data }),
      };
      try {
        return await read(network, 'eth_estimateGas', [parameters]);
      } catch (cause) {
        throw isError(cause) ? cause : estimateGasError(cause);
      }
    },
  };
}
