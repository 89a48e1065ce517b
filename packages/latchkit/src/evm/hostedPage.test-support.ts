import type { Config } from '@wagmi/core';
import { afterAll, afterEach, beforeAll, vi } from 'vitest';
import type { AdapterEvent } from '../core/adapter/ChainAdapter.js';
import type { CaipNetwork } from '../core/adapter/Network.js';
import { anvilNetwork } from '../testing/createAdapterHost.test-support.js';
import { type Anvil, startAnvil } from '../testing/startAnvil.test-support.js';
import type { EvmWorld } from './evmWorld.test-support.js';
import { hostConfig, hostedWorld } from './hostedWorld.test-support.js';

/** The first of anvil's standard accounts, which fake wallets show. */
export const FIRST = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';

/** A page on two real chains, whose host may have its own wagmi configuration. Created for each test. */
export interface HostedPage {
  /** The page's world, once it was made; the hooks take it down. */
  world: EvmWorld;
  readonly networks: readonly [CaipNetwork, CaipNetwork];
  readonly chainA: Anvil;
  readonly chainB: Anvil;
  /** A wagmi configuration for both chains. `kept` outlives a reload. */
  wagmi(kept?: Map<string, string>, change?: Parameters<typeof hostConfig>[2]): Config;
  /** Makes the world, with the host's configuration. */
  hosted(make?: () => Config): Promise<Config>;
  /** Events that the adapter reported, except lists of connectors. */
  events(): readonly AdapterEvent[];
}

/** Registers the hooks that create and destroy a {@link HostedPage}. */
export function hostedPage(): HostedPage {
  let chains: readonly [Anvil, Anvil] | undefined;
  let networks: readonly [CaipNetwork, CaipNetwork] | undefined;
  let world: EvmWorld | undefined;
  beforeAll(async () => {
    chains = await Promise.all([startAnvil(31337), startAnvil(31338)]);
    networks = [anvilNetwork(chains[0]), anvilNetwork(chains[1])];
  });
  afterAll(() => Promise.all((chains ?? []).map(chain => chain.stop())));
  afterEach(() => {
    world?.host.destroy();
    world = undefined;
    vi.unstubAllGlobals();
  });
  return {
    get world() {
      return made(world);
    },
    set world(next) {
      world = next;
    },
    get networks() {
      return made(networks);
    },
    get chainA() {
      return made(chains)[0];
    },
    get chainB() {
      return made(chains)[1];
    },
    wagmi: (...rest) => hostConfig(made(networks), ...rest),
    async hosted(make = () => hostConfig(made(networks))) {
      const found = await hostedWorld(made(networks), make);
      world = found.world;
      return found.config;
    },
    events: () => made(world).host.reported(),
  };
}

/** wagmi's current connection. */
export const currentOf = (config: Config) => config.state.connections.get(config.state.current ?? '');

function made<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('Not created yet.');
  return value;
}
