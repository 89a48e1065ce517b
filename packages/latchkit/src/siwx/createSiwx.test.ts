// @vitest-environment jsdom
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { accountId } from '../../../gateway/src/project/chains/accountId.js';
import { checkMessage } from '../../../gateway/src/project/siwx/checkMessage.js';
import { connect } from '../core/connection/connect.js';
import { createLatchkit, getSession, type Latchkit, memoryStorage } from '../core/index.js';
import { cancelSignIn, signIn, signOut } from '../core/signIn/signIn.js';
import {
  ADDRESS,
  connectionOf,
  connectorOf,
  scriptedAdapter,
} from '../core/testSupport/scriptedAdapter.test-support.js';
import { settle } from '../core/testSupport/startedKit.test-support.js';
import { startStubGateway, until } from '../core/testSupport/stubGateway.test-support.js';
import { mainnet, solana } from '../networks/index.js';
import { createError } from '../protocol/errors.js';
import { parseSiwxMessage } from '../protocol/siwx/parseSiwxMessage.js';
import type { SiwxMessage } from '../protocol/siwx/SiwxMessage.js';
import { createSiwx } from './createSiwx.js';
import type { SessionStore } from './SessionStore.js';
import type { SiwxOptions } from './SiwxOptions.js';

let kit: Latchkit | undefined;
afterEach(() => {
  kit?.destroy();
  vi.useRealTimers();
});

/** A host's own server, as seen by the page. */
function hostStore() {
  const kept = new Map<string, Awaited<ReturnType<SessionStore['get']>>>();
  const calls: string[] = [];
  const store: SessionStore = {
    async nonce({ address, domain }) {
      calls.push(`nonce ${domain} ${address.slice(0, 6)}`);
      return 'hostsnonce12345678';
    },
    async add(session) {
      calls.push('add');
      kept.set(session.accountAddress, [session]);
      return undefined;
    },
    get: async ({ chainId, address }) => kept.get(`${chainId}:${address}`) ?? [],
    async revoke({ chainId, address }) {
      calls.push('revoke');
      kept.delete(`${chainId}:${address}`);
    },
  };
  return { store, calls, kept };
}

async function asked(options: SiwxOptions, adapter = scriptedAdapter(), gateway?: string) {
  const evm = adapter.namespace === 'eip155';
  const made = createLatchkit({
    projectId: 'test',
    gateway,
    features: { analytics: false },
    networks: [evm ? mainnet : solana],
    adapters: [adapter],
    metadata: { name: 'Test' },
    storage: memoryStorage(),
    siwx: createSiwx(options),
  });
  kit = made;
  await made.kernel.start();
  await connect(made, { connectorId: 'io.one' });
  await settle();
  await settle();
  return { kit: made, adapter, request: () => made.store.getState().signIn.asking };
}

describe('a page whose clock is off', () => {
  it.each([-86_400_000, -600_000, 90_000, 3_600_000])(
    'by %d ms signs in with a message that the gateway takes (GW-09)',
    async off => {
      const right = Date.now();
      const gateway = await startStubGateway();
      onTestFinished(() => gateway.stop());
      gateway.answers['/siwx/v1/nonce'] = [200, { nonce: 'gatewaysnonce12345', expirationTime: '' }];
      gateway.answers['/siwx/v1/verify'] = [401, { error: { code: 'INVALID_NONCE', message: 'x' } }];
      vi.useFakeTimers({ toFake: ['Date'], now: right + off });
      const asking = await asked({ expiresIn: 300_000 }, scriptedAdapter(), gateway.url);
      await until(() => asking.request()?.message !== undefined);
      const message = asking.request()?.message as SiwxMessage;
      const account = accountId(`eip155:1:${ADDRESS}`);
      if (!account) throw new Error('The test has an account');
      expect(() => checkMessage(message, { account, origin: location.origin, now: right })).not.toThrow();
      expect(Date.parse(message.issuedAt)).toBeGreaterThan(right - 60_000);
      asking.adapter.signMessage = async () => '0xsigned';
      await signIn(asking.kit).catch(() => undefined);
      expect(gateway.asked('/siwx/v1/verify')).toHaveLength(1);
    },
  );
});

describe('createSiwx', () => {
  it('creates the message without an account only when the store has a nonce for it', async () => {
    const { store } = hostStore();
    const context = {
      ...{ projectId: 'test', gateway: undefined, storage: memoryStorage(), changed: () => {} },
      signal: new AbortController().signal,
    };
    const without = await createSiwx({ storage: store }).attach(context);
    expect(await without.createParameters?.()).toBeUndefined();
    const connectionNonce = async ({ domain }: { domain: string }) => `${domain.length}nonce12345678`;
    const storage = { ...store, connectionNonce };
    const made = await createSiwx({ storage, statement: 'Sign in to Meridian.', expiresIn: 60_000 }).attach(
      context,
    );
    const parameters = await made.createParameters?.();
    expect(parameters).toMatchObject({
      ...{ domain: location.host, uri: location.origin, version: '1', statement: 'Sign in to Meridian.' },
      nonce: `${location.host.length}nonce12345678`,
    });
    const { issuedAt = '', expirationTime = '' } = parameters ?? {};
    expect(Date.parse(expirationTime) - Date.parse(issuedAt)).toBe(60_000);
  });

  it('passes the wallet a message with every field that is set [ENT-21]', async () => {
    const { store } = hostStore();
    const resources = ['https://app.example/terms'];
    const { kit: made, adapter } = await asked({
      storage: store,
      statement: 'Sign in to Meridian.',
      resources,
      expiresIn: 3_600_000,
    });
    let text = '';
    adapter.signMessage = async ({ message }) => {
      text = message;
      return '0xsigned';
    };
    const session = await signIn(made);
    const message = parseSiwxMessage(text, 'eip155');
    expect(message).toMatchObject({
      domain: location.host,
      uri: location.origin,
      version: '1',
      chainId: 'eip155:1',
      accountAddress: ADDRESS,
      nonce: 'hostsnonce12345678',
      statement: 'Sign in to Meridian.',
      resources,
    });
    expect(Date.parse(message.expirationTime ?? '') - Date.parse(message.issuedAt)).toBe(3_600_000);
    expect(session).toEqual({
      accountAddress: `eip155:1:${ADDRESS}`,
      chainId: 'eip155:1',
      message,
      text,
      signature: '0xsigned',
      expirationTime: message.expirationTime,
    });
  });

  it('stores sessions where the host configured it [STATE-37]', async () => {
    const { store, calls, kept } = hostStore();
    const { kit: made } = await asked({ storage: store });
    await signIn(made);
    expect([...kept.keys()]).toEqual([`eip155:1:${ADDRESS}`]);
    await signOut(made);
    expect(calls).toEqual([`nonce ${location.host} 0xf39F`, 'add', 'revoke']);
    expect(kept.size).toBe(0);
  });

  it('is required by default, and lets the visitor continue when it is not [CAP-01]', async () => {
    expect([createSiwx().required, createSiwx({ required: false }).required]).toEqual([true, false]);
    const { kit: made } = await asked({ required: false, storage: hostStore().store });
    await cancelSignIn(made);
    expect(made.store.getState().namespaces.eip155?.account.isConnected).toBe(true);
    expect(getSession(made)).toBeUndefined();
  });

  it('accepts an address in any case and writes it with its EIP-55 checksum', async () => {
    const adapter = scriptedAdapter();
    adapter.answer.connect = async () => ({ ...connectionOf('io.one'), accounts: [ADDRESS.toLowerCase()] });
    const { request } = await asked({ storage: hostStore().store }, adapter);
    expect(request()?.message?.accountAddress).toBe(ADDRESS);
    expect(request()?.text).toContain(`Ethereum account:\n${ADDRESS}\n`);
  });

  it('throws when a message cannot contain the statement', () => {
    for (const statement of ['', 'a\nb', 'Say "hello"', 'Grüße'])
      expect(() => createSiwx({ statement })).toThrow(
        expect.objectContaining({ code: 'INVALID_SIWX_MESSAGE' }),
      );
  });

  it('accepts a text that the wallet wrote at one-prompt sign-in unless it changed the request', async () => {
    const address = '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV1';
    const adapter = scriptedAdapter('solana', [connectorOf('io.one', { chain: 'solana' })]);
    adapter.answer.connect = async () => ({
      connectorId: 'io.one',
      chainId: solana.caipNetworkId,
      accounts: [address],
    });
    const { store, kept } = hostStore();
    const { kit: made, request } = await asked({ storage: store, statement: 'Hello.' }, adapter);
    const own = () => (request()?.text ?? '').replace('Chain ID: mainnet', 'Chain ID: solana:mainnet');
    const answers = [
      () => own().replace('hostsnonce', 'othernonce'),
      () => own().replace(location.host, 'evil.example'),
      () => 'not a message',
    ];
    for (const answer of answers) {
      adapter.signIn = async () => ({ text: answer(), signature: 'signed' });
      await expect(signIn(made)).rejects.toMatchObject({ code: 'SIGN_IN_FAILED' });
    }
    expect(kept.size).toBe(0);
    let nonce = '';
    adapter.signIn = async ({ message }) => {
      nonce = message.nonce;
      return { text: own(), signature: 'signed' };
    };
    const session = await signIn(made);
    expect([nonce, session.chainId]).toEqual(['hostsnonce12345678', solana.caipNetworkId]);
    expect(session.text).toContain('Chain ID: solana:mainnet');
  });

  it("reports what a host's own server says about a smart account [ERR-39]", async () => {
    const { store } = hostStore();
    const add = async () => Promise.reject(createError('SIGN_IN_SMART_ACCOUNT'));
    const { kit: made, request } = await asked({ storage: { ...store, add } });
    await expect(signIn(made)).rejects.toThrow('This application might not support Smart Accounts');
    expect(request()?.problem).toBe('smartAccount');
  });

  it('cannot start without a gateway and without a server of the host’s [ERR-37]', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { kit: made } = await asked({});
    await vi.advanceTimersByTimeAsync(1_000);
    const { namespaces, toast } = made.store.getState();
    expect([namespaces.eip155?.account.status, toast?.text]).toEqual([
      'disconnected',
      'toast.signInUnavailable',
    ]);
  });
});
