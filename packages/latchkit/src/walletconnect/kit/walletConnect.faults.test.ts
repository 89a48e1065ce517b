// @vitest-environment jsdom

import { createServer } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import WebSocket from 'ws';
import { awaitedLater } from '../../../../../scripts/lib/awaitedLater.mjs';
import { startRelay } from '../../../../gateway/test/relay/startRelay.js';
import {
  closeModal,
  connect,
  disconnect,
  type Features,
  openModal,
  signMessage,
  startPairing,
} from '../../core/index.js';
import { untilState } from '../../core/testSupport/untilState.test-support.js';
import { evm } from '../../evm/index.js';
import { cancelWalletRequest, pairingLink, preparePairing, resendRequest } from '../../internal/index.js';
import { mainnet } from '../../networks/index.js';
import { createFakeWallet } from '../../testing/createFakeWallet.js';
import { evmAccount } from '../interop/walletKeys.test-support.js';
import type { RelaySocket } from '../relay/RelaySocket.js';
import { createKitWorld, type KitWorld } from './kitWorld.test-support.js';

let world: KitWorld;
beforeEach(async () => {
  world = await createKitWorld();
});
afterEach(() => world.end());

async function connected(adapters = [evm()], features: Partial<Features> = {}) {
  const wallet = world.wallet();
  const kit = world.kit({ adapters, networks: [mainnet], features });
  openModal(kit);
  void preparePairing(kit);
  const connecting = awaitedLater(connect(kit, { connectorId: 'walletConnect' }));
  await wallet.scan(kit);
  await connecting;
  closeModal(kit);
  return { kit, wallet };
}

describe('walletConnect when something fails', () => {
  it('names the cause while the relay cannot be reached; other wallets connect, and it recovers', async () => {
    const { port } = world.relay;
    await world.relay.stop();
    createFakeWallet({ chains: { 1: 'http://127.0.0.1:9' } }).announce();
    const kit = world.kit({ adapters: [evm()], networks: [mainnet] });
    openModal(kit);
    void preparePairing(kit);
    const { walletConnect } = await untilState(kit, state => state.walletConnect.status === 'unreachable');
    expect(walletConnect.error?.code).toBe('WC_RELAY_UNREACHABLE');
    const { connectors } = await untilState(kit, state => state.connectors.length === 2);
    const other = connectors.find(({ type }) => type === 'ANNOUNCED')?.id ?? '';
    await connect(kit, { connectorId: other });
    expect(kit.store.getState().connections).toHaveLength(1);
    const back = await startRelay({ port });
    try {
      await untilState(kit, state => state.walletConnect.status === 'ready');
      expect(kit.store.getState().walletConnect.error).toBeUndefined();
    } finally {
      kit.destroy();
      await back.stop();
    }
  });

  it("shows 'Session Expired' once when the relay refuses the page's token [ERR-22]", async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
    // The token arrives with a truncated signature.
    const spoil = (url: string) => url.replace(/([?&]auth=[^&]+)....(?=&|$)/, '$1');
    let tries = 0;
    const createSocket = (url: string) => {
      tries += 1;
      return new WebSocket(spoil(url)) as RelaySocket;
    };
    const kit = world.kit({ adapters: [evm()], networks: [mainnet] }, { createSocket });
    openModal(kit);
    void preparePairing(kit);
    const { alerts } = await untilState(kit, state => state.alerts.length > 0);
    expect(alerts).toMatchObject([{ shortMessage: 'Session Expired', tone: 'error' }]);
    const { walletConnect } = await untilState(kit, state => state.walletConnect.status === 'unreachable');
    expect(walletConnect.error).toMatchObject({ context: { closeCode: 3000 } });
    // Each attempt has a new token, which is refused too.
    await vi.waitFor(() => expect(tries).toBeGreaterThan(2), 60_000);
    expect(kit.store.getState().alerts).toHaveLength(1);
    logged.mockRestore();
  });

  it('disconnects immediately while the relay is down', async () => {
    const { kit } = await connected();
    await world.relay.kill();
    const before = performance.now();
    await disconnect(kit);
    expect(performance.now() - before).toBeLessThan(1_000);
    expect(kit.store.getState().connections).toEqual([]);
    expect(world.storage.getItem('latchkit.wc.v1.sessions')).toBeNull();
  });

  it('is disconnected after a reload without a relay, and connects when the relay is back', async () => {
    const { kit } = await connected();
    const { port } = world.relay;
    kit.destroy();
    await world.relay.stop();
    const again = world.kit({ adapters: [evm()], networks: [mainnet] });
    await untilState(again, ({ namespaces }) => namespaces.eip155?.account.status === 'disconnected');
    const back = await startRelay({ port });
    try {
      const { namespaces } = await vi.waitFor(
        () => {
          const state = again.store.getState();
          expect(state.connections).toHaveLength(1);
          return state;
        },
        { timeout: 60_000 },
      );
      expect(namespaces.eip155?.account.address).toBe(evmAccount.address);
    } finally {
      again.destroy();
      await back.stop();
    }
  });

  it('leaves nothing behind when it is destroyed: the socket closes and every promise settles', async () => {
    const { kit, wallet } = await connected();
    wallet.answers = async () => undefined;
    const signing = signMessage(kit, { message: 'never answered' });
    signing.catch(() => {});
    await untilState(kit, state => state.walletConnect.requests[0]?.status === 'sent');
    kit.destroy();
    await expect(signing).rejects.toMatchObject({ code: expect.any(String) });
    wallet.client.close();
    await expect.poll(async () => /^latchkit_relay_sockets 0$/m.test(await world.relay.metrics())).toBe(true);
  });
});

describe("a host's request to a wallet elsewhere", () => {
  it('is shown until it settles, and does not open the modal twice', async () => {
    const { kit, wallet } = await connected();
    const views: string[] = [];
    kit.store.subscribe(({ modal }) => {
      const shown = modal.open ? modal.views.map(({ name }) => name).join('/') : 'closed';
      if (views.at(-1) !== shown) views.push(shown);
    });
    await signMessage(kit, { message: 'hello' });
    expect(views).toEqual(['WalletRequest', 'closed']);
    // If the modal was open before, the visitor returns to the same view.
    openModal(kit, { view: 'Account' });
    await signMessage(kit, { message: 'hello again' });
    expect(views.slice(2)).toEqual(['Account', 'Account/WalletRequest', 'Account']);
    expect(wallet.requests).toHaveLength(2);
  });

  it.each(['SendReview', 'SwapReview', 'Pay'] as const)(
    'is not shown over %s, which shows its own',
    async view => {
      const { kit } = await connected([evm()], { pay: true, swaps: ['1inch'] });
      openModal(kit, { view });
      const views = new Set<string>();
      kit.store.subscribe(({ modal }) => views.add(modal.views.map(({ name }) => name).join('/')));
      await signMessage(kit, { message: 'hello' });
      expect([...views]).toEqual([view]);
    },
  );

  it('rejects as refused when it is cancelled, and the late answer changes nothing', async () => {
    const { kit, wallet } = await connected();
    let answer = () => {};
    const answers = wallet.answers;
    wallet.answers = async request => {
      await new Promise<void>(resolve => {
        answer = resolve;
      });
      return answers(request);
    };
    const signing = signMessage(kit, { message: 'hello' });
    signing.catch(() => {});
    await expect.poll(() => wallet.requests.length).toBe(1);
    // Nothing closes it accidentally.
    closeModal(kit);
    expect(kit.store.getState().modal).toMatchObject({ open: true, shake: true });
    const [request] = kit.store.getState().walletConnect.requests;
    await cancelWalletRequest(kit, request?.id ?? 0);
    await expect(signing).rejects.toMatchObject({ code: 'REQUEST_REJECTED' });
    expect(kit.store.getState().modal.open).toBe(false);
    expect(kit.store.getState().walletConnect.requests).toEqual([]);
    answer();
    wallet.answers = answers;
    expect(await signMessage(kit, { message: 'the next' })).toMatch(/^0x/);
  });
});

describe('walletConnect when the visitor refuses', () => {
  it('rejects with the refusal and offers a new link immediately', async () => {
    const wallet = world.wallet();
    wallet.approves = { code: 5000, message: 'User rejected.' };
    const kit = world.kit({ adapters: [evm()] });
    openModal(kit);
    void preparePairing(kit);
    await untilState(kit, state => state.walletConnect.status === 'ready');
    const first = pairingLink(kit);
    const refused = connect(kit, { connectorId: 'walletConnect' });
    refused.catch(() => {});
    await wallet.scan(kit);
    await expect(refused).rejects.toMatchObject({ code: 'CONNECTION_REJECTED' });
    expect(pairingLink(kit)).toMatch(/^wc:/);
    expect(pairingLink(kit)).not.toBe(first);
    wallet.approves = chains => chains.map(chain => `${chain}:${evmAccount.address}`);
    const again = awaitedLater(connect(kit, { connectorId: 'walletConnect' }));
    await wallet.scan(kit);
    expect((await again).accounts).toEqual([evmAccount.address]);
  });

  it('settles a cancelled attempt, and does not connect a wallet that approves late', async () => {
    const wallet = world.wallet();
    const kit = world.kit({ adapters: [evm()] });
    openModal(kit);
    void preparePairing(kit);
    const { walletConnect } = await untilState(kit, state => state.walletConnect.status === 'ready');
    const attempt = connect(kit, { connectorId: 'walletConnect' });
    attempt.catch(() => {});
    closeModal(kit);
    await expect(attempt).rejects.toMatchObject({ code: 'MODAL_CLOSED' });
    await wallet.client.pair(walletConnect.uri ?? '');
    // The proposal was received, but the page ignores its response.
    await expect.poll(() => wallet.proposals.length).toBe(1);
    await expect.poll(() => wallet.client.sessions().every(({ acknowledged }) => !acknowledged)).toBe(true);
    expect(kit.store.getState().connections).toEqual([]);
  });

  it('keeps the connected wallet until another one approves', async () => {
    const { kit, wallet } = await connected();
    const other = world.wallet('Tablet');
    openModal(kit, { view: 'Connect' });
    void preparePairing(kit);
    const again = awaitedLater(connect(kit, { connectorId: 'walletConnect' }));
    await untilState(kit, state => state.walletConnect.status === 'ready');
    expect(wallet.client.sessions()).toHaveLength(1);
    await other.scan(kit);
    await again;
    await untilState(kit, state => state.walletConnect.wallet?.name === 'Tablet');
    expect(kit.store.getState().connections).toHaveLength(1);
    await expect.poll(() => wallet.client.sessions()).toEqual([]);
    expect(other.client.sessions()).toHaveLength(1);
  });
});

describe('resendRequest', () => {
  it('shows a pending request and resends it, and the wallet responds once', async () => {
    const { kit, wallet } = await connected();
    const { answers } = wallet;
    wallet.answers = async () => undefined;
    const signing = awaitedLater(signMessage(kit, { message: 'hello' }));
    const { walletConnect } = await untilState(
      kit,
      state => state.walletConnect.requests[0]?.status === 'sent',
    );
    const [request] = walletConnect.requests;
    expect(request).toMatchObject({ method: 'personal_sign', chainId: 'eip155:1', status: 'sent' });
    await expect.poll(() => wallet.requests.length).toBe(1);
    await resendRequest(kit, request?.id ?? 0);
    wallet.answers = answers;
    const [asked] = wallet.client.requests();
    if (asked) await wallet.client.respond(asked.id, (await answers(asked)) ?? { result: '' });
    expect(await signing).toMatch(/^0x/);
    expect(kit.store.getState().walletConnect.requests).toEqual([]);
    // Under the same id: a wallet that has it does not show it twice.
    expect(wallet.requests).toHaveLength(1);
  });
});

describe('a relay that accepts no client', () => {
  it('is reported and retried', async () => {
    const server = createServer(socket => socket.destroy());
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : 0;
    const kit = world.kit({ adapters: [evm()] }, { relayUrl: `ws://127.0.0.1:${port}/relay` });
    await startPairing(kit);
    const { walletConnect } = await untilState(kit, state => state.walletConnect.status === 'unreachable');
    expect(walletConnect.uri).toMatch(/^wc:/);
    expect(walletConnect.error?.details).toBeTruthy();
    kit.destroy();
    await new Promise(resolve => server.close(resolve));
  });
});
