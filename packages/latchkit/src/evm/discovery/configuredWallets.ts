import type { Eip1193Provider } from '../../core/adapter/ProviderOf.js';
import { cleanName, safeIcon } from '../../core/adapter/untrusted.js';
import type { WagmiConnector } from '../../core/adapter/WagmiConnector.js';
import type { EvmOptions } from '../EvmOptions.js';
import { isProvider } from '../provider/isProvider.js';
import type { WagmiConfig } from '../WagmiConfig.js';
import type { WalletSource } from '../wallets/WalletSource.js';

/** Two WalletConnect entries would create sessions that the other one doesn't know. */
const REPLACED =
  '[latchkit] The WalletConnect connector of your wagmi configuration is not listed, because walletConnect() of ' +
  'latchkit/walletconnect replaces it. Remove one of the two.';

/** Wallets of the host's own wagmi configuration, as of the last read. */
export interface ConfiguredWallets {
  sources(): readonly WalletSource[];
  /** Reads them again; `changed` is called if the list differs. */
  read(): void;
  stop(): void;
}

/**
 * @param hasWalletConnect the instance has WalletConnect: the host's WalletConnect connector is skipped, with a console
 * warning.
 */
export function configuredWallets(
  options: EvmOptions,
  listed: (provider: Eip1193Provider) => boolean,
  changed: () => void,
  hasWalletConnect: boolean,
): ConfiguredWallets {
  const wagmiConfig = options.wagmiConfig as WagmiConfig | undefined;
  let sources: readonly WalletSource[] = [];
  let readings = 0;
  let isTold = false;
  const read = async () => {
    if (!wagmiConfig) return;
    const reading = ++readings;
    const all = await hostSources(wagmiConfig, listed);
    const found = hasWalletConnect ? all.filter(source => !isWalletConnect(source)) : all;
    if (found.length < all.length && !isTold) {
      isTold = true;
      console.warn(REPLACED);
    }
    // Of two concurrent reads only the later one counts.
    if (reading !== readings || sameConnectors(found, sources)) return;
    sources = found;
    changed();
  };
  const unsubscribe = wagmiConfig?._internal.connectors.subscribe(() => void read());
  return { sources: () => sources, read: () => void read(), stop: () => unsubscribe?.() };
}

/** wagmi's type for WalletConnect. */
function isWalletConnect({ origin }: WalletSource): boolean {
  return origin.kind === 'wagmi' && origin.connector.type === 'walletConnect';
}

function sameConnectors(a: readonly WalletSource[], b: readonly WalletSource[]): boolean {
  const connector = (source: WalletSource | undefined) =>
    source?.origin.kind === 'wagmi' ? source.origin.connector : undefined;
  return a.length === b.length && a.every((source, index) => connector(source) === connector(b[index]));
}

/**
 * The connectors of the host's own wagmi configuration, without those of page wallets that are listed anyway, Safe
 * outside a frame, and injected connectors without a provider.
 */
async function hostSources(
  config: WagmiConfig,
  listed: (provider: Eip1193Provider) => boolean,
): Promise<readonly WalletSource[]> {
  const sources = await Promise.all(config.connectors.map(connector => hostSource(connector, listed)));
  return sources.filter(source => source !== undefined);
}

async function hostSource(
  connector: WagmiConnector,
  listed: (provider: Eip1193Provider) => boolean,
): Promise<WalletSource | undefined> {
  try {
    const { id, type, rdns = [] } = connector;
    const framed = window.parent !== window;
    if (type === 'safe' && !framed) return undefined;
    const injected = type === 'injected';
    if (injected) {
      const provider = await connector.getProvider();
      if (!isProvider(provider) || listed(provider)) return undefined;
    }
    // The host chose its SDK wallets, so their https icons are trusted too.
    const icon = safeIcon(connector.icon) ?? (injected ? undefined : httpsIcon(connector.icon));
    return {
      connector: {
        id,
        name: cleanName(connector.name) || 'Browser wallet',
        type: injected ? 'INJECTED' : 'EXTERNAL',
        chain: 'eip155',
        chains: [],
        ...(icon ? { imageUrl: icon } : {}),
      },
      origin: { kind: 'wagmi', connector },
      aliases: typeof rdns === 'string' ? [rdns] : rdns,
    };
  } catch {
    // A connector that throws when it is read can't be offered.
    return undefined;
  }
}

function httpsIcon(icon: string | undefined): string | undefined {
  return icon?.startsWith('https://') && icon.length <= 2_048 ? icon : undefined;
}
