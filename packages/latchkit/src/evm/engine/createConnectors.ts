import type { Config, Connector as WagmiConnector } from '@wagmi/core';
import type { AdapterHost } from '../../core/contracts/ChainAdapter.js';
import type { Discovery } from '../discovery/createDiscovery.js';
import type { WalletSource } from '../discovery/WalletSource.js';
import type { EvmOptions } from '../EvmOptions.js';
import { openSdk } from './openSdk.js';
import { isWalletConnector, walletConnector } from './walletConnector.js';

/** The wagmi connectors that stand for the wallets of the list. */
export interface Connectors {
  /** The connector of a wallet; made when the configuration has none. */
  of(source: WalletSource): Promise<WagmiConnector>;
  /** The id in the list of what a wagmi connector stands for. */
  idOf(connector: WagmiConnector): Promise<string>;
  /** Stops following the wallets whose connectors were made here. */
  release(): void;
}

export function createConnectors(
  config: Config,
  { host, discovery, options }: { host: AdapterHost; discovery: Discovery; options: EvmOptions },
): Connectors {
  // By provider, or by id where the provider takes an SDK to make.
  const made = new Map<unknown, Promise<WagmiConnector>>();
  const ids = new WeakMap<object, string>();

  const find = async (source: WalletSource): Promise<WagmiConnector | undefined> => {
    const { origin } = source;
    if (origin.kind === 'wagmi') return origin.connector;
    if (origin.kind !== 'page') return config.connectors.find(one => one.id === source.connector.id);
    const matches: WagmiConnector[] = [];
    for (const connector of config.connectors) {
      // Only wallets of the page: asking an SDK's connector for its provider would load the SDK.
      if (connector.type !== 'injected') continue;
      if ((await connector.getProvider().catch(() => undefined)) === origin.provider) matches.push(connector);
    }
    // The wallet's own connector rather than the one for whatever is at window.ethereum.
    return matches.find(one => one.id !== 'injected') ?? matches[0];
  };

  const make = (source: WalletSource): WagmiConnector => {
    const { origin } = source;
    const { id, name, imageUrl, info } = source.connector;
    let sdk: ReturnType<typeof openSdk> | undefined;
    const connector: WagmiConnector = config._internal.connectors.setup(
      walletConnector({
        id,
        name,
        icon: imageUrl,
        rdns: info?.rdns,
        type: origin.kind === 'page' ? 'injected' : origin.kind === 'safe' ? 'safe' : 'sdk',
        provider: async () => {
          if (origin.kind === 'page') return origin.provider;
          sdk ??= openSdk(origin.kind as 'safe', options, host).catch(error => {
            // The next try loads it again.
            sdk = undefined;
            throw error;
          });
          return sdk;
        },
      }),
    );
    config._internal.connectors.setState(connectors => [...connectors, connector]);
    return connector;
  };

  return {
    async of(source) {
      const { id } = source.connector;
      const key = source.origin.kind === 'page' ? source.origin.provider : id;
      const pending = made.get(key) ?? find(source).then(found => found ?? make(source));
      made.set(key, pending);
      const connector = await pending;
      ids.set(connector, id);
      return connector;
    },
    async idOf(connector) {
      const known = ids.get(connector);
      if (known) return known;
      const provider =
        connector.type === 'injected' ? await connector.getProvider().catch(() => undefined) : undefined;
      const id = discovery.findByProvider(provider)?.connector.id ?? connector.id;
      ids.set(connector, id);
      return id;
    },
    release() {
      for (const pending of made.values()) {
        void pending.then(connector => isWalletConnector(connector) && connector.unlisten());
      }
    },
  };
}
