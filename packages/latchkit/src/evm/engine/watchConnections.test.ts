import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Config,
  connect,
  disconnect,
  hydrate,
  injected,
  mock,
  reconnect,
  signMessage,
  switchChain,
} from '@wagmi/core';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { CaipNetwork } from '../../core/contracts/Network.js';
import { anvilNetwork, createAdapterHost } from '../../testing/createAdapterHost.test-support.js';
import { createFakeWallet } from '../../testing/createFakeWallet.js';
import { type Anvil, startAnvil } from '../../testing/startAnvil.test-support.js';
import { evm } from '../evm.js';
import { type EvmWorld, evmWorld } from '../evmWorld.test-support.js';
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

describe("watchConnections: without a wagmi configuration of the host's", () => {
  it('reports a change to a chain that nobody requested [STATE-25]', async () => {
    world = await evmWorld({ networks });
    await world.connect();
    world.wallet.changeChain(424242);
    await expect.poll(events).toEqual([
      {
        type: 'changed',
        connection: { connectorId: world.id, accounts: [FIRST], networkId: 'eip155:424242' },
      },
    ]);
  });
});

describe("watchConnections: with the host's own wagmi configuration", () => {
  it("shows wagmi's hooks the connection at once, on wagmi's own connector", async () => {
    const config = await hosted();
    await world.connect();
    expect(config.state.status).toBe('connected');
    expect(current(config)).toMatchObject({ accounts: [FIRST], chainId: 31337 });
    expect(config.connectors).toHaveLength(1);
    expect(current(config)?.connector).toBe(config.connectors[0]);
    expect(config.connectors[0]).not.toHaveProperty('listen');
    expect(await signMessage(config, { message: 'by hook' })).toMatch(/^0x/);
    expect(events()).toEqual([]);
  });

  it('lists a wallet once, whoever found it', async () => {
    await hosted(() => wagmi(undefined, { connectors: [injected()] }));
    await sleep(5);
    expect(world.host.connectors().map(({ id }) => id)).toEqual([world.id]);
  });

  it("connects through a connector of the host's own", async () => {
    const config = await hosted(() => wagmi(undefined, { connectors: [mock({ accounts: [FIRST] })] }));
    await sleep(5);
    expect(world.host.connectors().map(({ id, type }) => [id, type])).toEqual([
      [world.id, 'ANNOUNCED'],
      ['mock', 'EXTERNAL'],
    ]);
    expect(await world.adapter.connect('mock', { signal })).toMatchObject({ accounts: [FIRST] });
    expect(current(config)?.connector.id).toBe('mock');
    await world.adapter.switchNetwork('mock', networks[1]);
    expect(current(config)?.chainId).toBe(31338);
    await world.adapter.disconnect('mock');
    expect(config.state.status).toBe('disconnected');
  });

  it('undoes a late connection of a connector that cannot be left', async () => {
    const config = await hosted(() => wagmi(undefined, { connectors: [mock({ accounts: [FIRST] })] }));
    await sleep(5);
    await world.adapter.preload?.();
    const attempt = new AbortController();
    const leaving = world.adapter.connect('mock', { signal: attempt.signal });
    await Promise.resolve();
    attempt.abort();
    await expect(leaving).rejects.toMatchObject({ code: 'MODAL_CLOSED' });
    await sleep(20);
    expect(config.state.status).toBe('disconnected');
    expect(events()).toEqual([]);
  });

  it("reports what happens through wagmi's own hooks", async () => {
    const config = await hosted();
    const [connector] = config.connectors;
    if (!connector) throw new Error('wagmi found no wallet');
    await connect(config, { connector });
    await expect.poll(events).toHaveLength(1);
    await switchChain(config, { chainId: 31338 });
    await disconnect(config);
    const connection = { connectorId: world.id, accounts: [FIRST] };
    await expect.poll(events).toEqual([
      { type: 'connected', connection: { ...connection, networkId: 'eip155:31337' } },
      { type: 'changed', connection: { ...connection, networkId: 'eip155:31338' } },
      { type: 'disconnected', connectorId: world.id },
    ]);
  });

  it("reports the end of its own connection through wagmi's hooks", async () => {
    const config = await hosted();
    await world.connect();
    await disconnect(config);
    await expect.poll(events).toEqual([{ type: 'disconnected', connectorId: world.id }]);
  });

  it('reports an account change once', async () => {
    await hosted();
    await world.connect();
    const [, second] = await world.wallet.addresses();
    world.wallet.changeAccounts([second ?? '']);
    await expect.poll(events).toMatchObject([{ type: 'changed', connection: { accounts: [second] } }]);
  });

  it('connects a wallet that wagmi does not discover, and wagmi sees it', async () => {
    const config = await hosted(() => wagmi(undefined, { multiInjectedProviderDiscovery: false }));
    expect(config.connectors).toHaveLength(0);
    await world.connect();
    expect(current(config)?.connector.id).toBe(world.id);
    await switchChain(config, { chainId: 31338 });
    await expect.poll(events).toMatchObject([{ type: 'changed', connection: { networkId: 'eip155:31338' } }]);
    await disconnect(config);
    expect(world.wallet.listenerCount()).toBe(0);
  });

  it.each([
    ['wagmi first', true],
    ['Latchkit first', false],
  ] as const)("restores a connection together with wagmi's own provider, %s", async (_, wagmiFirst) => {
    const kept = new Map<string, string>();
    await hosted(() => wagmi(kept));
    await world.connect();
    world.host.destroy();

    // A reload: new configuration, new adapter, the same storage and the same wallet.
    const { wallet } = world;
    const config = wagmi(kept);
    const host = createAdapterHost(() => networks);
    const adapter = evm({ wagmiConfig: config });
    adapter.start(host);
    const { onMount } = hydrate(config, { reconnectOnMount: true });
    const mount = () => onMount();
    if (wagmiFirst) await mount();
    const restoring = adapter.reconnect(world.id, { signal });
    if (!wagmiFirst) await mount();
    expect(await restoring).toMatchObject({ connectorId: world.id, accounts: [FIRST] });
    await sleep(20);
    expect(config.state.status).toBe('connected');
    expect(config.state.connections.size).toBe(1);
    expect(host.reported().filter(event => event.type === 'disconnected')).toEqual([]);
    expect(wallet.calls.filter(call => /request/.test(call.method))).toHaveLength(1);
    host.destroy();
  });

  it('reports a connection that wagmi restored when core remembers none', async () => {
    const kept = new Map<string, string>();
    await hosted(() => wagmi(kept));
    await world.connect();
    world.host.destroy();
    const config = wagmi(kept);
    const host = createAdapterHost(() => networks);
    evm({ wagmiConfig: config }).start(host);
    await host.listed();
    await reconnect(config);
    await expect
      .poll(() => host.reported())
      .toMatchObject([{ type: 'connected', connection: { connectorId: world.id } }]);
    host.destroy();
  });

  it('reports what wagmi restored when core remembers a wallet that is gone', async () => {
    const kept = new Map<string, string>();
    await hosted(() => wagmi(kept));
    await world.connect();
    world.host.destroy();
    const config = wagmi(kept);
    const host = createAdapterHost(() => networks);
    const adapter = evm({ wagmiConfig: config });
    adapter.start(host);
    await host.listed();
    await reconnect(config);
    await expect.poll(() => host.reported()).toHaveLength(1);
    const { wallet } = world;
    wallet.faults.set({ plainError: ['eth_accounts'] });
    const gone = createFakeWallet({ chains: { 31337: chainA.url }, rdns: 'wallet.gone', name: 'Gone' });
    gone.announce();
    await sleep(1);
    expect(await adapter.reconnect('wallet.gone', { signal })).toBeUndefined();
    await expect
      .poll(() => host.reported().slice(1))
      .toMatchObject([{ type: 'connected', connection: { connectorId: world.id } }]);
    host.destroy();
  });

  it("leaves the host's connection alone when the instance is destroyed, and reports no more", async () => {
    const config = await hosted();
    await world.connect();
    world.host.destroy();
    await disconnect(config);
    expect(events()).toEqual([]);
    expect(config.state.status).toBe('disconnected');
  });

  it('keeps two instances on one configuration in step', async () => {
    const config = await hosted();
    const other = createAdapterHost(() => networks);
    const adapter = evm({ wagmiConfig: config });
    adapter.start(other);
    await other.listed();
    await world.connect();
    await expect.poll(() => other.reported()).toMatchObject([{ type: 'connected' }]);
    await adapter.disconnect(world.id);
    await expect.poll(events).toEqual([{ type: 'disconnected', connectorId: world.id }]);
    other.destroy();
  });

  it('follows a switch of the current connection by a hook', async () => {
    const config = await hosted();
    await world.connect();
    await connect(config, { connector: (await secondWallet(config, networks)).connector });
    await expect.poll(events).toHaveLength(1);
    const first = config.connectors.find(one => one.id === world.id);
    config.setState(state => ({ ...state, current: first?.uid ?? null }));
    await expect
      .poll(() => events().slice(1))
      .toMatchObject([{ type: 'connected', connection: { connectorId: world.id } }]);
  });
});
