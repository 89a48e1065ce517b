import { setTimeout as sleep } from 'node:timers/promises';
import { type Config, connect, mock, reconnect, switchChain } from '@wagmi/core';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { CaipNetwork } from '../../core/contracts/Network.js';
import { anvilNetwork } from '../../testing/createAdapterHost.test-support.js';
import { type Anvil, startAnvil } from '../../testing/startAnvil.test-support.js';
import type { EvmWorld } from '../evmWorld.test-support.js';
import { hostConfig, hostedWorld, secondWallet } from '../hostedWorld.test-support.js';

const FIRST = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';

let chainA: Anvil;
let chainB: Anvil;
let networks: readonly [CaipNetwork, CaipNetwork];
let world: EvmWorld;
beforeAll(async () => {
  [chainA, chainB] = await Promise.all([startAnvil(31337), startAnvil(31338)]);
  networks = [anvilNetwork(chainA), anvilNetwork(chainB)];
});
afterAll(() => Promise.all([chainA?.stop(), chainB?.stop()]));
afterEach(() => {
  world.host.destroy();
  vi.unstubAllGlobals();
});

const wagmi = (
  ...rest: [kept?: Map<string, string> | undefined, change?: Parameters<typeof hostConfig>[2]]
) => hostConfig(networks, ...rest);

async function hosted(make: () => Config = () => wagmi()): Promise<Config> {
  const made = await hostedWorld(networks, make);
  world = made.world;
  return made.config;
}

const current = (config: Config) => config.state.connections.get(config.state.current ?? '');
const events = () => world.host.reported();
const signal = new AbortController().signal;

describe("adoptConnection: in the host's own wagmi configuration", () => {
  it('ends the connection that another one replaces, without a word to its wallet', async () => {
    const kept = new Map<string, string>();
    const config = await hosted(() => wagmi(kept));
    await world.connect();
    await secondWallet(config, networks);
    world.asked();
    await world.adapter.connect('wallet.two', { signal });
    expect([...config.state.connections.values()].map(one => one.connector.id)).toEqual(['wallet.two']);
    expect(world.asked()).toEqual([]);
    // Nor is it back after a reload.
    const reloaded = wagmi(kept);
    await reconnect(reloaded);
    expect([...reloaded.state.connections.values()].map(one => one.connector.id)).toEqual(['wallet.two']);

    // What the replaced wallet says is nothing to anybody.
    world.wallet.changeChain(31338);
    const [, other] = await world.wallet.addresses();
    world.wallet.changeAccounts([other ?? '']);
    await sleep(10);
    expect(current(config)).toMatchObject({ connector: { id: 'wallet.two' }, chainId: 31337 });
    expect(events()).toEqual([]);

    await world.adapter.disconnect('wallet.two');
    expect(config.state).toMatchObject({ status: 'disconnected', current: null });
    expect(await world.connect()).toMatchObject({ connectorId: world.id });
    expect(current(config)?.connector.id).toBe(world.id);
  });

  it('makes a connection that stands beside another the only one when it is picked', async () => {
    const config = await hosted();
    const { connector } = await secondWallet(config, networks);
    await connect(config, { connector });
    const first = config.connectors.find(one => one.id === world.id);
    if (!first) throw new Error('wagmi found no wallet');
    await connect(config, { connector: first });
    await expect.poll(events).toHaveLength(2);
    await world.adapter.connect('wallet.two', { signal });
    expect([...config.state.connections.keys()]).toEqual([connector.uid]);
    expect(config.state.current).toBe(connector.uid);
  });

  it("gives wagmi's hooks viem's name and code of a refused switch", async () => {
    const config = await hosted(() => wagmi(undefined, { multiInjectedProviderDiscovery: false }));
    await world.connect();
    world.wallet.faults.set({ reject: ['wallet_switchEthereumChain'] });
    await expect(switchChain(config, { chainId: 31338 })).rejects.toMatchObject({
      name: 'UserRejectedRequestError',
      code: 4001,
    });
    world.wallet.faults.set({ reject: undefined, plainError: ['wallet_switchEthereumChain'] });
    await expect(switchChain(config, { chainId: 31338 })).rejects.toMatchObject({
      name: 'SwitchChainError',
      code: 4902,
    });
  });

  it("keeps wagmi's status while a connector of the host's connects, and after it was left", async () => {
    const config = await hosted(() => wagmi(undefined, { connectors: [mock({ accounts: [FIRST] })] }));
    await sleep(5);
    await world.adapter.preload?.();
    const connector = config.connectors.find(one => one.id === 'mock');
    if (!connector) throw new Error('wagmi has no mock');
    const answers: (() => void)[] = [];
    const real = connector.connect;
    connector.connect = (async () => {
      await new Promise<void>(resolve => answers.push(resolve));
      return real.call(connector);
    }) as typeof real;
    const attempt = new AbortController();
    const leaving = world.adapter.connect('mock', { signal: attempt.signal });
    await expect.poll(() => config.state.status).toBe('connecting');
    attempt.abort();
    await expect(leaving).rejects.toMatchObject({ code: 'MODAL_CLOSED' });
    expect(config.state.status).toBe('disconnected');

    // The late answer to the attempt that was left does not undo the one that followed.
    const again = world.adapter.connect('mock', { signal });
    await expect.poll(() => answers.length).toBe(2);
    for (const answer of answers) answer();
    expect(await again).toMatchObject({ connectorId: 'mock' });
    await sleep(10);
    expect(current(config)?.connector.id).toBe('mock');
    expect(await connector.getAccounts()).toContain(FIRST);
  });
});
