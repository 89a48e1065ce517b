import { type Config, createConfig } from '@wagmi/core';
import type { Chain } from 'viem';
import type { AdapterHost } from '../../core/contracts/ChainAdapter.js';
import { connectionError } from '../../protocol/connectionError.js';
import { createChainClient } from './createChainClient.js';
import { toViemChain } from './toViemChain.js';

/**
 * The wagmi configuration of a host that has none. It discovers nothing (Latchkit does), stores nothing (core keeps
 * the record of connections) and reads chains where core says.
 */
export function createOwnConfig(host: AdapterHost, batch: boolean | undefined): Config {
  const [first, ...rest] = host.networks().map(toViemChain);
  if (!first) throw connectionError('NETWORK_NOT_FOUND', { details: 'No EVM network was requested.' });
  return createConfig({
    chains: [first, ...rest],
    connectors: [],
    multiInjectedProviderDiscovery: false,
    storage: null,
    client: ({ chain }) => {
      const network = host.networks().find(one => Number(one.id) === chain.id);
      return createChainClient(chain, network && host.rpcUrl(network), batch) as never;
    },
  });
}

/** Lets the configuration know the networks that the host added or removed since. */
export function syncChains(config: Config, host: AdapterHost): void {
  const chains = host.networks().map(toViemChain);
  const ids = (list: readonly Chain[]) => list.map(chain => chain.id).join();
  const [first, ...rest] = chains;
  if (first && ids(chains) !== ids(config.chains)) config._internal.chains.setState([first, ...rest]);
}
