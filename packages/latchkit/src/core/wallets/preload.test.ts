// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { mainnet } from '../../networks/networks.js';
import { connect } from '../connection/connect.js';
import { createLatchkit } from '../createLatchkit.js';
import { memoryStorage } from '../kernel/storage.js';
import type { LatchkitOptions } from '../LatchkitOptions.js';
import { openModal } from '../modal/openModal.js';
import { connectionOf, scriptedAdapter } from '../testSupport/scriptedAdapter.test-support.js';
import { settle } from '../testSupport/startedKit.test-support.js';
import { type StubGateway, startStubGateway, until } from '../testSupport/stubGateway.test-support.js';
import { preload, preloadWallets } from './preload.js';

let gateway: StubGateway;
beforeEach(async () => {
  gateway = await startStubGateway({
    '/appkit/v1/config': [200, { features: { email: true, socials: false } }],
    '/projects/v1/origins': [200, { allowedOrigins: [] }],
    '/getAnalyticsConfig': [200, { isAnalyticsEnabled: false }],
    '/getWallets': [200, { data: [{ id: 'a', name: 'A', chains: [] }], count: 1 }],
  });
});
afterEach(() => gateway.stop());

function created(options: Partial<LatchkitOptions> = {}, adapter = scriptedAdapter()) {
  const kit = createLatchkit({
    projectId: 'test',
    gateway: gateway.url,
    networks: [mainnet],
    adapters: [adapter],
    storage: memoryStorage(),
    ...options,
  });
  onTestFinished(() => kit.destroy());
  return { kit, adapter };
}
const paths = () =>
  gateway
    .asked()
    .map(({ url }) => url.pathname)
    .sort();
const PROJECT = ['/appkit/v1/config', '/getAnalyticsConfig', '/projects/v1/origins'];

describe('the first intent', () => {
  it('is what starts gateway requests: creation and restoring send none [CALL-01] [CALL-02] [CALL-04]', async () => {
    const storage = memoryStorage();
    storage.setItem('latchkit.v1.connections', JSON.stringify({ eip155: 'io.one' }));
    const adapter = scriptedAdapter();
    adapter.answer.reconnect = async () => undefined;
    const { kit } = created({ storage }, adapter);
    await until(() => kit.store.getState().namespaces.eip155?.account.status === 'disconnected');
    await settle();
    expect(paths()).toEqual([]);
    openModal(kit);
    await until(() => paths().length >= 3);
    openModal(kit);
    await preload(kit);
    expect(paths().filter(path => path !== '/getWallets')).toEqual(PROJECT);
  });

  it('is a stored login to the embedded wallet too, which the project may have turned off', async () => {
    const isAwaited = vi.fn(() => true);
    created({
      embeddedWallet: {
        isAwaited,
        resume: () => {},
        access: () => undefined,
        follow: () => Promise.reject(new Error('No wallet in this test.')),
      },
    });
    await until(() => paths().length === 3);
    expect(paths()).toEqual(PROJECT);
  });

  it("is a host's own call to connect", async () => {
    const adapter = scriptedAdapter();
    adapter.answer.connect = async () => connectionOf('io.one');
    const { kit } = created({}, adapter);
    await connect(kit, { connectorId: 'io.one' });
    await until(() => PROJECT.every(path => paths().includes(path)));
  });
});

describe('preloadWallets', () => {
  it('requests the wallets and the configuration synchronously, each once, before any code has loaded', async () => {
    const sent: string[] = [];
    const real = globalThis.fetch;
    const watch = vi.spyOn(globalThis, 'fetch').mockImplementation((...args) => {
      sent.push(new URL(String(args[0])).pathname);
      return real(...args);
    });
    onTestFinished(() => watch.mockRestore());
    const { kit } = created();
    const loaded = preloadWallets(kit);
    expect(sent.toSorted()).toEqual(['/appkit/v1/config', '/getWallets', '/getWallets']);
    void preloadWallets(kit);
    await loaded;
    await until(() => PROJECT.every(path => paths().includes(path)));
    expect(kit.store.getState().listings.featured.map(({ id }) => id)).toEqual(['a']);
    expect(gateway.asked('/getWallets')).toHaveLength(2);
    expect(gateway.asked('/appkit/v1/config')).toHaveLength(1);
  });

  it('retries failed requests at the next intent', async () => {
    gateway.answers['/getWallets'] = [500, {}];
    const { kit } = created();
    await preloadWallets(kit);
    expect(kit.store.getState().listings.featured).toEqual([]);
    gateway.answers['/getWallets'] = [200, { data: [{ id: 'a', name: 'A', chains: [] }], count: 1 }];
    await preloadWallets(kit);
    expect(kit.store.getState().listings.featured.map(({ id }) => id)).toEqual(['a']);
  });

  it('finds wallets without loading the code that connects them', async () => {
    const adapter = scriptedAdapter();
    const asked: unknown[] = [];
    adapter.preload = async what => void asked.push(what);
    const { kit } = created({}, adapter);
    await preloadWallets(kit);
    await preload(kit);
    expect(asked).toEqual(['wallets', 'wallets', undefined]);
  });
});
