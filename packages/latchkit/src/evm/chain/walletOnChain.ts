import type { Eip1193Provider } from '../../core/adapter/ProviderOf.js';
import type { WagmiConnection } from '../WagmiConfig.js';
import type { EngineContext } from '../wagmi/EngineContext.js';

/** Returns the provider of a connected wallet that reports to be on the chain. */
export async function walletOnChain(
  { config }: EngineContext,
  chainId: number,
): Promise<Eip1193Provider | undefined> {
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
  return Number(await provider.request({ method: 'eth_chainId' })) === chainId ? provider : undefined;
}
