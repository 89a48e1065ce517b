import type { Balance } from '../../core/contracts/ChainAdapter.js';
import type { CaipNetwork } from '../../core/contracts/Network.js';
import { isError } from '../../protocol/BaseError.js';
import { catalogueError, NoRpcUrlError } from '../../protocol/errors.js';
import { RPC_TIMEOUT } from '../evmLimits.js';
import type { EngineContext } from './EngineContext.js';
import type { EvmEngine } from './EvmEngine.js';
import { evmAddress } from './evmAddress.js';
import { formatUnits } from './formatUnits.js';
import { raceAbort } from './raceAbort.js';
import { readQuantity } from './readQuantity.js';
import { toHex } from './toHex.js';
import { toViemChain } from './toViemChain.js';
import { walletOnChain } from './walletOnChain.js';
import { withDeadline } from './withDeadline.js';

/** Reads of chains. */
export type ChainReads = Pick<EvmEngine, 'getBalance' | 'estimateGas'>;

/** Whatever answers JSON-RPC requests: a viem client, or a wallet. */
interface Reader {
  request(request: { method: string; params: unknown }): Promise<unknown>;
}

/**
 * Reads of chains: through the host's own wagmi transports where there are any, else where core says, else through the
 * connected wallet when it is on that chain. Nobody else is asked.
 */
export function createChainReads(context: EngineContext): ChainReads {
  const readers = new Map<string, Promise<Reader>>();

  const readerOf = async (network: CaipNetwork): Promise<Reader> => {
    const { host, options } = context;
    const chainId = Number(network.id);
    if (options.wagmiConfig?.chains.some(chain => chain.id === chainId)) {
      return options.wagmiConfig.getClient({ chainId }) as Reader;
    }
    const url = host.rpcUrl(network);
    if (!url) return walletReader(context, network);
    const key = `${network.caipNetworkId} ${url}`;
    const reader =
      readers.get(key) ??
      import('./createChainClient.js').then(
        module => module.createChainClient(toViemChain(network), url, options.batch) as Reader,
      );
    readers.set(key, reader);
    // A chunk that failed to load is asked for again at the next read.
    reader.catch(() => readers.delete(key));
    return reader;
  };
  const read = async (network: CaipNetwork, method: string, params: unknown) =>
    readQuantity(await (await readerOf(network)).request({ method, params }));

  return {
    async getBalance({ address, network, signal }): Promise<Balance> {
      const { symbol, decimals } = network.nativeCurrency;
      try {
        const amount = await raceAbort(read(network, 'eth_getBalance', [address, 'latest']), signal);
        return { balance: formatUnits(amount, decimals), symbol };
      } catch (cause) {
        throw isError(cause) ? cause : catalogueError('REQUEST_FAILED', { cause });
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
        throw isError(cause) ? cause : catalogueError('WAGMI_ESTIMATE_GAS', { cause });
      }
    },
  };
}

/** Reads through a connected wallet that is on the chain. @throws NO_RPC_URL when there is none [ERR-66]. */
async function walletReader(context: EngineContext, network: CaipNetwork): Promise<Reader> {
  const provider = await withDeadline(walletOnChain(context, Number(network.id)), RPC_TIMEOUT, undefined);
  if (!provider) throw new NoRpcUrlError(network.caipNetworkId);
  return {
    async request(request) {
      const answer = await withDeadline(provider.request(request), RPC_TIMEOUT, undefined);
      if (answer === undefined) throw new Error(`The wallet did not answer ${request.method}.`);
      return answer;
    },
  };
}
