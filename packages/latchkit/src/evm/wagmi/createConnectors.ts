import type { AdapterHost } from '../../core/adapter/ChainAdapter.js';
import type { Eip1193Provider } from '../../core/adapter/ProviderOf.js';
import type { WagmiConnector } from '../../core/adapter/WagmiConnector.js';
import type { Discovery } from '../discovery/createDiscovery.js';
import type { WagmiConfig } from '../WagmiConfig.js';
import type { WalletSource } from '../wallets/WalletSource.js';
import { isWalletConnector, walletConnector } from './walletConnector.js';

/** The wagmi connectors of the listed wallets. */
export interface Connectors {
  /** Returns a wallet's connector; creates one if the configuration has none. */
  of(source: WalletSource): Promise<WagmiConnector>;
  /** Returns the listed id of a wagmi connector. */
  idOf(connector: WagmiConnector): Promise<string>;
  /** Stops following the wallets whose connectors were created here. */
  release(): void;
}

interface ConnectorParts {
  readonly host: AdapterHost;
  readonly discovery: Discovery;
}

export function createConnectors(config: WagmiConfig, parts: ConnectorParts): Connectors {
  // By provider, or by id if the provider is created by an SDK.
  const made = new Map<unknown, Promise<WagmiConnector>>();
  const ids = new WeakMap<object, string>();

  return {
    async of(source) {
      const { id } = source.connector;
      const key = source.origin.kind === 'page' ? source.origin.provider : id;
      const pending =
        made.get(key) ?? find(config, source).then(found => found ?? make(config, source, parts));
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
      const own = parts.discovery.findByProvider(provider)?.connector.id ?? connector.id;
      // The instance's own wallets are in the map; another connector with such an id belongs to the host's wagmi.
      const isTaken = parts.host.wallets?.some(wallet => wallet.connector.id === own);
      const id = isTaken ? `${own}#wagmi` : own;
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

/** Finds a wallet's connector in the configuration. */
async function find(
  config: WagmiConfig,
  { origin, connector }: WalletSource,
): Promise<WagmiConnector | undefined> {
  if (origin.kind === 'wagmi') return origin.connector;
  // Not for the instance's own wallets: a host connector with the same id has a separate session.
  if (!('provider' in origin)) return config.connectors.find(one => one.id === connector.id);
  const matches: WagmiConnector[] = [];
  for (const candidate of config.connectors) {
    // Only wallets in the page: reading an SDK connector's provider would load the SDK.
    if (candidate.type !== 'injected') continue;
    if ((await candidate.getProvider().catch(() => undefined)) === origin.provider) matches.push(candidate);
  }
  // Prefer the wallet's own connector to the generic one for window.ethereum.
  return matches.find(one => one.id !== 'injected') ?? matches[0];
}

function make(config: WagmiConfig, source: WalletSource, { host }: ConnectorParts): WagmiConnector {
  const { origin } = source;
  const { id, name, imageUrl, info } = source.connector;
  const connector: WagmiConnector = config._internal.connectors.setup(
    walletConnector({
      id,
      name,
      icon: imageUrl,
      rdns: info?.rdns,
      type: origin.kind === 'page' ? 'injected' : origin.kind === 'sdk' ? origin.type : 'sdk',
      provider: providerOf(source, host),
      ...(origin.kind === 'instance' && { end: origin.disconnect }),
    }),
  );
  // Once it is in the configuration's list, wagmi's hooks know it and wagmi receives its events.
  config._internal.connectors.setState(connectors => [...connectors, connector]);
  return connector;
}

/** Opens an SDK once; after a failure the next attempt loads it again. */
function providerOf({ origin }: WalletSource, host: AdapterHost): () => Promise<Eip1193Provider> {
  if (origin.kind === 'page') return async () => origin.provider;
  if (origin.kind === 'wagmi') return async () => (await origin.connector.getProvider()) as Eip1193Provider;
  if (origin.kind === 'instance') return origin.provider as () => Promise<Eip1193Provider>;
  let sdk: Promise<Eip1193Provider> | undefined;
  return () => {
    sdk ??= origin.open(host).catch(error => {
      sdk = undefined;
      throw error;
    });
    return sdk;
  };
}
