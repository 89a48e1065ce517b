import { setTimeout as sleep } from 'node:timers/promises';
import { type Config, type Connector, createConfig, createStorage, http } from '@wagmi/core';
import type { CaipNetwork } from '../core/adapter/Network.js';
import { createFakeWallet, type FakeWallet } from '../testing/createFakeWallet.js';
import { toViemChain } from './chain/toViemChain.js';
import { type EvmWorld, evmWorld } from './evmWorld.test-support.js';

/** wagmi's storage, backed by a map that outlives a reload. */
function storage(kept: Map<string, string>) {
  return createStorage({
    storage: {
      getItem: key => kept.get(key) ?? null,
      setItem: (key, value) => void kept.set(key, value),
      removeItem: key => void kept.delete(key),
    },
  });
}

/** A host's own wagmi configuration for these networks. `kept` outlives a reload. */
export function hostConfig(
  networks: readonly CaipNetwork[],
  kept = new Map<string, string>(),
  change: Partial<Parameters<typeof createConfig>[0]> = {},
): Config {
  const [first, ...rest] = networks.map(toViemChain);
  if (!first) throw new Error('at least one network');
  return createConfig({
    chains: [first, ...rest],
    transports: Object.fromEntries(
      [first, ...rest].map(({ id, rpcUrls }) => [id, http(rpcUrls.default.http[0])]),
    ),
    storage: storage(kept),
    ...change,
  } as Parameters<typeof createConfig>[0]) as Config;
}

/** A page whose host has its own wagmi configuration, created after the wallet was injected. */
export async function hostedWorld(
  networks: readonly CaipNetwork[],
  make: () => Config,
): Promise<{ world: EvmWorld; config: Config }> {
  let config: Config | undefined;
  const world = await evmWorld({
    networks,
    evm: () => {
      config = make();
      return { wagmiConfig: config };
    },
  });
  if (!config) throw new Error('no configuration was made');
  return { world, config };
}

/** Injects a second wallet, `wallet.two`, and returns wagmi's own connector for it. */
export async function secondWallet(
  config: Config,
  networks: readonly CaipNetwork[],
): Promise<{ wallet: FakeWallet; connector: Connector }> {
  const chains = Object.fromEntries(
    networks.map(network => [Number(network.id), network.rpcUrls.default.http[0] ?? '']),
  );
  const wallet = createFakeWallet({ chains, rdns: 'wallet.two', name: 'Two' });
  wallet.announce();
  await sleep(1);
  const connector = config.connectors.find(one => one.id === 'wallet.two');
  if (!connector) throw new Error('wagmi found no second wallet');
  return { wallet, connector };
}
