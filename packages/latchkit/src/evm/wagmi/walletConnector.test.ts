import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { awaitedLater } from '../../../../../scripts/lib/awaitedLater.mjs';
import { NO_CHAINS, shapesOfChain } from '../../testing/chainShapes.test-support.js';
import { anvilNetwork } from '../../testing/createAdapterHost.test-support.js';
import { type Anvil, startAnvil } from '../../testing/startAnvil.test-support.js';
import { type EvmWorld, evmWorld } from '../evmWorld.test-support.js';

let anvil: Anvil;
let world: EvmWorld;
beforeAll(async () => {
  anvil = await startAnvil(31337);
});
afterAll(() => anvil?.stop());
afterEach(() => {
  vi.useRealTimers();
  world.host.destroy();
  vi.unstubAllGlobals();
});

const connected = async () => {
  world = await evmWorld({ networks: [anvilNetwork(anvil)] });
  await world.connect();
  world.asked();
};

describe('walletConnector', () => {
  it('revokes the permission on disconnect, so that a reload stays disconnected', async () => {
    await connected();
    await world.adapter.disconnect(world.id);
    expect(world.wallet.calls.at(-1)).toEqual({
      method: 'wallet_revokePermissions',
      params: [{ eth_accounts: {} }],
    });
    const signal = new AbortController().signal;
    expect(await world.adapter.reconnect(world.id, { signal })).toBeUndefined();
  });

  it('waits exactly 100 ms when the wallet does not respond to a revoke [TIME-21]', async () => {
    await connected();
    world.wallet.faults.set({ silentRevoke: true });
    vi.useFakeTimers();
    let done = false;
    const leaving = awaitedLater(
      world.adapter.disconnect(world.id).then(() => {
        done = true;
      }),
    );
    await vi.advanceTimersByTimeAsync(99);
    expect(done).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    await leaving;
    expect(done).toBe(true);
  });

  it('disconnects when the wallet does not support revoking', async () => {
    await connected();
    world.wallet.faults.set({ errors: { wallet_revokePermissions: { code: 4200 } } });
    await world.adapter.disconnect(world.id);
    await expect(world.adapter.getProvider(world.id)).rejects.toMatchObject({ code: 'PROVIDER_NOT_FOUND' });
  });

  it('stays connected while MetaMask only reconnects to its chain (1013)', async () => {
    await connected();
    let disconnect: ((error: unknown) => void) | undefined;
    const { provider } = world.wallet;
    const on = provider.on.bind(provider);
    await world.adapter.disconnect(world.id);
    provider.on = (event, listener) => {
      if (event === 'disconnect') disconnect = listener as (error: unknown) => void;
      return on(event, listener);
    };
    await world.connect();
    disconnect?.({ code: 1013 });
    await new Promise(resolve => setTimeout(resolve, 10));
    expect(world.host.reported()).toEqual([]);
    disconnect?.({ code: 4900 });
    await expect.poll(() => world.host.reported()).toEqual([{ type: 'disconnected', connectorId: world.id }]);
  });

  it('reads every shape of chainChanged, and asks the wallet where it says nothing (EVM-01)', async () => {
    await connected();
    const { wallet, host } = world;
    const listeners: ((told: unknown) => unknown)[] = [];
    await world.adapter.disconnect(world.id);
    wallet.provider.on = (event, listener) => {
      if (event === 'chainChanged') listeners.push(listener as (told: unknown) => unknown);
      return wallet.provider;
    };
    await world.connect();
    const told = async (shape: unknown) => {
      for (const listener of listeners) await listener(shape);
    };
    const chains = () =>
      host.reported().flatMap(event => ('connection' in event ? [event.connection.chainId] : []));
    for (const shape of shapesOfChain(10)) {
      await told(10 ** 6);
      await told(shape);
      await expect.poll(() => chains().at(-1)).toBe('eip155:10');
    }
    // The wallet itself is on its first chain all the while.
    for (const shape of NO_CHAINS) {
      await told(10);
      await told(shape);
      await expect.poll(() => chains().at(-1)).toBe('eip155:31337');
    }
    expect([...new Set(chains())].sort()).toEqual(['eip155:10', 'eip155:1000000', 'eip155:31337']);
  });

  it('reads only addresses from accountsChanged, and asks the wallet where it says none (EVM-01)', async () => {
    await connected();
    const { wallet, host } = world;
    const [first = ''] = await wallet.addresses();
    await world.adapter.disconnect(world.id);
    const listeners: ((told: unknown) => unknown)[] = [];
    wallet.provider.on = (event, listener) => {
      if (event === 'accountsChanged') listeners.push(listener as (told: unknown) => unknown);
      return wallet.provider;
    };
    await world.connect();
    const before = host.reported().length;
    for (const odd of [null, undefined, 'nonsense', {}, [null], ['nonsense'], [7, {}], first]) {
      for (const listener of listeners) await listener(odd);
    }
    expect(host.reported().slice(before)).toEqual([]);
    const other = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
    for (const listener of listeners) await listener([null, other.toLowerCase(), 'nonsense']);
    await expect.poll(() => host.reported().at(-1)).toMatchObject({ connection: { accounts: [other] } });
  });

  it('works with a wallet that has no events, or only off()', async () => {
    world = await evmWorld({ networks: [anvilNetwork(anvil)] });
    Object.assign(world.wallet.provider, { on: undefined, removeListener: undefined });
    await expect(world.connect()).resolves.toBeDefined();
    await expect(world.adapter.disconnect(world.id)).resolves.toBeUndefined();

    world.host.destroy();
    world = await evmWorld({ networks: [anvilNetwork(anvil)] });
    const { provider } = world.wallet;
    Object.assign(provider, { off: provider.removeListener, removeListener: undefined });
    await world.connect();
    expect(world.wallet.listenerCount()).toBe(3);
    await world.adapter.disconnect(world.id);
    expect(world.wallet.listenerCount()).toBe(0);
  });
});
