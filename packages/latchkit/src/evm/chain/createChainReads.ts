import { raceAbort } from '../../core/adapter/abortable.js';
import type { Balance } from '../../core/adapter/ChainAdapter.js';
import type { CaipNetwork } from '../../core/adapter/Network.js';
import type { EvmTransaction, Simulation } from '../../core/adapter/Transaction.js';
import { isRecord } from '../../core/adapter/untrusted.js';
import { BaseError, isError } from '../../protocol/BaseError.js';
import { createError } from '../../protocol/errors.js';
import { formatUnits } from '../../protocol/formatUnits.js';
import type { EvmEngine } from '../EvmEngine.js';
import { evmAddress } from '../provider/evmAddress.js';
import { readQuantity, toHex } from '../provider/quantity.js';
import type { Readers } from './createReaders.js';
import { readReceipt } from './readReceipt.js';
import { revertOf, UNKNOWN_REASON } from './revertOf.js';

/** Reads from chains. */
export type ChainReads = Pick<
  EvmEngine,
  'getBalance' | 'estimateGas' | 'simulate' | 'getReceipt' | 'getBlockNumber'
>;

const estimateGasError = (cause: unknown) =>
  new BaseError('WAGMI_ESTIMATE_GAS', 'WagmiAdapter:estimateGas - error estimating gas', { cause });

/** Creates the reads that hosts and core use. */
export function createChainReads(readerOf: Readers): ChainReads {
  const request = async (network: CaipNetwork, method: string, params: unknown) =>
    (await readerOf(network)).request({ method, params });
  const read = async (network: CaipNetwork, method: string, params: unknown) =>
    readQuantity(await request(network, method, params));
  const ask = (network: CaipNetwork, method: string, params: unknown, signal: AbortSignal) =>
    raceAbort(request(network, method, params), signal);

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
      const parameters = parametersOf(address, transaction);
      try {
        return await read(network, 'eth_estimateGas', [parameters]);
      } catch (cause) {
        throw isError(cause) ? cause : estimateGasError(cause);
      }
    },
    async simulate({ address, transaction, after = [], network, signal }) {
      if (after.length > 0) {
        const calls = [...after, transaction].map(one => parametersOf(address, one));
        const parameters = [{ blockStateCalls: [{ calls }] }, 'latest'];
        // A node that lacks the method may answer any error.
        const blocks = await ask(network, 'eth_simulateV1', parameters, signal).catch(() => undefined);
        if (signal.aborted) throw createError('DESTROYED');
        return readSimulation(blocks, calls.length);
      }
      const parameters = [parametersOf(address, transaction), 'latest'];
      try {
        const data = await ask(network, 'eth_call', parameters, signal);
        if (typeof data !== 'string' || !/^0x[0-9a-f]*$/i.test(data)) throw new TypeError('No data.');
        return { status: 'success', data: data as `0x${string}` };
      } catch (cause) {
        const revert = revertOf(cause);
        if (revert) return { status: 'refused', reason: revert.reason ?? UNKNOWN_REASON };
        throw isError(cause) ? cause : createError('REQUEST_FAILED', { cause });
      }
    },
    async getReceipt({ hash, network, signal }) {
      try {
        const found = await ask(network, 'eth_getTransactionReceipt', [hash], signal);
        if (!isRecord(found)) return undefined;
        const receipt = readReceipt(found);
        if (!receipt) return undefined;
        const price = readQuantity(found.effectiveGasPrice ?? '0x0');
        // Rollups report their fee for data on the main chain beside the fee for gas.
        const dataFee = readQuantity(found.l1Fee ?? '0x0');
        return { ...receipt, fee: receipt.gasUsed * price + dataFee };
      } catch (cause) {
        throw isError(cause) ? cause : createError('REQUEST_FAILED', { cause });
      }
    },
    async getBlockNumber({ network, signal, finalized }) {
      try {
        if (!finalized) return await raceAbort(read(network, 'eth_blockNumber', []), signal);
        const block = await ask(network, 'eth_getBlockByNumber', ['finalized', false], signal);
        return readQuantity(isRecord(block) ? block.number : undefined);
      } catch (cause) {
        throw isError(cause) ? cause : createError('REQUEST_FAILED', { cause });
      }
    },
  };
}

/** What several calls of one block would do: the result of the last, or the first refusal. */
function readSimulation(blocks: unknown, count: number): Simulation {
  const block: unknown = Array.isArray(blocks) ? blocks[0] : undefined;
  const calls: readonly unknown[] = isRecord(block) && Array.isArray(block.calls) ? block.calls : [];
  const results = calls.filter(isRecord);
  const refused = results.find(({ status }) => status === '0x0');
  if (refused) {
    const { error, returnData: data } = refused;
    const message = isRecord(error) ? error.message : undefined;
    return { status: 'refused', reason: revertOf({ data, message })?.reason ?? UNKNOWN_REASON };
  }
  const data = results[count - 1]?.returnData;
  return typeof data === 'string' && /^0x[0-9a-f]*$/i.test(data)
    ? { status: 'success', data: data as `0x${string}` }
    : { status: 'unknown' };
}

/** A transaction as the parameters of JSON-RPC. */
function parametersOf(address: string, { to, value, data }: EvmTransaction) {
  return {
    from: address,
    to: evmAddress(to),
    ...(value === undefined ? {} : { value: toHex(value) }),
    ...(data === undefined ? {} : { data }),
  };
}
