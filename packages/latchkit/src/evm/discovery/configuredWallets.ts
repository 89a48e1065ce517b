import type { Eip1193Provider } from '../../core/adapter/Eip1193Provider.js';
import type { EvmOptions } from '../EvmOptions.js';
import type { WagmiConfig } from '../WagmiConfig.js';
import { hostSources } from './hostSources.js';
import type { WalletSource } from './WalletSource.js';

/** Two entries of one name would each make sessions that the other does not know. */
const REPLACED =
  '[latchkit] The WalletConnect connector of your wagmi configuration is not listed, because walletConnect() of ' +
  'latchkit/walletconnect takes its place. Remove one of the two.';

/** The wallets of the host's own wagmi configuration, as last read. */
export interface ConfiguredWallets {
  sources(): readonly WalletSource[];
  /** Reads them again; `changed` is called when there are others than before. */
  read(): void;
  stop(): void;
}

/** @param hasWalletConnect the instance brings WalletConnect: a connector of the host's for it is left out, and the console says so. */
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
    // Of two readings at once the later one knows more.
    if (reading !== readings || sameConnectors(found, sources)) return;
    sources = found;
    changed();
  };
  const unsubscribe = wagmiConfig?._internal.connectors.subscribe(() => void read());
  return { sources: () => sources, read: () => void read(), stop: () => unsubscribe?.() };
}

/** wagmi's word for it. */
function isWalletConnect({ origin }: WalletSource): boolean {
  return origin.kind === 'wagmi' && origin.connector.type === 'walletConnect';
}

function sameConnectors(a: readonly WalletSource[], b: readonly WalletSource[]): boolean {
  const connector = (source: WalletSource | undefined) =>
    source?.origin.kind === 'wagmi' ? source.origin.connector : undefined;
  return a.length === b.length && a.every((source, index) => connector(source) === connector(b[index]));
}
