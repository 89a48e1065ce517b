import { recoverMessageAddress } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { awaitedLater } from '../../../../../scripts/lib/awaitedLater.mjs';
import {
  connect,
  disconnect,
  type Latchkit,
  memoryStorage,
  type SiwxSession,
  signIn,
  startPairing,
  switchNetwork,
} from '../../core/index.js';
import { eventsOf, untilState } from '../../core/testSupport/untilState.test-support.js';
import { optimism, solana } from '../../networks/index.js';
import { createError } from '../../protocol/errors.js';
import { createSiwx, type SessionStore } from '../../siwx/index.js';
import { anvilAccounts } from '../../testing/anvilAccounts.js';
import { evmAccount } from '../interop/walletKeys.test-support.js';
import type { AuthPayload, Cacao } from '../session/Cacao.js';
import { createKitWorld, type KitWorld, signedAuth } from './kitWorld.test-support.js';

let world: KitWorld;
beforeEach(async () => {
  world = await createKitWorld();
});
afterEach(() => world.end());

const other = privateKeyToAccount(anvilAccounts[1]);
const PAGE = { domain: 'page.example', uri: 'https://page.example', statement: 'Sign in to the page.' };

/** A host's own server: each nonce is valid once, and the signature must be from the account's key. */
function hostServer() {
  const nonces = new Set<string>();
  const kept = new Map<string, SiwxSession>();
  const made: string[] = [];
  const nonce = async () => {
    const one = `nonce${made.length}${'0'.repeat(16)}`;
    made.push(one);
    nonces.add(one);
    return one;
  };
  const store: SessionStore = {
    ...{ nonce, connectionNonce: nonce },
    async add(session) {
      const { message, text, signature } = session;
      const isNew = nonces.delete(message.nonce);
      const signer = await recoverMessageAddress({ message: text, signature: signature as `0x${string}` });
      if (!isNew || signer !== message.accountAddress) throw createError('SIGN_IN_SMART_ACCOUNT');
      kept.set(session.accountAddress, session);
      return undefined;
    },
    get: async ({ chainId, address }) => [kept.get(`${chainId}:${address}`)].filter(one => one !== undefined),
    async revoke({ chainId, address }) {
      kept.delete(`${chainId}:${address}`);
    },
  };
  return { store, made, kept };
}

type Server = ReturnType<typeof hostServer>;

function kitWith(server: Server, options: Parameters<KitWorld['kit']>[0] = {}): Latchkit {
  return world.kit({ siwx: createSiwx({ ...PAGE, storage: server.store }), ...options });
}

/** Waits until the kit shows the link that asks to sign in. */
const untilAsking = (kit: Latchkit) =>
  untilState(kit, ({ walletConnect }) => walletConnect.uri?.includes('wc_sessionAuthenticate'));

describe('sign-in with a connection of WalletConnect', () => {
  it('connects and signs in with one prompt when every network is EVM [VAL-18]', async () => {
    const server = hostServer();
    const wallet = world.wallet();
    wallet.signsIn();
    const kit = kitWith(server);
    const events = eventsOf(kit);
    await kit.kernel.start();
    await switchNetwork(kit, { chainId: 'eip155:10' });
    const connecting = awaitedLater(connect(kit, { connectorId: 'walletConnect' }));
    await untilAsking(kit);
    await wallet.scan(kit);
    expect((await connecting).accounts).toEqual([evmAccount.address]);
    const { signIn: state, namespaces } = await untilState(kit, one => one.signIn.sessions.eip155);

    const [asked] = wallet.authentications;
    expect(asked?.authPayload).toMatchObject({
      // The active network first.
      chains: ['eip155:10', 'eip155:1'],
      domain: PAGE.domain,
      aud: PAGE.uri,
      statement: PAGE.statement,
      nonce: server.made[0],
      version: '1',
    });
    expect(state.sessions.eip155).toMatchObject({
      accountAddress: `eip155:10:${evmAccount.address}`,
      message: {
        ...{ domain: PAGE.domain, uri: PAGE.uri, nonce: server.made[0] },
        statement: expect.stringContaining(PAGE.statement),
        expirationTime: asked?.authPayload.exp,
      },
    });
    expect(namespaces.eip155?.network.caipNetworkId).toBe('eip155:10');
    expect([state.asking, state.checking]).toEqual([undefined, []]);
    expect([wallet.proposals, wallet.requests, server.made.length]).toEqual([[], [], 1]);
    expect(events.map(({ event }) => event)).not.toContain('SIGN_IN_ASKED');
    expect(events).toContainEqual(
      expect.objectContaining({ event: 'SIGN_IN_SUCCESS', chainId: 'eip155:10' }),
    );
  });

  it('asks only to connect when a Solana network is requested too, and to sign afterwards [VAL-18]', async () => {
    const server = hostServer();
    const wallet = world.wallet();
    wallet.signsIn();
    const kit = kitWith(server, { networks: [optimism, solana] });
    const connecting = awaitedLater(connect(kit, { connectorId: 'walletConnect' }));
    const { walletConnect } = await untilState(kit, state => state.walletConnect.uri);
    expect(walletConnect.uri).not.toContain('wc_sessionAuthenticate');
    await wallet.scan(kit);
    await connecting;
    await untilState(kit, state => state.signIn.asking?.step === 'ready');
    expect(wallet.authentications).toEqual([]);
    expect(Object.keys(wallet.proposals[0]?.optionalNamespaces ?? {}).sort()).toEqual(['eip155', 'solana']);
  });

  it('connects a wallet that does not support it, and asks it to sign afterwards', async () => {
    const server = hostServer();
    const wallet = world.wallet();
    const kit = kitWith(server);
    const connecting = awaitedLater(connect(kit, { connectorId: 'walletConnect' }));
    await untilAsking(kit);
    await wallet.scan(kit);
    await connecting;
    await untilState(kit, state => state.signIn.asking?.step === 'ready');
    expect(wallet.requests).toEqual([]);
    await signIn(kit);
    expect(wallet.requests.map(({ request }) => request.method)).toEqual(['personal_sign']);
    expect(server.kept.size).toBe(1);
  });

  it('asks only to connect when the message cannot be created without an account', async () => {
    const { store, ...server } = hostServer();
    const { connectionNonce, ...without } = store;
    const failing = {
      ...store,
      connectionNonce: async () => Promise.reject(new Error('The server is away.')),
    };
    for (const one of [without, failing]) {
      const kit = kitWith({ ...server, store: one });
      await startPairing(kit);
      const { walletConnect } = await untilState(kit, state => state.walletConnect.uri);
      expect(walletConnect.uri).not.toContain('wc_sessionAuthenticate');
      kit.destroy();
    }
    expect(server.made).toEqual([]);
  });

  it("treats a wallet's refusal as a refusal of the connection", async () => {
    const wallet = world.wallet();
    wallet.signsIn(() => ({ code: 5000, message: 'User rejected.' }));
    const kit = kitWith(hostServer());
    const refused = awaitedLater(
      expect(connect(kit, { connectorId: 'walletConnect' })).rejects.toMatchObject({
        code: 'CONNECTION_REJECTED',
      }),
    );
    await untilAsking(kit);
    await wallet.scan(kit);
    await refused;
    expect(kit.store.getState().connections).toEqual([]);
  });

  it.each<[string, string, (asked: AuthPayload) => Promise<readonly Cacao[]>]>([
    ['of another domain', 'another domain', async a => [await signedAuth(a, { domain: 'evil.example' })]],
    ['of another page', 'another page', async a => [await signedAuth(a, { aud: 'https://evil.example' })]],
    ['with another nonce', 'another nonce', async a => [await signedAuth(a, { nonce: 'replayed00000000' })]],
    [
      'with a later end',
      'a later expiration',
      async a => [await signedAuth(a, { exp: '2999-01-01T00:00:00Z' })],
    ],
    ['without an end', 'a later expiration', async a => [await signedAuth(a, { exp: undefined })]],
    ['by another key', "is not the account's", async a => [await signedAuth(a, {}, other)]],
    [
      'on another chain as well',
      'not asked for',
      async a => [await signedAuth(a), await signedAuth({ ...a, chains: ['eip155:137'] })],
    ],
    [
      'for one chain of two',
      "is not the account's",
      async a => [await signedAuth(a), await signedAuth({ ...a, chains: ['eip155:10'] }, {}, other)],
    ],
    [
      'without a signature',
      'is missing',
      async a => [{ ...(await signedAuth(a)), s: { t: 'eip1271', s: '' } }],
    ],
  ])('ends the session of a message %s, and says so to both sides', async (_, said, sign) => {
    const server = hostServer();
    const wallet = world.wallet();
    wallet.signsIn(sign);
    const ended = new Promise(resolve => wallet.client.on('session_delete', resolve));
    const kit = kitWith(server);
    const refused = awaitedLater(
      expect(connect(kit, { connectorId: 'walletConnect' })).rejects.toMatchObject({
        code: 'WC_INVALID_AUTHENTICATION',
        details: expect.stringContaining(said),
      }),
    );
    await untilAsking(kit);
    await wallet.scan(kit);
    await refused;
    await ended;
    expect(wallet.client.sessions()).toEqual([]);
    expect([kit.store.getState().connections, server.kept.size]).toEqual([[], 0]);
  });

  it('uses a new nonce for each request, and rejects earlier messages', async () => {
    const server = hostServer();
    const wallet = world.wallet();
    let first: Cacao | undefined;
    wallet.signsIn(async asked => {
      first ??= await signedAuth(asked);
      return [first];
    });
    const kit = kitWith(server);
    const connecting = awaitedLater(connect(kit, { connectorId: 'walletConnect' }));
    await untilAsking(kit);
    await wallet.scan(kit);
    await connecting;
    await disconnect(kit);
    const again = awaitedLater(
      expect(connect(kit, { connectorId: 'walletConnect' })).rejects.toMatchObject({
        code: 'WC_INVALID_AUTHENTICATION',
        details: expect.stringContaining('another nonce'),
      }),
    );
    await untilAsking(kit);
    await wallet.scan(kit);
    await again;
    expect(new Set(wallet.authentications.map(({ authPayload }) => authPayload.nonce)).size).toBe(2);
  });

  it('leaves the signature of a contract to the verifier, and ends the session when it is refused', async () => {
    const server = hostServer();
    const wallet = world.wallet();
    wallet.signsIn(async asked => {
      const { s, ...rest } = await signedAuth(asked, {}, other);
      return [{ ...rest, s: { ...s, t: 'eip1271' } }];
    });
    const kit = kitWith(server);
    const events = eventsOf(kit);
    const ended = new Promise(resolve => wallet.client.on('session_delete', resolve));
    const refused = awaitedLater(
      expect(connect(kit, { connectorId: 'walletConnect' })).rejects.toMatchObject({
        code: 'SIGN_IN_SMART_ACCOUNT',
      }),
    );
    await untilAsking(kit);
    await wallet.scan(kit);
    await refused;
    await ended;
    expect([kit.store.getState().connections, server.kept.size]).toEqual([[], 0]);
    expect(events).toContainEqual(
      expect.objectContaining({ event: 'SIGN_IN_ERROR', code: 'SIGN_IN_SMART_ACCOUNT' }),
    );
  });

  it('accepts the signature of a contract when the verifier does', async () => {
    const server = hostServer();
    const add = vi.fn(async (session: SiwxSession) => {
      server.kept.set(session.accountAddress, session);
      return undefined;
    });
    const wallet = world.wallet();
    wallet.signsIn(async asked => [{ ...(await signedAuth(asked)), s: { t: 'eip1271', s: '0x1234' } }]);
    const kit = kitWith({ ...server, store: { ...server.store, add } });
    await startPairing(kit);
    await untilAsking(kit);
    await wallet.scan(kit);
    await untilState(kit, state => state.signIn.sessions.eip155);
    expect(add).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ signature: '0x1234' }));
  });

  it('signs in when a link was approved while the page was unloaded', async () => {
    const server = hostServer();
    const wallet = world.wallet();
    wallet.signsIn();
    const before = memoryStorage();
    const first = kitWith(server, { storage: before });
    await startPairing(first);
    await untilAsking(first);
    const { walletConnect } = await untilState(first, state => state.walletConnect.status === 'ready');
    const name = 'latchkit.wc.v1.proposals';
    world.storage.setItem(name, before.getItem(name) ?? '');
    first.destroy();
    await wallet.client.pair(walletConnect.uri ?? '');
    const again = kitWith(server);
    const state = await untilState(again, one => one.signIn.sessions.eip155);
    expect(state.namespaces.eip155?.account.address).toBe(evmAccount.address);
    expect(wallet.requests).toEqual([]);
  });
});
