// @vitest-environment jsdom

import { afterEach, describe, expect, it, vi } from 'vitest';
import { awaitedLater } from '../../../../../scripts/lib/awaitedLater.mjs';
import { mainnet, optimism, solana } from '../../networks/networks.js';
import { createError } from '../../protocol/errors.js';
import { getAccount } from '../connection/account.js';
import { connect } from '../connection/connect.js';
import { disconnect } from '../connection/disconnect.js';
import { switchConnection } from '../connection/switchConnection.js';
import { switchNetwork } from '../connection/switchNetwork.js';
import { createLatchkit } from '../createLatchkit.js';
import { memoryStorage } from '../kernel/storage.js';
import type { Latchkit } from '../Latchkit.js';
import type { LatchkitEvent } from '../LatchkitEvent.js';
import type { LatchkitOptions } from '../LatchkitOptions.js';
import { closeModal, setClosable } from '../modal/closeModal.js';
import { currentView } from '../modal/modalState.js';
import { navigate } from '../modal/navigate.js';
import { openModal } from '../modal/openModal.js';
import { placeModal } from '../modal/rootElement.js';
import {
  ADDRESS,
  connectionOf,
  connectorOf,
  scriptedAdapter,
} from '../testSupport/scriptedAdapter.test-support.js';
import { settle } from '../testSupport/startedKit.test-support.js';
import { idOf, messageOf, REFUSED, scriptedSignIn, sessionOf } from './scriptedSignIn.test-support.js';
import { cancelSignIn, getSession, signIn, signInFlow, signOut } from './signIn.js';

const MAINNET = { chainId: 'eip155:1', address: ADDRESS } as const;
const OPTIMISM = { chainId: 'eip155:10', address: ADDRESS } as const;
const OTHER = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';

afterEach(() => {
  vi.useRealTimers();
});

async function started(siwx = scriptedSignIn(), options: Partial<LatchkitOptions> = {}) {
  const adapter = scriptedAdapter();
  const kit = createLatchkit({
    projectId: 'test',
    networks: [mainnet, optimism],
    adapters: [adapter],
    metadata: { name: 'Test' },
    storage: memoryStorage(),
    siwx,
    ...options,
  });
  placeModal(kit, { container: undefined, isMounted: true });
  const events: LatchkitEvent[] = [];
  kit.on(event => events.push(event));
  await kit.kernel.start();
  return { kit, adapter, siwx, events: () => events.map(({ event }) => event) };
}

async function connecting(siwx = scriptedSignIn(), options: Partial<LatchkitOptions> = {}) {
  const all = await started(siwx, options);
  openModal(all.kit);
  await connect(all.kit, { connectorId: 'io.one' });
  return all;
}

async function connected(...given: Parameters<typeof connecting>) {
  const all = await connecting(...given);
  await settle();
  return all;
}

const view = ({ store }: Latchkit) => {
  const { modal } = store.getState();
  return modal.open ? currentView(modal).name : 'closed';
};
const status = (kit: Latchkit) => kit.store.getState().namespaces.eip155?.account.status;
const asking = (kit: Latchkit) => kit.store.getState().signIn.asking;
const toast = (kit: Latchkit) => kit.store.getState().toast?.text;

describe('followSignIn', () => {
  it('requests a signature after connecting, unless there is a session [CAP-01] [STATE-36]', async () => {
    const { kit, events } = await connected();
    expect(view(kit)).toBe('SIWXSignMessage');
    expect(asking(kit)).toMatchObject({ ...MAINNET, step: 'ready', problem: undefined });
    expect(events()).toContain('SIGN_IN_ASKED');
    kit.destroy();

    const siwx = scriptedSignIn();
    siwx.sessions.set(`eip155:1:${ADDRESS}`, sessionOf(MAINNET));
    const known = await connected(siwx);
    expect(asking(known.kit)).toBeUndefined();
    expect(view(known.kit)).not.toBe('SIWXSignMessage');
    expect(getSession(known.kit)).toBe(siwx.sessions.get(`eip155:1:${ADDRESS}`));
    expect(siwx.calls).not.toContain(`createMessage eip155:1:${ADDRESS}`);
    known.kit.destroy();
  });

  it('does nothing if the host configures no sign-in [CAP-01]', async () => {
    const { kit } = await connected(scriptedSignIn(), { siwx: undefined });
    expect([view(kit), asking(kit), signInFlow.get(kit)]).toEqual(['Connect', undefined, undefined]);
    await expect(signIn(kit)).rejects.toMatchObject({ code: 'SIGN_IN_UNAVAILABLE' });
    await expect(signOut(kit)).rejects.toMatchObject({ code: 'SIGN_IN_UNAVAILABLE' });
    kit.destroy();
  });

  it('does not ask accounts outside EVM with siweConfig', async () => {
    const siweConfig = scriptedSignIn();
    const { kit } = await connected(scriptedSignIn(), { siwx: undefined, siweConfig });
    expect(view(kit)).toBe('SIWXSignMessage');
    kit.destroy();
    const adapter = scriptedAdapter('solana', [connectorOf('io.one', { chain: 'solana' })]);
    adapter.answer.connect = async () => ({
      ...connectionOf('io.one', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'),
      accounts: ['7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV1'],
    });
    const networks = [solana] as const;
    const other = await connected(siweConfig, { siwx: undefined, siweConfig, networks, adapters: [adapter] });
    expect(asking(other.kit)).toBeUndefined();
    other.kit.destroy();
  });

  it('asks an account that connected without core, a restored one, and another one of the wallet [STATE-36]', async () => {
    const { kit, adapter } = await started();
    adapter.report({ type: 'connected', connection: connectionOf('io.one') });
    await settle();
    expect(view(kit)).toBe('SIWXSignMessage');
    await signIn(kit);
    adapter.report({ type: 'changed', connection: { ...connectionOf('io.one'), accounts: [OTHER] } });
    await settle();
    expect(asking(kit)).toMatchObject({ address: OTHER });
    expect(getSession(kit)).toBeUndefined();
    kit.destroy();

    const storage = memoryStorage();
    storage.setItem('latchkit.v1.connections', JSON.stringify({ eip155: 'io.one' }));
    const restored = await started(scriptedSignIn(), { storage });
    await settle();
    expect([status(restored.kit), view(restored.kit)]).toEqual(['connected', 'SIWXSignMessage']);
    restored.kit.destroy();
  });

  it('signs, adds one session and closes the modal [STATE-37]', async () => {
    const { kit, siwx, adapter, events } = await connected();
    const signed: string[] = [];
    adapter.signMessage = async ({ message }) => {
      signed.push(message);
      expect(asking(kit)?.step).toBe('waiting');
      return 'signature';
    };
    const session = await signIn(kit);
    expect(signed).toEqual(['sign eip155:1 nonce1aaaaaaaa']);
    expect([...siwx.sessions.values()]).toEqual([session]);
    expect(session).toMatchObject({ text: signed[0], signature: 'signature', chainId: 'eip155:1' });
    expect([view(kit), asking(kit)]).toEqual(['closed', undefined]);
    expect(getSession(kit)).toBe(session);
    expect(events()).toContain('SIGN_IN_SUCCESS');
    expect(await signIn(kit)).toBe(session);
    expect(signed).toHaveLength(1);
    kit.destroy();
  });

  it('uses the one prompt of wallets that have a feature for it', async () => {
    const { kit, adapter } = await connected();
    const messages: string[] = [];
    adapter.signIn = async ({ message }) => {
      messages.push(message.nonce);
      return { text: 'its own text', signature: 'its own' };
    };
    adapter.signMessage = async () => Promise.reject(new Error('not asked'));
    expect(await signIn(kit)).toMatchObject({ text: 'its own text', signature: 'its own' });
    expect(messages).toEqual(['nonce1aaaaaaaa']);
    kit.destroy();
  });

  it('shows the view again, with the reason, when the visitor declines [STATE-38] [ERR-38]', async () => {
    const { kit, siwx, adapter, events } = await connected();
    adapter.signMessage = async () => Promise.reject(REFUSED);
    await expect(signIn(kit)).rejects.toMatchObject({
      code: 'SIGN_IN_DECLINED',
      message: 'Signature declined',
    });
    expect([view(kit), toast(kit), status(kit)]).toEqual(['SIWXSignMessage', 'signIn.declined', 'connected']);
    expect(asking(kit)).toMatchObject({ step: 'ready', problem: 'declined' });
    expect(siwx.sessions.size).toBe(0);
    expect(events()).not.toContain('INTERNAL_ERROR');
    adapter.signMessage = async () => 'signature';
    await signIn(kit);
    expect(view(kit)).toBe('closed');
    kit.destroy();
  });

  it('cannot be closed while it is required: the modal shakes for 500 ms [STATE-03] [STATE-02]', async () => {
    const { kit } = await connected();
    vi.useFakeTimers();
    closeModal(kit);
    expect([view(kit), kit.store.getState().modal.shake]).toEqual(['SIWXSignMessage', true]);
    vi.advanceTimersByTime(499);
    expect(kit.store.getState().modal.shake).toBe(true);
    vi.advanceTimersByTime(1);
    expect([view(kit), kit.store.getState().modal.shake]).toEqual(['SIWXSignMessage', false]);
    openModal(kit);
    expect([view(kit), kit.store.getState().modal.closable]).toEqual(['SIWXSignMessage', false]);
    vi.useRealTimers();
    await signIn(kit);
    expect(kit.store.getState().modal).toMatchObject({ open: false, closable: true });
    kit.destroy();
  });

  it('cannot be closed by force, or while sessions are looked up [STATE-03]', async () => {
    const { kit } = await started();
    openModal(kit);
    await connect(kit, { connectorId: 'io.one' });
    expect(kit.store.getState().signIn.checking).toEqual(['eip155']);
    closeModal(kit, { force: true });
    await settle();
    expect(view(kit)).toBe('SIWXSignMessage');
    closeModal(kit, { force: true });
    expect([view(kit), kit.store.getState().modal.shake]).toEqual(['SIWXSignMessage', true]);
    await disconnect(kit);
    expect([view(kit), asking(kit)]).toEqual(['closed', undefined]);
    kit.destroy();
  });

  it('disconnects when the visitor cancels a required first sign-in [STATE-39]', async () => {
    const { kit, events } = await connected();
    await cancelSignIn(kit);
    expect([status(kit), view(kit), asking(kit)]).toEqual(['disconnected', 'closed', undefined]);
    expect(events()).toContain('SIGN_IN_CANCELLED');
    kit.destroy();
  });

  it('switches back to the network with a session, if there is one [STATE-40]', async () => {
    const { kit, siwx, adapter } = await connected();
    await signIn(kit);
    await switchNetwork(kit, { chainId: 'eip155:10' });
    await settle();
    expect([view(kit), asking(kit)?.chainId]).toEqual(['SIWXSignMessage', 'eip155:10']);
    await cancelSignIn(kit);
    await settle();
    expect([status(kit), view(kit)]).toEqual(['connected', 'closed']);
    expect(kit.store.getState().namespaces.eip155?.network.caipNetworkId).toBe('eip155:1');
    expect(adapter.calls.filter(call => call.startsWith('switchNetwork'))).toEqual([
      'switchNetwork eip155:10',
      'switchNetwork eip155:1',
    ]);
    expect(siwx.sessions.size).toBe(1);
    kit.destroy();
  });

  it('disconnects when the wallet refuses to switch back, or does not respond and the visitor cancels again [STATE-39]', async () => {
    const { kit, siwx, adapter } = await connected();
    await signIn(kit);
    await switchNetwork(kit, { chainId: 'eip155:10' });
    await settle();
    adapter.answer.switchNetwork = () => new Promise(() => {});
    void cancelSignIn(kit);
    await settle();
    expect(asking(kit)?.step).toBe('leaving');
    await cancelSignIn(kit);
    expect([status(kit), view(kit)]).toEqual(['disconnected', 'closed']);
    // Cancelling does not sign out on other networks.
    expect(siwx.sessions.size).toBe(1);
    kit.destroy();
  });

  it('keeps the connection when the visitor cancels an optional sign-in, and does not ask again [STATE-41]', async () => {
    const storage = memoryStorage();
    const { kit, adapter } = await connected(scriptedSignIn(false), { storage });
    expect([view(kit), kit.store.getState().modal.closable]).toEqual(['SIWXSignMessage', true]);
    await cancelSignIn(kit);
    expect([status(kit), view(kit), asking(kit)]).toEqual(['connected', 'closed', undefined]);
    openModal(kit);
    expect(view(kit)).toBe('Account');
    adapter.report({ type: 'changed', connection: connectionOf('io.one', 'eip155:10') });
    await settle();
    expect(view(kit)).toBe('SIWXSignMessage');
    closeModal(kit);
    expect([status(kit), asking(kit)]).toEqual(['connected', undefined]);
    kit.destroy();

    const reloaded = await started(scriptedSignIn(false), { storage });
    await settle();
    expect([status(reloaded.kit), view(reloaded.kit)]).toEqual(['connected', 'closed']);
    await disconnect(reloaded.kit);
    await connect(reloaded.kit, { connectorId: 'io.one' });
    await settle();
    expect(view(reloaded.kit)).toBe('SIWXSignMessage');
    reloaded.kit.destroy();
  });

  it('reports that it cannot start, and disconnects [ERR-37]', async () => {
    vi.useFakeTimers();
    for (const step of ['createMessage', 'getSessions', 'attach'] as const) {
      const siwx = scriptedSignIn();
      siwx.faults[step] = new Error('away');
      const { kit, events } = await connecting(siwx);
      await vi.advanceTimersByTimeAsync(1_000);
      expect([status(kit), toast(kit), view(kit)]).toEqual([
        'disconnected',
        'toast.signInUnavailable',
        'Connect',
      ]);
      expect(kit.store.getState().modal.closable).toBe(true);
      expect(events()).toContain('SIGN_IN_ERROR');
      delete siwx.faults[step];
      await connect(kit, { connectorId: 'io.one' });
      await vi.advanceTimersByTimeAsync(0);
      expect(view(kit)).toBe('SIWXSignMessage');
      kit.destroy();
    }
  });

  it('retries after a second; a page that is left meanwhile keeps its connection [STATE-36]', async () => {
    vi.useFakeTimers();
    for (const step of ['createMessage', 'getSessions', 'attach'] as const) {
      const siwx = scriptedSignIn();
      siwx.faults[step] = new Error('away');
      const { kit, events } = await connecting(siwx);
      await vi.advanceTimersByTimeAsync(999);
      expect([status(kit), asking(kit)?.step]).toEqual([
        'connected',
        step === 'createMessage' ? 'preparing' : undefined,
      ]);
      delete siwx.faults[step];
      await vi.advanceTimersByTimeAsync(1);
      expect([status(kit), asking(kit)?.step]).toEqual(['connected', 'ready']);
      expect(events()).not.toContain('SIGN_IN_ERROR');
      kit.destroy();
    }
  });

  it('reports an invalid signature of a smart account, and asks with a new message [ERR-39]', async () => {
    const { kit, siwx, adapter } = await connected();
    const signed: string[] = [];
    adapter.signMessage = async ({ message }) => `${signed.push(message)}`;
    siwx.faults.addSession = createError('SIGN_IN_SMART_ACCOUNT');
    await expect(signIn(kit)).rejects.toThrow('This application might not support Smart Accounts');
    expect([toast(kit), asking(kit)?.problem, view(kit)]).toEqual([
      'signIn.smartAccount',
      'smartAccount',
      'SIWXSignMessage',
    ]);
    delete siwx.faults.addSession;
    await signIn(kit);
    expect(signed).toEqual(['sign eip155:1 nonce1aaaaaaaa', 'sign eip155:1 nonce2aaaaaaaa']);
    kit.destroy();
  });

  it('lets the visitor retry when the session cannot be created', async () => {
    const { kit, siwx, events } = await connected();
    siwx.faults.addSession = new Error('away');
    await expect(signIn(kit)).rejects.toMatchObject({ code: 'SIGN_IN_FAILED' });
    expect(asking(kit)).toMatchObject({ step: 'ready', problem: 'failed', message: undefined });
    siwx.faults.createMessage = new Error('away');
    vi.useFakeTimers();
    const again = awaitedLater(expect(signIn(kit)).rejects.toMatchObject({ code: 'SIGN_IN_FAILED' }));
    await vi.advanceTimersByTimeAsync(1_000);
    await again;
    expect([status(kit), asking(kit)?.problem]).toEqual(['connected', 'failed']);
    delete siwx.faults.addSession;
    delete siwx.faults.createMessage;
    await signIn(kit);
    expect(view(kit)).toBe('closed');
    expect(events().filter(event => event === 'SIGN_IN_ERROR')).toHaveLength(2);
    kit.destroy();
  });

  it("creates the session after the signature, and shows 'Authenticating...' meanwhile [ERR-40]", async () => {
    const { kit, siwx } = await connected();
    const steps: (string | undefined)[] = [];
    kit.store.subscribe(({ signIn: { asking: request } }) => steps.push(request?.step));
    const add = siwx.sessions.set.bind(siwx.sessions);
    siwx.sessions.set = (id, session) => {
      expect(asking(kit)?.step).toBe('checking');
      return add(id, session);
    };
    await signIn(kit);
    expect([...new Set(steps)]).toEqual(['waiting', 'checking', undefined]);
    kit.destroy();
  });

  it('creates a new message when the old one has expired', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const { kit, siwx } = await connected();
    vi.setSystemTime(Date.now() + 5 * 60_000);
    await signIn(kit);
    expect(siwx.calls.filter(call => call.startsWith('createMessage'))).toHaveLength(2);
    kit.destroy();
  });

  it('never has two prompts open, and ignores the response for an account that has disconnected', async () => {
    const { kit, adapter, siwx } = await connected();
    const prompts: ((answer: string) => void)[] = [];
    adapter.signMessage = () => new Promise(resolve => prompts.push(resolve));
    const first = signIn(kit).catch(({ code }) => code);
    const same = signIn(kit).catch(({ code }) => code);
    await settle();
    expect(prompts).toHaveLength(1);
    adapter.report({ type: 'changed', connection: { ...connectionOf('io.one'), accounts: [OTHER] } });
    await settle();
    const second = awaitedLater(signIn(kit));
    await settle();
    expect(prompts).toHaveLength(1);
    prompts[0]?.('late');
    await settle();
    expect([await first, await same, siwx.sessions.size]).toEqual(['MODAL_CLOSED', 'MODAL_CLOSED', 0]);
    expect(prompts).toHaveLength(2);
    prompts[1]?.('signature');
    expect((await second).accountAddress).toBe(`eip155:1:${OTHER}`);
    kit.destroy();
  });

  it('ends an expired session, and asks again', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] });
    const siwx = scriptedSignIn();
    const expirationTime = new Date(Date.now() + 40 * 86_400_000).toISOString();
    siwx.sessions.set(`eip155:1:${ADDRESS}`, sessionOf(MAINNET, { expirationTime }));
    const { kit, adapter, events } = await started(siwx);
    adapter.report({ type: 'connected', connection: connectionOf('io.one') });
    await vi.advanceTimersByTimeAsync(39 * 86_400_000);
    expect(getSession(kit)).toBeDefined();
    await vi.advanceTimersByTimeAsync(86_400_000);
    expect(getSession(kit)).toBeUndefined();
    expect([view(kit), asking(kit)?.problem, status(kit)]).toEqual([
      'SIWXSignMessage',
      'expired',
      'connected',
    ]);
    expect(events()).toContain('SESSION_EXPIRED');
    kit.destroy();
  });

  it('rejects a session that has expired, or is of another account', async () => {
    const siwx = scriptedSignIn();
    siwx.sessions.set(
      `eip155:1:${ADDRESS}`,
      sessionOf(MAINNET, { expirationTime: new Date(Date.now() - 1).toISOString() }),
    );
    const { kit } = await connected(siwx);
    expect(view(kit)).toBe('SIWXSignMessage');
    kit.destroy();
    siwx.sessions.set(`eip155:1:${ADDRESS}`, sessionOf(OPTIMISM));
    const other = await connected(siwx);
    expect(view(other.kit)).toBe('SIWXSignMessage');
    other.kit.destroy();
  });

  it('applies a renewed session, and one that ended elsewhere; a failing store ends none', async () => {
    const { kit, siwx } = await connected();
    await signIn(kit);
    const renewed = sessionOf(MAINNET, { token: 'new' });
    siwx.sessions.set(`eip155:1:${ADDRESS}`, renewed);
    siwx.context().changed(MAINNET);
    await settle();
    expect([getSession(kit)?.token, view(kit)]).toEqual(['new', 'closed']);
    siwx.faults.getSessions = new Error('away');
    siwx.context().changed(MAINNET);
    await settle();
    expect(getSession(kit)?.token).toBe('new');
    delete siwx.faults.getSessions;
    siwx.sessions.clear();
    siwx.context().changed(MAINNET);
    await settle();
    expect([getSession(kit), asking(kit)?.problem]).toEqual([undefined, 'expired']);
    // Signed in again, in another tab of the browser.
    siwx.sessions.set(`eip155:1:${ADDRESS}`, renewed);
    siwx.context().changed(MAINNET);
    await settle();
    expect([getSession(kit)?.token, view(kit)]).toEqual(['new', 'closed']);
    kit.destroy();
  });

  it('signs out: the connection stays where sign-in is optional, and ends where it is required', async () => {
    const optional = await connected(scriptedSignIn(false));
    await signIn(optional.kit);
    await signOut(optional.kit);
    await settle();
    expect([status(optional.kit), view(optional.kit), optional.siwx.sessions.size]).toEqual([
      'connected',
      'closed',
      0,
    ]);
    expect(optional.events()).toContain('SIGN_OUT');
    const again = awaitedLater(signIn(optional.kit));
    await settle();
    expect((await again).chainId).toBe('eip155:1');
    optional.kit.destroy();

    const required = await connected();
    await signIn(required.kit);
    await signOut(required.kit);
    expect([status(required.kit), view(required.kit), required.siwx.sessions.size]).toEqual([
      'disconnected',
      'closed',
      0,
    ]);
    required.kit.destroy();
  });

  it('ends sessions when the visitor disconnects, but not when the wallet does', async () => {
    const { kit, siwx, adapter } = await connected();
    await signIn(kit);
    adapter.report({ type: 'disconnected', connectorId: 'io.one' });
    await settle();
    expect([status(kit), siwx.sessions.size]).toEqual(['disconnected', 1]);
    await connect(kit, { connectorId: 'io.one' });
    await settle();
    expect(asking(kit)).toBeUndefined();
    await disconnect(kit);
    await settle();
    expect(siwx.sessions.size).toBe(0);
    kit.destroy();
  });

  it('closes the view when the wallet disconnects during a request', async () => {
    const { kit, adapter } = await connected();
    adapter.signMessage = () => new Promise(() => {});
    const pending = signIn(kit).catch(({ code }) => code);
    await settle();
    adapter.report({ type: 'disconnected', connectorId: 'io.one' });
    await settle();
    expect([status(kit), view(kit), kit.store.getState().modal.closable]).toEqual([
      'disconnected',
      'closed',
      true,
    ]);
    expect(await pending).toBe('MODAL_CLOSED');
    kit.destroy();
  });

  it('settles when the instance is destroyed during a request', async () => {
    const { kit, adapter } = await connected();
    adapter.signMessage = () => new Promise(() => {});
    const pending = signIn(kit).catch(({ code }) => code);
    await settle();
    kit.destroy();
    expect(await pending).toBe('DESTROYED');
  });

  it('does not hold a visitor whose wallet cannot be let go', async () => {
    const { kit, adapter } = await connected();
    adapter.answer.disconnect = () => Promise.reject(new Error('no'));
    await cancelSignIn(kit);
    expect([status(kit), view(kit), kit.store.getState().modal.closable]).toEqual([
      'connected',
      'Account',
      true,
    ]);
    closeModal(kit);
    expect(view(kit)).toBe('closed');
    kit.destroy();
  });

  it('waits for a wallet on a network that the host does not have, until it is on one that it has', async () => {
    const { kit, adapter } = await started();
    adapter.report({ type: 'connected', connection: connectionOf('io.one', 'eip155:999999') });
    await settle();
    expect([view(kit), asking(kit)]).toEqual(['UnsupportedChain', undefined]);
    adapter.report({ type: 'changed', connection: connectionOf('io.one', 'eip155:10') });
    await settle();
    expect([view(kit), asking(kit)?.chainId]).toEqual(['SIWXSignMessage', 'eip155:10']);
    kit.destroy();
  });

  it('holds a wallet on an unlisted network until it has another one or disconnects, and no host reads it as connected (rows-D1)', async () => {
    const UNLISTED = connectionOf('io.one', 'eip155:999999');
    const { kit, adapter } = await connected();
    const held = () => [view(kit), kit.store.getState().modal.closable, getAccount(kit).status];
    expect(held()).toEqual(['SIWXSignMessage', false, 'connecting']);
    adapter.report({ type: 'changed', connection: UNLISTED });
    await settle();
    expect(held()).toEqual(['UnsupportedChain', false, 'connecting']);
    const ways: (() => unknown)[] = [
      () => closeModal(kit),
      () => closeModal(kit, { force: true }),
      () => openModal(kit),
      () => openModal(kit, { view: 'Account' }),
      () => navigate(kit, { name: 'WhatIsAWallet' }),
      () => setClosable(kit, true),
      () => cancelSignIn(kit),
    ];
    for (const leave of ways) {
      await leave();
      await settle();
      expect(held(), String(leave)).toEqual(['UnsupportedChain', false, 'connecting']);
    }
    adapter.report({ type: 'changed', connection: connectionOf('io.one') });
    await settle();
    await signIn(kit);
    expect([...held(), getAccount(kit).address]).toEqual(['closed', true, 'connected', ADDRESS]);
    // The wallet leaves with a session, and then goes.
    adapter.report({ type: 'changed', connection: UNLISTED });
    await settle();
    expect(held()).toEqual(['UnsupportedChain', false, 'connecting']);
    adapter.report({ type: 'disconnected', connectorId: 'io.one' });
    await settle();
    expect(kit.store.getState().modal.closable).toBe(true);
    await connect(kit, { connectorId: 'io.one' });
    adapter.report({ type: 'changed', connection: UNLISTED });
    await settle();
    await disconnect(kit);
    expect(held()).toEqual(['closed', true, 'disconnected']);
    kit.destroy();

    const optional = await connected(scriptedSignIn(false));
    optional.adapter.report({ type: 'changed', connection: UNLISTED });
    await settle();
    expect([view(optional.kit), getAccount(optional.kit).status]).toEqual(['UnsupportedChain', 'connected']);
    closeModal(optional.kit);
    expect(view(optional.kit)).toBe('closed');
    optional.kit.destroy();
  });

  it("gives the host's sign-in the account's namespace, type, public key and path [ENT-10] (rows-D7)", async () => {
    const siwx = scriptedSignIn();
    const { kit, adapter } = await started(siwx);
    const details = { type: 'payment', publicKey: '02ab', path: "m/84'/0'/0'/0/0" };
    adapter.report({
      type: 'connected',
      connection: { ...connectionOf('io.one'), details: { [ADDRESS]: details } },
    });
    await settle();
    await signIn(kit);
    const entry = { ...MAINNET, namespace: 'eip155', ...details };
    for (const call of ['getSessions', 'createMessage'])
      expect(siwx.accounts.filter(([name]) => name === call)).toEqual([
        [call, expect.objectContaining(entry)],
      ]);
    await signOut(kit);
    expect(siwx.accounts.at(-1)).toEqual(['revokeSessions', expect.objectContaining(entry)]);
    kit.destroy();

    // What the wallet does not report is absent.
    const plain = scriptedSignIn();
    const other = await connected(plain);
    expect(plain.accounts.at(-1)?.[1]).toEqual({
      ...MAINNET,
      namespace: 'eip155',
      connectorId: 'io.one',
      type: 'eoa',
    });
    other.kit.destroy();
  });

  it('asks the accounts of several namespaces one after the other', async () => {
    const siwx = scriptedSignIn();
    const evm = scriptedAdapter();
    const other = scriptedAdapter('solana', [connectorOf('io.two', { chain: 'solana' })]);
    const sol = {
      chainId: solana.caipNetworkId,
      address: '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV1',
    } as const;
    const networks = [mainnet, solana] as const;
    const { kit } = await started(siwx, { networks, adapters: [evm, other] });
    evm.report({ type: 'connected', connection: connectionOf('io.one') });
    other.report({
      type: 'connected',
      connection: { connectorId: 'io.two', chainId: sol.chainId, accounts: [sol.address] },
    });
    await settle();
    const first = asking(kit)?.namespace;
    await signIn(kit);
    await settle();
    expect([asking(kit)?.namespace, view(kit)]).toEqual([
      first === 'eip155' ? 'solana' : 'eip155',
      'SIWXSignMessage',
    ]);
    await signIn(kit);
    expect([siwx.sessions.size, view(kit)]).toEqual([2, 'closed']);
    const { sessions } = kit.store.getState().signIn;
    expect(Object.keys(sessions).sort()).toEqual(['eip155', 'solana']);
    kit.destroy();
  });

  it('asks the account of another wallet when the visitor switches to it, and not the first one again', async () => {
    const siwx = scriptedSignIn();
    const adapter = scriptedAdapter('eip155', [connectorOf('io.one'), connectorOf('io.two')]);
    const { kit } = await started(siwx, { adapters: [adapter], features: { multiWallet: true } });
    siwx.sessions.set(idOf(MAINNET), sessionOf(MAINNET));
    const further = { ...connectionOf('io.two'), accounts: [OTHER] as const };
    adapter.report({ type: 'connected', connection: connectionOf('io.one') });
    adapter.report({ type: 'connected', connection: further, further: true });
    await settle();
    expect(asking(kit)).toBeUndefined();
    await switchConnection(kit, { connectorId: 'io.two' });
    await settle();
    expect([asking(kit)?.address, view(kit)]).toEqual([OTHER, 'SIWXSignMessage']);
    await switchConnection(kit, { connectorId: 'io.one' });
    await settle();
    expect([asking(kit), view(kit)]).toEqual([undefined, 'closed']);
    kit.destroy();
  });

  it('leaves no timer and no subscription behind', async () => {
    const siwx = scriptedSignIn();
    siwx.sessions.set(
      `eip155:1:${ADDRESS}`,
      sessionOf(MAINNET, { expirationTime: new Date(Date.now() + 60_000).toISOString() }),
    );
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { kit, adapter } = await started(siwx);
    adapter.report({ type: 'connected', connection: connectionOf('io.one') });
    await vi.advanceTimersByTimeAsync(10);
    kit.destroy();
    await vi.advanceTimersByTimeAsync(0);
    expect(siwx.context().signal.aborted).toBe(true);
    expect(vi.getTimerCount()).toBe(0);
    expect(messageOf(MAINNET).accountAddress).toBe(ADDRESS);
  });
});
