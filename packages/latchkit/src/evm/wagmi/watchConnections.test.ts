import { setTimeout as sleep } from 'node:timers/promises';
import {
  connect,
  disconnect,
  hydrate,
  injected,
  mock,
  reconnect,
  signMessage,
  switchChain,
} from '@wagmi/core';
import { describe, expect, it } from 'vitest';
import { awaitedLater } from '../../../../../scripts/lib/awaitedLater.mjs';
import { createAdapterHost } from '../../testing/createAdapterHost.test-support.js';
import { createFakeWallet } from '../../testing/createFakeWallet.js';
import { evm } from '../evm.js';
import { evmWorld } from '../evmWorld.test-support.js';
import { currentOf, FIRST, hostedPage } from '../hostedPage.test-support.js';
import { secondWallet } from '../hostedWorld.test-support.js';

const page = hostedPage();
const signal = new AbortController().signal;

describe("watchConnections: without a wagmi configuration of the host's", () => {
  it('reports a change to a chain that was not requested [STATE-25]', async () => {
    page.world = await evmWorld({ networks: page.networks });
    await page.world.connect();
    page.world.wallet.changeChain(424242);
    await expect.poll(page.events).toEqual([
      {
        type: 'changed',
        connection: { connectorId: page.world.id, accounts: [FIRST], chainId: 'eip155:424242' },
      },
    ]);
  });
});

describe("watchConnections: with the host's own wagmi configuration", () => {
  it("shows wagmi's hooks the connection at once, on wagmi's own connector", async () => {
    const config = await page.hosted();
    await page.world.connect();
    expect(config.state.status).toBe('connected');
    expect(currentOf(config)).toMatchObject({ accounts: [FIRST], chainId: 31337 });
    expect(config.connectors).toHaveLength(1);
    expect(currentOf(config)?.connector).toBe(config.connectors[0]);
    expect(config.connectors[0]).not.toHaveProperty('listen');
    expect(await signMessage(config, { message: 'by hook' })).toMatch(/^0x/);
    expect(page.events()).toEqual([]);
  });

  it('lists a wallet once when both wagmi and Latchkit find it', async () => {
    await page.hosted(() => page.wagmi(undefined, { connectors: [injected()] }));
    await sleep(5);
    expect(page.world.host.connectors().map(({ id }) => id)).toEqual([page.world.id]);
  });

  it("connects through a host's own connector", async () => {
    const config = await page.hosted(() =>
      page.wagmi(undefined, { connectors: [mock({ accounts: [FIRST] })] }),
    );
    await sleep(5);
    expect(page.world.host.connectors().map(({ id, type }) => [id, type])).toEqual([
      [page.world.id, 'ANNOUNCED'],
      ['mock', 'EXTERNAL'],
    ]);
    expect(await page.world.adapter.connect('mock', { signal })).toMatchObject({ accounts: [FIRST] });
    expect(currentOf(config)?.connector.id).toBe('mock');
    await page.world.adapter.switchNetwork('mock', page.networks[1]);
    expect(currentOf(config)?.chainId).toBe(31338);
    await page.world.adapter.disconnect('mock');
    expect(config.state.status).toBe('disconnected');
  });

  it('undoes a late connection when the attempt of the connector cannot be cancelled', async () => {
    const config = await page.hosted(() =>
      page.wagmi(undefined, { connectors: [mock({ accounts: [FIRST] })] }),
    );
    await sleep(5);
    await page.world.adapter.preload?.();
    const attempt = new AbortController();
    const leaving = awaitedLater(page.world.adapter.connect('mock', { signal: attempt.signal }));
    await Promise.resolve();
    attempt.abort();
    await expect(leaving).rejects.toMatchObject({ code: 'MODAL_CLOSED' });
    await sleep(20);
    expect(config.state.status).toBe('disconnected');
    expect(page.events()).toEqual([]);
  });

  it("reports changes through wagmi's own hooks", async () => {
    const config = await page.hosted();
    const [connector] = config.connectors;
    if (!connector) throw new Error('wagmi found no wallet');
    await connect(config, { connector });
    await expect.poll(page.events).toHaveLength(1);
    await switchChain(config, { chainId: 31338 });
    await disconnect(config);
    const connection = { connectorId: page.world.id, accounts: [FIRST] };
    await expect.poll(page.events).toEqual([
      { type: 'connected', connection: { ...connection, chainId: 'eip155:31337' } },
      { type: 'changed', connection: { ...connection, chainId: 'eip155:31338' } },
      { type: 'disconnected', connectorId: page.world.id },
    ]);
  });

  it("reports the end of its own connection through wagmi's hooks", async () => {
    const config = await page.hosted();
    await page.world.connect();
    await disconnect(config);
    await expect.poll(page.events).toEqual([{ type: 'disconnected', connectorId: page.world.id }]);
  });

  it('reports an account change once', async () => {
    await page.hosted();
    await page.world.connect();
    const [, second] = await page.world.wallet.addresses();
    page.world.wallet.changeAccounts([second ?? '']);
    await expect.poll(page.events).toMatchObject([{ type: 'changed', connection: { accounts: [second] } }]);
  });

  it('connects a wallet that wagmi does not discover, and wagmi sees it', async () => {
    const config = await page.hosted(() => page.wagmi(undefined, { multiInjectedProviderDiscovery: false }));
    expect(config.connectors).toHaveLength(0);
    await page.world.connect();
    expect(currentOf(config)?.connector.id).toBe(page.world.id);
    await switchChain(config, { chainId: 31338 });
    await expect
      .poll(page.events)
      .toMatchObject([{ type: 'changed', connection: { chainId: 'eip155:31338' } }]);
    await disconnect(config);
    expect(page.world.wallet.listenerCount()).toBe(0);
  });

  it.each([
    ['wagmi first', true],
    ['Latchkit first', false],
  ] as const)("restores a connection together with wagmi's own provider, %s", async (_, wagmiFirst) => {
    const kept = new Map<string, string>();
    await page.hosted(() => page.wagmi(kept));
    await page.world.connect();
    page.world.host.destroy();

    // After a reload: new configuration and adapter, the same storage and wallet.
    const { wallet } = page.world;
    const config = page.wagmi(kept);
    const host = createAdapterHost(() => page.networks);
    const adapter = evm({ wagmiConfig: config });
    adapter.start(host);
    const { onMount } = hydrate(config, { reconnectOnMount: true });
    const mount = () => onMount();
    if (wagmiFirst) await mount();
    const restoring = awaitedLater(adapter.reconnect(page.world.id, { signal }));
    if (!wagmiFirst) await mount();
    expect(await restoring).toMatchObject({ connectorId: page.world.id, accounts: [FIRST] });
    await sleep(20);
    expect(config.state.status).toBe('connected');
    expect(config.state.connections.size).toBe(1);
    expect(host.reported().filter(event => event.type === 'disconnected')).toEqual([]);
    expect(wallet.calls.filter(call => /request/.test(call.method))).toHaveLength(1);
    host.destroy();
  });

  it('reports a connection that wagmi restored when core has stored none', async () => {
    const kept = new Map<string, string>();
    await page.hosted(() => page.wagmi(kept));
    await page.world.connect();
    page.world.host.destroy();
    const config = page.wagmi(kept);
    const host = createAdapterHost(() => page.networks);
    evm({ wagmiConfig: config }).start(host);
    await host.listed();
    await reconnect(config);
    await expect
      .poll(() => host.reported())
      .toMatchObject([{ type: 'connected', connection: { connectorId: page.world.id } }]);
    host.destroy();
  });

  it('reports a connection that wagmi restored when the wallet that core stored is missing', async () => {
    const kept = new Map<string, string>();
    await page.hosted(() => page.wagmi(kept));
    await page.world.connect();
    page.world.host.destroy();
    const config = page.wagmi(kept);
    const host = createAdapterHost(() => page.networks);
    const adapter = evm({ wagmiConfig: config });
    adapter.start(host);
    await host.listed();
    await reconnect(config);
    await expect.poll(() => host.reported()).toHaveLength(1);
    const { wallet } = page.world;
    wallet.faults.set({ plainError: ['eth_accounts'] });
    const gone = createFakeWallet({ chains: { 31337: page.chainA.url }, rdns: 'wallet.gone', name: 'Gone' });
    gone.announce();
    await sleep(1);
    expect(await adapter.reconnect('wallet.gone', { signal })).toBeUndefined();
    await expect
      .poll(() => host.reported().slice(1))
      .toMatchObject([{ type: 'connected', connection: { connectorId: page.world.id } }]);
    host.destroy();
  });

  it("leaves the host's connection alone when the instance is destroyed, and reports no more", async () => {
    const config = await page.hosted();
    await page.world.connect();
    page.world.host.destroy();
    await disconnect(config);
    expect(page.events()).toEqual([]);
    expect(config.state.status).toBe('disconnected');
  });

  it('keeps two instances in sync when they share a configuration', async () => {
    const config = await page.hosted();
    const other = createAdapterHost(() => page.networks);
    const adapter = evm({ wagmiConfig: config });
    adapter.start(other);
    await other.listed();
    await page.world.connect();
    await expect.poll(() => other.reported()).toMatchObject([{ type: 'connected' }]);
    await adapter.disconnect(page.world.id);
    await expect.poll(page.events).toEqual([{ type: 'disconnected', connectorId: page.world.id }]);
    other.destroy();
  });

  it('follows when a hook switches the current connection', async () => {
    const config = await page.hosted();
    await page.world.connect();
    await connect(config, { connector: (await secondWallet(config, page.networks)).connector });
    await expect.poll(page.events).toHaveLength(1);
    const first = config.connectors.find(one => one.id === page.world.id);
    config.setState(state => ({ ...state, current: first?.uid ?? null }));
    await expect
      .poll(() => page.events().slice(1))
      .toMatchObject([{ type: 'connected', connection: { connectorId: page.world.id } }]);
  });
});
