// @vitest-environment jsdom
import { Blob, File } from 'node:buffer';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readSettings } from '../../../../gateway/src/server/readSettings.js';
import { type RunningServer, startServer } from '../../../../gateway/src/server/startServer.js';
import { mainnet } from '../../networks/networks.js';
import { type Anvil, startAnvil } from '../../testing/startAnvil.test-support.js';
import { refreshTokens } from '../balances/refreshTokens.js';
import { connect } from '../connection/connect.js';
import { loadMoreWallets, loadWallets, searchWallets } from '../directory/loadWallets.js';
import { walletImageUrl } from '../kernel/gatewayUrl.js';
import { openModal } from '../modal/openModal.js';
import { defineNetwork } from '../networks/defineNetwork.js';
import { connectionOf, connectorOf, scriptedAdapter } from '../testSupport/scriptedAdapter.test-support.js';
import { startedKit } from '../testSupport/startedKit.test-support.js';
import { until } from '../testSupport/stubGateway.test-support.js';
import { loadListings } from '../wallets/loadListings.js';
import { discoverWallets } from '../wallets/preload.js';

let directory: string;
let anvil: Anvil;
let gateway: RunningServer;

beforeAll(async () => {
  // The database reads File objects, which jsdom does not implement completely.
  vi.stubGlobal('Blob', Blob);
  vi.stubGlobal('File', File);
  directory = mkdtempSync(join(tmpdir(), 'latchkit-client-'));
  anvil = await startAnvil(31337);
  const settings = readSettings({
    LATCHKIT_GATEWAY_PORT: '0',
    LATCHKIT_DATA_DIR: directory,
  });
  gateway = await startServer({ ...settings, upstreams: { 'eip155:31337': anvil.url } });
});
afterAll(async () => {
  await gateway?.stop();
  await anvil?.stop();
  rmSync(directory, { recursive: true, force: true });
  vi.unstubAllGlobals();
});

function kitOnGateway() {
  const local = defineNetwork({
    id: 31337,
    name: 'Local',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [] } },
  });
  const adapter = scriptedAdapter();
  adapter.answer.connect = async () => connectionOf('io.one', 'eip155:31337');
  const options = { gateway: gateway.url, projectId: '0'.repeat(32), networks: [local] as const };
  const { kit } = startedKit(options, adapter);
  return { kit, directoryState: () => kit.store.getState().directory };
}

describe('the client and the gateway', () => {
  it('agree about the directory: groups apart, pages of 40, search', async () => {
    const { kit, directoryState } = kitOnGateway();
    await loadListings(kit);
    const { featured, recommended } = kit.store.getState().listings;
    expect([featured.length, recommended.length]).toEqual([4, 4]);
    expect(new Set([...featured, ...recommended].map(({ id }) => id)).size).toBe(8);
    await loadWallets(kit);
    expect(directoryState().wallets).toHaveLength(40);
    await loadMoreWallets(kit);
    expect(directoryState().wallets.length).toBe(Math.min(80, directoryState().count));
    searchWallets(kit, ' metamask ', { immediate: true });
    await until(() => directoryState().status === 'ready');
    expect(directoryState().wallets.map(({ name }) => name)).toContain('MetaMask');
    kit.destroy();
  });

  it('agree about images: of an announced wallet, before and after the directory is read, and of a network (rows-D11)', async () => {
    const adapter = scriptedAdapter('eip155', []);
    const options = { gateway: gateway.url, projectId: '0'.repeat(32), networks: [mainnet] as const };
    const { kit } = startedKit(options, adapter);
    const imageIds = () =>
      kit.store
        .getState()
        .connectors.map(({ id, imageId, connectors }) => [id, imageId, connectors?.map(one => one.imageId)]);
    const announce = (...ids: string[]) =>
      adapter.report({ type: 'connectors', connectors: ids.map(id => connectorOf(id)) });
    announce('io.unknown');
    await loadListings(kit);
    const { featured, recommended } = kit.store.getState().listings;
    const [first, second] = [...featured, ...recommended].filter(({ rdns, image_id }) => rdns && image_id);
    expect(imageIds()).toEqual([['io.unknown', undefined, undefined]]);
    announce('io.unknown', first?.rdns ?? '', second?.rdns ?? '');
    expect(imageIds()).toEqual([
      ['io.unknown', undefined, undefined],
      [first?.rdns, first?.image_id, undefined],
      [second?.rdns, second?.image_id, undefined],
    ]);
    const { connectors, namespaces } = kit.store.getState();
    const shown = [
      walletImageUrl(kit, connectors[1]?.imageId ?? ''),
      namespaces.eip155?.network?.assets?.imageUrl,
    ];
    for (const url of shown) {
      const response = await fetch(url ?? '');
      expect([response.status, response.headers.get('content-type')]).toEqual([
        200,
        expect.stringMatching(/^image\//),
      ]);
    }
    kit.destroy();
    // The wallets are known before the directory is.
    const early = startedKit(options, scriptedAdapter('eip155', [connectorOf(first?.rdns ?? '')])).kit;
    await discoverWallets(early);
    expect(early.store.getState().connectors[0]).toMatchObject({ id: first?.rdns });
    expect(early.store.getState().connectors[0]?.imageId).toBeUndefined();
    await loadListings(early);
    expect(early.store.getState().connectors[0]?.imageId).toBe(first?.image_id);
    early.destroy();
  });

  it('agree about balances on a chain that the gateway serves', async () => {
    const { kit } = kitOnGateway();
    await connect(kit, { connectorId: 'io.one' });
    await refreshTokens(kit);
    const { tokenStatus, tokenBalance } = kit.store.getState().namespaces.eip155 ?? {};
    expect(tokenStatus).toBe('ready');
    expect(tokenBalance).toMatchObject([
      { symbol: 'ETH', chainId: 'eip155:31337', quantity: { decimals: 18, numeric: '10000' } },
    ]);
    expect(tokenBalance?.[0]).toMatchObject({ address: undefined, value: undefined });
    kit.destroy();
  });

  it('agree about events: the gateway accepts those of the client', async () => {
    const fetched = vi.spyOn(globalThis, 'fetch');
    const { kit } = kitOnGateway();
    openModal(kit);
    await connect(kit, { connectorId: 'io.one' });
    const posts = () => fetched.mock.calls.findIndex(([url]) => String(url).includes('/e?'));
    await until(() => posts() >= 0);
    const response = await fetched.mock.results[posts()]?.value;
    expect(response?.status).toBe(202);
    kit.destroy();
    fetched.mockRestore();
  });
});
