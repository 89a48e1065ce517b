import { createConfig, http } from '@wagmi/core';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { CountingWindow } from '../testing/CountingWindow.test-support.js';
import { anvilNetwork, createAdapterHost } from '../testing/createAdapterHost.test-support.js';
import { createFakeWallet } from '../testing/createFakeWallet.js';
import { type Anvil, startAnvil } from '../testing/startAnvil.test-support.js';
import { toViemChain } from './chain/toViemChain.js';
import { evm } from './evm.js';

let anvil: Anvil;
beforeAll(async () => {
  anvil = await startAnvil(31337);
});
afterAll(() => anvil?.stop());
afterEach(() => vi.unstubAllGlobals());

const request = () => ({ signal: new AbortController().signal });

describe('evm', () => {
  it('can be created without a browser, and throws when it is used before it is started', async () => {
    expect(typeof window).toBe('undefined');
    const adapter = evm();
    expect(adapter.namespace).toBe('eip155');
    await expect(adapter.connect('any', request())).rejects.toMatchObject({ code: 'PROVIDER_NOT_FOUND' });
  });

  it("survives React's strict mode: started twice, the first start destroyed", async () => {
    const page = new CountingWindow();
    vi.stubGlobal('window', page);
    const wallet = createFakeWallet({ chains: { 31337: anvil.url } });
    wallet.announce();
    const first = createAdapterHost(() => [anvilNetwork(anvil)]);
    const second = createAdapterHost(() => [anvilNetwork(anvil)]);
    const adapter = evm();
    adapter.start(first);
    first.destroy();
    adapter.start(second);
    await second.listed();
    expect(page.count('eip6963:announceProvider')).toBe(1);
    expect(first.events).toEqual([]);
    await adapter.connect(wallet.info.rdns, request());
    wallet.changeChain(5);
    await expect.poll(() => second.reported()).toHaveLength(1);
    expect(first.events).toEqual([]);
    second.destroy();
    expect(page.count()).toBe(page.count('eip6963:requestProvider'));
  });

  it('has one live listener after hot updates of the module that makes the instance, if each destroys the last (DX-14)', async () => {
    const page = new CountingWindow();
    vi.stubGlobal('window', page);
    const started: ReturnType<typeof createAdapterHost>[] = [];
    const update = () => {
      // As the guide says: `import.meta.hot?.dispose(() => kit.destroy())`.
      started.at(-1)?.destroy();
      const host = createAdapterHost(() => [anvilNetwork(anvil)]);
      evm().start(host);
      started.push(host);
      return host;
    };
    for (let edits = 0; edits < 5; edits += 1) update();
    const last = update();
    const wallet = createFakeWallet({ chains: { 31337: anvil.url } });
    wallet.announce();
    await last.listed();
    expect(page.count('eip6963:announceProvider')).toBe(1);
    expect(last.connectors()).toHaveLength(1);
    expect(started.slice(0, -1).flatMap(host => host.events)).toEqual([]);
    last.destroy();
  });

  it("leaves nothing in the page or the host's wagmi when it is destroyed before its code has loaded", async () => {
    const page = new CountingWindow();
    vi.stubGlobal('window', page);
    let asked = 0;
    page.addEventListener('eip6963:requestProvider', () => asked++);
    const chain = toViemChain(anvilNetwork(anvil));
    const wagmiConfig = createConfig({
      chains: [chain],
      transports: { [chain.id]: http(anvil.url) },
      storage: null,
      multiInjectedProviderDiscovery: false,
    });
    let following = 0;
    const counted = <T extends (...args: never[]) => () => void>(subscribe: T) =>
      ((...args: Parameters<T>) => {
        const stop = subscribe(...args);
        following++;
        return () => {
          following--;
          stop();
        };
      }) as T;
    wagmiConfig.subscribe = counted(wagmiConfig.subscribe);
    wagmiConfig._internal.connectors.subscribe = counted(wagmiConfig._internal.connectors.subscribe);
    const host = createAdapterHost(() => [anvilNetwork(anvil)]);
    const adapter = evm({ wagmiConfig });
    adapter.start(host);
    const loading = adapter.preload?.();
    expect(following).toBe(1);
    host.destroy();
    await expect(loading).rejects.toMatchObject({ code: 'DESTROYED' });
    expect({ following, asked, events: host.events }).toEqual({ following: 0, asked: 0, events: [] });
    expect(page.count()).toBe(1);
  });

  it('supports networks that the host adds after the first connection', async () => {
    const page = new CountingWindow();
    vi.stubGlobal('window', page);
    const wallet = createFakeWallet({ chains: { 31337: anvil.url, 31338: anvil.url } });
    wallet.announce();
    const networks = [anvilNetwork(anvil)];
    const host = createAdapterHost(() => networks);
    const adapter = evm();
    adapter.start(host);
    await host.listed();
    await adapter.connect(wallet.info.rdns, request());
    const added = anvilNetwork({ chainId: 31338, url: anvil.url });
    await expect(adapter.switchNetwork(wallet.info.rdns, added)).rejects.toMatchObject({
      code: 'NETWORK_NOT_FOUND',
    });
    networks.push(added);
    await adapter.switchNetwork(wallet.info.rdns, added);
    await expect.poll(() => host.reported()).toMatchObject([{ connection: { chainId: 'eip155:31338' } }]);
    host.destroy();
  });
});
