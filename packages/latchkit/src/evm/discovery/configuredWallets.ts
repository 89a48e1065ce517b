import type { Eip1193Provider } from '../../core/contracts/Eip1193Provider.js';
import type { EvmOptions } from '../EvmOptions.js';
import type { WagmiConfig } from '../WagmiConfig.js';
import { hostSources } from './hostSources.js';
import type { WalletSource } from './WalletSource.js';

/** The wallets of the host's own wagmi configuration, as last read. */
export interface ConfiguredWallets {
  sources(): readonly WalletSource[];
  /** Reads them again; `changed` is called when there are others than before. */
  read(): void;
  stop(): void;
}

export function configuredWallets(
  options: EvmOptions,
  listed: (provider: Eip1193Provider) => boolean,
  changed: () => void,
): ConfiguredWallets {
  const wagmiConfig = options.wagmiConfig as WagmiConfig | undefined;
  let sources: readonly WalletSource[] = [];
  let readings = 0;
  const read = async () => {
    if (!wagmiConfig) return;
    const reading = ++readings;
    const found = await hostSources(wagmiConfig, listed);
    // Of two readings at once the later one knows more.
    if (reading !== readings || sameConnectors(found, sources)) return;
    sources = found;
    changed();
  };
  const unsubscribe = wagmiConfig?._internal.connectors.subscribe(() => void read());
  return { sources: () => sources, read: () => void read(), stop: () => unsubscribe?.() };
}

function sameConnectors(a: readonly WalletSource[], b: readonly WalletSource[]): boolean {
  const connector = (source: WalletSource | undefined) =>
    source?.origin.kind === 'wagmi' ? source.origin.connector : undefined;
  return a.length === b.length && a.every((source, index) => connector(source) === connector(b[index]));
}
