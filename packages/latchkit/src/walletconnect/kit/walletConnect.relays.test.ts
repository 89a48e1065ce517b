import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import WebSocket from 'ws';
import { awaitedLater } from '../../../../../scripts/lib/awaitedLater.mjs';
import { startNetworkRelay } from '../../../../gateway/test/relay/startNetworkRelay.js';
import type { TestRelay } from '../../../../gateway/test/relay/startRelay.js';
import {
  closeModal,
  connect,
  getAccount,
  type Latchkit,
  openModal,
  signMessage,
  startPairing,
} from '../../core/index.js';
import { untilState } from '../../core/testSupport/untilState.test-support.js';
import { evm } from '../../evm/index.js';
import { preparePairing, reachWallets } from '../../internal/index.js';
import { testOptions } from '../interop/ourPeers.test-support.js';
import type { RelaySocket } from '../relay/RelaySocket.js';
import { createWalletClient, type WalletClient } from '../wallet/createWalletClient.js';
import { walletConnect } from '../walletConnect.js';
import { createKitWorld, type KitWorld } from './kitWorld.test-support.js';

const NETWORK_ID = 'a'.repeat(32);
const ADDRESS = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const soon = { timeout: 30_000, interval: 10 };

let world: KitWorld;
let network: TestRelay;
const ends: (() => unknown)[] = [];
beforeEach(async () => {
  world = await createKitWorld();
  network = await startNetworkRelay({ projectIds: [NETWORK_ID] });
});
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
  await world.end();
  await network.stop();
});

/** A gateway that names the network's relay for the project, with the world's relay at `/relay`. */
async function gatewayOf(relays: unknown): Promise<string> {
  const server = createServer((request, response) => {
    const isConfig = request.url?.startsWith('/appkit/v1/config');
    response.writeHead(isConfig ? 200 : 404, {
      'content-type': 'application/json',
      'access-control-allow-origin': '*',
    });
    response.end(
      JSON.stringify(isConfig ? { features: {}, relays } : { error: { code: 'NOT_FOUND', message: 'No' } }),
    );
  });
  server.on('upgrade', world.relay.relay.upgrade);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  ends.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A page whose gateway names the network's relay. Records the hosts to which it opens sockets. */
async function pageOf(
  relays: unknown = [{ url: network.url, projectId: NETWORK_ID }],
  opened: string[] = [],
) {
  const gateway = await gatewayOf(relays);
  const createSocket = (url: string) => {
    opened.push(new URL(url).host);
    return new WebSocket(url) as RelaySocket;
  };
  const kit = () => world.kit({ gateway, adapters: [evm()] }, { relayUrl: undefined, createSocket });
  return { kit, opened, toNetwork: () => opened.filter(host => host === new URL(network.url).host) };
}

async function approve(client: WalletClient, id: number): Promise<void> {
  const accounts = [`eip155:1:${ADDRESS}`];
  await client.approve({ id, namespaces: { eip155: { accounts, methods: ['personal_sign'], events: [] } } });
}

/** Ends a page as a reload does, which cancels no proposal. */
async function unload(kit: Latchkit): Promise<void> {
  const name = 'latchkit.wc.v1.proposals';
  const open = world.storage.getItem(name);
  kit.destroy();
  // What ends with the instance cancels its proposal first.
  await new Promise(setImmediate);
  world.storage.setItem(name, open ?? '');
}

/** A wallet from a store: it listens only to the network's relay. */
function storeWallet(approves = true) {
  const { relayUrl, ...options } = testOptions(network.url, 'Store');
  const client = createWalletClient({ ...options, relays: [{ url: network.url, projectId: NETWORK_ID }] });
  ends.push(client.close);
  client.on('session_proposal', ({ id }) => {
    if (approves) approve(client, id).catch(() => {});
  });
  client.on('session_request', ({ id }) => void client.respond(id, { result: '0x01' }).catch(() => {}));
  return client;
}

describe('walletConnect with a relay that the gateway names', () => {
  it("contacts the network's relay for no visitor of Connect, and again only for the next code (RW-01)", async () => {
    const { kit: create, opened, toNetwork } = await pageOf();
    const kit = create();
    openModal(kit);
    await preparePairing(kit);
    await untilState(kit, state => state.walletConnect.status === 'ready');
    await untilState(kit, state => state.walletConnect.reaches?.includes('network'));
    expect(opened).toHaveLength(1);
    reachWallets(kit, 'gateway');
    expect(toNetwork()).toEqual([]);
    reachWallets(kit, 'network');
    await untilState(kit, state => state.walletConnect.kinds?.network === 'open');
    closeModal(kit, { force: true });
    openModal(kit);
    await preparePairing(kit);
    await untilState(kit, state => state.walletConnect.uri);
    await vi.waitFor(
      async () => expect(await network.metrics()).toMatch(/latchkit_relay_subscriptions 0\n/),
      soon,
    );
    expect(toNetwork()).toHaveLength(1);
  });

  it('connects a wallet on the network, signs, and restores it from there (RW-01)', async () => {
    const { kit: create, toNetwork } = await pageOf();
    const wallet = storeWallet();
    const kit = create();
    const connecting = awaitedLater(connect(kit, { connectorId: 'walletConnect', namespace: 'eip155' }));
    const { walletConnect: pairing } = await untilState(kit, state => state.walletConnect.uri);
    await wallet.pair(pairing.uri ?? '');
    await connecting;
    expect(await signMessage(kit, { message: 'Hello' })).toBe('0x01');
    kit.destroy();
    const before = toNetwork().length;

    const again = create();
    await untilState(again, () => getAccount(again, { namespace: 'eip155' }).isConnected);
    expect(toNetwork().length).toBeGreaterThan(before);
    expect(await signMessage(again, { message: 'Hello' })).toBe('0x01');
  });

  it("connects a wallet on the network that approves after the page was reloaded, although the gateway names the network's relay", async () => {
    const { kit: create, toNetwork } = await pageOf();
    const wallet = storeWallet(false);
    const kit = create();
    void connect(kit, { connectorId: 'walletConnect', namespace: 'eip155' }).catch(() => {});
    const { walletConnect: pairing } = await untilState(kit, state => state.walletConnect.uri);
    await wallet.pair(pairing.uri ?? '');
    await vi.waitFor(() => expect(wallet.proposals()).toHaveLength(1), soon);
    await unload(kit);
    const before = toNetwork().length;

    const again = create();
    await vi.waitFor(() => expect(toNetwork().length).toBeGreaterThan(before), soon);
    for (const { id } of wallet.proposals()) await approve(wallet, id);
    await untilState(again, () => getAccount(again, { namespace: 'eip155' }).isConnected);
    expect(await signMessage(again, { message: 'Hello' })).toBe('0x01');
  });

  it('does not contact the network after a reload for a code that was made and not shown', async () => {
    const { kit: create, toNetwork } = await pageOf();
    const kit = create();
    openModal(kit);
    await preparePairing(kit);
    await untilState(kit, state => state.walletConnect.status === 'ready');
    await unload(kit);
    const again = create();
    await untilState(again, state => state.walletConnect.relay === 'open');
    await openModal(again);
    await untilState(again, state => state.walletConnect.reaches?.includes('network'));
    expect(toNetwork()).toEqual([]);
  });

  it('uses no relay that is neither encrypted nor on this machine, and none without an id (RW-01)', async () => {
    const opened: string[] = [];
    const bad = [{ url: 'ws://relay.evil.example', projectId: NETWORK_ID }, { url: 'wss://relay.example' }];
    for (const relays of [bad.slice(0, 1), bad.slice(1), 'x']) {
      const { kit: create } = await pageOf(relays, opened);
      const kit = create();
      await startPairing(kit);
      await untilState(kit, state => state.walletConnect.reaches);
      expect(kit.store.getState().walletConnect.reaches).toEqual(['gateway']);
      await untilState(kit, state => state.walletConnect.status === 'ready');
      kit.destroy();
    }
    expect(opened).toHaveLength(3);
  });
});

describe('walletConnect', () => {
  it('refuses relays that do not fit, when the instance is made (RW-01)', () => {
    const own = { url: 'wss://gateway.example/relay' };
    const other = { url: 'wss://relay.example', projectId: NETWORK_ID };
    const check = (options: Parameters<typeof walletConnect>[0], gateway = 'https://gateway.example') =>
      walletConnect(options).check(gateway);
    expect(() => check({ relays: [own, other] })).not.toThrow();
    expect(() => check({ relays: [other] })).not.toThrow();
    const wrong: Parameters<typeof walletConnect>[0][] = [
      { relays: [own, other], relayUrl: own.url },
      { relays: [own, other], projectId: NETWORK_ID },
      { relays: [{ url: 'wss://relay.example' }] },
      { relays: [own, { ...other, projectId: '' }] },
      { relays: [{ url: 'ws://relay.example', projectId: NETWORK_ID }] },
      { relays: [{ url: 'ws://localhost.evil.example', projectId: NETWORK_ID }] },
      { relays: [other, other] },
      { relays: [] },
    ];
    for (const options of wrong) expect(() => check(options), JSON.stringify(options)).toThrow(/relay/i);
  });
});
