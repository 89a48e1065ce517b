import { type Client, formatUnits, type Hex } from 'viem';
import { estimateGas, getBalance } from 'viem/actions';
import type { Balance } from '../../core/contracts/ChainAdapter.js';
import type { CaipNetwork } from '../../core/contracts/Network.js';
import { isError } from '../../protocol/BaseError.js';
import { catalogueError, NoRpcUrlError } from '../../protocol/errors.js';
import { createChainClient } from './createChainClient.js';
import type { EngineContext } from './EngineContext.js';
import type { EvmEngine } from './EvmEngine.js';
import { raceAbort } from './raceAbort.js';
import { toViemChain } from './toViemChain.js';

/** Reads of chains. */
export type ChainReads = Pick<EvmEngine, 'getBalance' | 'estimateGas'>;

/** Reads of chains, through the host's own wagmi transports where there are any. */
export function createChainReads(context: EngineContext): ChainReads {
  const clients = new Map<string, Client>();

  const clientOf = (network: CaipNetwork): Client => {
    const { host, options } = context;
    const chainId = Number(network.id);
    if (options.wagmiConfig?.chains.some(chain => chain.id === chainId)) {
      return options.wagmiConfig.getClient({ chainId });
    }
    const url = host.rpcUrl(network);
    if (!url) throw new NoRpcUrlError(network.caipNetworkId);
    const key = `${network.caipNetworkId} ${url}`;
    const client = clients.get(key) ?? createChainClient(toViemChain(network), url, options.batch);
    clients.set(key, client);
    return client;
  };

  return {
    async getBalance({ address, network, signal }): Promise<Balance> {
      const { symbol, decimals } = network.nativeCurrency;
      try {
        const value = await raceAbort(getBalance(clientOf(network), { address: address as Hex }), signal);
        return { balance: formatUnits(value, decimals), symbol };
      } catch (cause) {
        throw isError(cause) ? cause : catalogueError('REQUEST_FAILED', { cause });
      }
    },
    async estimateGas({ address, transaction, network }) {
      try {
        const { to, value, data } = transaction;
        return await estimateGas(clientOf(network), {
          account: address as Hex,
          to: to as Hex,
          ...(value === undefined ? {} : { value }),
          ...(data === undefined ? {} : { data }),
        });
      } catch (cause) {
        throw isError(cause) ? cause : catalogueError('WAGMI_ESTIMATE_GAS', { cause });
      }
    },
  };
}
