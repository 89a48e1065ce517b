import { withDeadline } from '../../core/adapter/abortable.js';
import type { AdapterHost } from '../../core/adapter/ChainAdapter.js';
import type { CaipNetwork } from '../../core/adapter/Network.js';
import type { Eip1193Provider } from '../../core/adapter/ProviderOf.js';
import { NoRpcUrlError } from '../../protocol/NoRpcUrlError.js';
import type { EvmOptions } from '../EvmOptions.js';
import { RPC_TIMEOUT } from '../provider/evmLimits.js';
import { askChainId } from '../provider/readChainId.js';
import type { WagmiConfig, WagmiConnection } from '../WagmiConfig.js';
import { toViemChain } from './toViemChain.js';

/** Anything that handles JSON-RPC requests: a viem client or a wallet. */
export interface Reader {
  request(request: { method: string; params: unknown }): Promise<unknown>;
}

/** What readers use of a started adapter. */
export interface ReaderSources {
  readonly host: AdapterHost;
  readonly options: EvmOptions;
  /** Contains the connected wallets. */
  readonly config: WagmiConfig;
}

/** A wagmi configuration, for any chain types. */
interface ClientSource {
  getClient(parameters: { chainId: number }): Reader;
}

/** Returns the reader of a network. @throws NO_RPC_URL there is no URL and no connected wallet on the chain. */
export type Readers = (network: CaipNetwork) => Promise<Reader>;

/**
 * Creates readers in this order: the host's own wagmi transports, the URL that core provides, the connected wallet if
 * it is on that chain. No other host is contacted.
 */
export function createReaders({ host, options, config }: ReaderSources): Readers {
  const readers = new Map<string, Promise<Reader>>();

  return async network => {
    const chainId = Number(network.id);
    if (options.wagmiConfig?.chains.some(chain => chain.id === chainId)) {
      return (options.wagmiConfig as ClientSource).getClient({ chainId });
    }
    const url = host.rpcUrl(network);
    if (!url) return walletReader(config, network);
    const key = `${network.caipNetworkId} ${url}`;
    const reader =
      readers.get(key) ??
      import('./createChainClient.js').then(
        module => module.createChainClient(toViemChain(network), url, options.batch) as Reader,
      );
    readers.set(key, reader);
    // After a failed load, the next read tries again.
    reader.catch(() => readers.delete(key));
    return reader;
  };
}

/** Reads through a connected wallet that is on the chain. @throws NO_RPC_URL there is none. */
async function walletReader(config: WagmiConfig, network: CaipNetwork): Promise<Reader> {
  const provider = await withDeadline(walletOnChain(config, Number(network.id)), RPC_TIMEOUT, undefined);
  if (!provider) throw new NoRpcUrlError(network.caipNetworkId);
  return {
    async request(request) {
      const answer = await withDeadline(provider.request(request), RPC_TIMEOUT, undefined);
      if (answer === undefined) throw new Error(`The wallet did not answer ${request.method}.`);
      return answer;
    },
  };
}

/** Returns the provider of a connected wallet that reports to be on the chain. */
async function walletOnChain(config: WagmiConfig, chainId: number): Promise<Eip1193Provider | undefined> {
  for (const connection of config.state.connections.values()) {
    const provider = await providerOn(connection, chainId).catch(() => undefined);
    if (provider) return provider;
  }
  return undefined;
}

async function providerOn(
  { connector }: WagmiConnection,
  chainId: number,
): Promise<Eip1193Provider | undefined> {
  // Connections read from wagmi's storage have records instead of connectors.
  if (typeof connector.getProvider !== 'function') return undefined;
  const provider = (await connector.getProvider()) as Eip1193Provider;
  return (await askChainId(provider)) === chainId ? provider : undefined;
}
