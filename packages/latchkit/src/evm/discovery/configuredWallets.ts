import type { Eip1193Provider } from '../../core/adapter/ProviderOf.js';
import type { EvmOptions } from '../EvmOptions.js';
import type { WagmiConfig } from '../WagmiConfig.js';
import type { WalletSource } from '../wallets/WalletSource.js';
import { hostSources } from './hostSources.js';

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
