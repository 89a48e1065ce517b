import type { Eip1193Provider } from '../../core/adapter/ProviderOf.js';
import { cleanName, safeIcon } from '../../core/adapter/untrusted.js';
import type { WagmiConnector } from '../../core/adapter/WagmiConnector.js';
import { isProvider } from '../provider/isProvider.js';
import type { WagmiConfig } from '../WagmiConfig.js';
import type { WalletSource } from '../wallets/WalletSource.js';

/**
 * The connectors of the host's own wagmi configuration, without those of page wallets that are listed anyway, Safe
 * outside a frame, and injected connectors without a provider.
 */
export async function hostSources(
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
