import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { awaitedLater } from '../../../../../scripts/lib/awaitedLater.mjs';
import { anvilNetwork } from '../../testing/createAdapterHost.test-support.js';
import { createFakeWallet } from '../../testing/createFakeWallet.js';
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

const authorised = async (announce = true) => {
  world = await evmWorld({ networks: [anvilNetwork(anvil)], announce });
  await world.wallet.provider.request({ method: 'eth_requestAccounts' });
  world.asked();
};
const reconnect = (signal = new AbortController().signal) => world.adapter.reconnect(world.id, { signal });

/** Delays the wallet's responses, to one method or to all, until the returned function is called. */
const heldBack = (method?: string): (() => void) => {
  const { request } = world.wallet.provider;
  let answer: () => void = () => {};
  const late = new Promise<void>(resolve => {
    answer = resolve;
  });
  let held = 0;
  world.wallet.provider.request = asked =>
    (method ? asked.method === method && held++ === 0 : true)
      ? late.then(() => request(asked))
      : request(asked);
  return answer;
};

describe('reconnectWallet', () => {
  it('asks eth_accounts and never prompts [CALL-50]', async () => {
    await authorised();
    expect(await reconnect()).toMatchObject({ connectorId: world.id, chainId: 'eip155:31337' });
    const asked = world.asked();
    expect(asked).toContain('eth_accounts');
    expect(asked.filter(method => !['eth_accounts', 'eth_chainId'].includes(method))).toEqual([]);
    expect(world.host.reported()).toEqual([]);
  });

  it('reports a wallet that was locked once the visitor unlocks it, without a prompt (EVM-04)', async () => {
    await authorised();
    const real = world.wallet.provider.request;
    let isLocked = true;
    world.wallet.provider.request = request =>
      isLocked && request.method === 'eth_accounts' ? Promise.resolve([]) : real(request);
    expect(await reconnect()).toBeUndefined();
    isLocked = false;
    world.wallet.changeAccounts(await world.wallet.addresses());
    await expect
      .poll(() => world.host.reported().at(0))
      .toMatchObject({ type: 'connected', connection: { connectorId: world.id, chainId: 'eip155:31337' } });
    expect(world.asked()).not.toContain('eth_requestAccounts');
  });

  it('does not follow a locked wallet after the visitor did something else, or the page is left (EVM-04)', async () => {
    await authorised();
    const real = world.wallet.provider.request;
    let isLocked = true;
    world.wallet.provider.request = request =>
      isLocked && request.method === 'eth_accounts' ? Promise.resolve([]) : real(request);
    expect(await reconnect()).toBeUndefined();
    await world.adapter.disconnect(world.id);
    expect(world.wallet.listenerCount()).toBe(0);
    expect(await reconnect()).toBeUndefined();
    expect(world.wallet.listenerCount()).toBeGreaterThan(0);
    world.host.destroy();
    expect(world.wallet.listenerCount()).toBe(0);
    isLocked = false;
  });

  it('follows the wallet afterwards', async () => {
    await authorised();
    await reconnect();
    world.wallet.changeChain(5);
    await expect
      .poll(() => world.host.reported())
      .toMatchObject([{ type: 'changed', connection: { chainId: 'eip155:5' } }]);
  });

  it('waits for a wallet that is announced late', async () => {
    await authorised(false);
    const restoring = awaitedLater(reconnect());
    await sleep(100);
    world.wallet.announce();
    expect(await restoring).toMatchObject({ connectorId: world.id });
  });

  it('finds a wallet that is injected at window.ethereum late and without an event', async () => {
    await authorised(false);
    const restoring = awaitedLater(
      world.adapter.reconnect('injected', { signal: new AbortController().signal }),
    );
    await sleep(50);
    world.page.ethereum = world.wallet.provider;
    expect(await restoring).toMatchObject({ connectorId: 'injected' });
  });

  it('gives up after 3 s when the wallet is missing, and not before', async () => {
    await authorised(false);
    await world.adapter.preload?.();
    vi.useFakeTimers();
    let settled: unknown = 'pending';
    void reconnect().then(answer => {
      settled = answer;
    });
    await vi.advanceTimersByTimeAsync(2_999);
    expect(settled).toBe('pending');
    await vi.advanceTimersByTimeAsync(1);
    expect(settled).toBeUndefined();
  });

  it('gives up 3 s after asking a wallet that does not respond, and ignores a late response', async () => {
    await authorised();
    await world.adapter.preload?.();
    world.wallet.faults.set({ hang: ['eth_accounts'] });
    vi.useFakeTimers();
    const restoring = awaitedLater(reconnect());
    await vi.advanceTimersByTimeAsync(3_000);
    expect(await restoring).toBeUndefined();
    expect(world.wallet.listenerCount()).toBe(0);
  });

  it('returns undefined when the wallet fails or is locked', async () => {
    await authorised();
    world.wallet.faults.set({ plainError: ['eth_accounts'] });
    expect(await reconnect()).toBeUndefined();
    world.wallet.faults.clear();
    world.wallet.changeAccounts([]);
    expect(await reconnect()).toBeUndefined();
  });

  it('settles when it is aborted, and leaves no timer', async () => {
    await authorised(false);
    await world.adapter.preload?.();
    vi.useFakeTimers();
    const attempt = new AbortController();
    const restoring = reconnect(attempt.signal).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(10);
    attempt.abort();
    expect(await restoring).toMatchObject({ code: 'MODAL_CLOSED' });
    expect(vi.getTimerCount()).toBe(0);
  });

  it('yields to a connection that the visitor starts meanwhile, and changes no state afterwards', async () => {
    await authorised();
    const second = createFakeWallet({ chains: { 31337: anvil.url }, rdns: 'wallet.two', name: 'Two' });
    second.announce();
    await world.adapter.preload?.();
    const answer = heldBack();
    const restoring = reconnect().catch((error: unknown) => error);
    await sleep(5);
    const { signal } = new AbortController();
    expect(await world.adapter.connect('wallet.two', { signal })).toMatchObject({
      connectorId: 'wallet.two',
    });
    expect(await restoring).toMatchObject({ code: 'MODAL_CLOSED' });
    answer();
    await sleep(20);
    expect(world.wallet.listenerCount()).toBe(0);
    await expect(world.adapter.getProvider(world.id)).rejects.toMatchObject({ code: 'PROVIDER_NOT_FOUND' });
    expect(await world.adapter.getProvider('wallet.two')).toBe(second.provider);
  });

  it('does not undo a faster connection of the same wallet', async () => {
    await authorised();
    await world.adapter.preload?.();
    const answer = heldBack('eth_accounts');
    const restoring = reconnect().catch((error: unknown) => error);
    await sleep(5);
    await world.connect();
    answer();
    await restoring;
    await sleep(20);
    expect(world.wallet.listenerCount()).toBe(3);
    world.wallet.changeChain(5);
    await expect
      .poll(() => world.host.reported())
      .toMatchObject([{ type: 'changed', connection: { chainId: 'eip155:5' } }]);
  });

  it('changes no state when core has aborted it', async () => {
    await authorised();
    await world.adapter.preload?.();
    const answer = heldBack();
    const attempt = new AbortController();
    const restoring = reconnect(attempt.signal).catch((error: unknown) => error);
    await sleep(5);
    attempt.abort();
    expect(await restoring).toMatchObject({ code: 'MODAL_CLOSED' });
    answer();
    await sleep(20);
    expect(world.wallet.listenerCount()).toBe(0);
    await expect(world.adapter.getProvider(world.id)).rejects.toMatchObject({ code: 'PROVIDER_NOT_FOUND' });
  });
});
