import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { awaitedLater } from '../../../../../scripts/lib/awaitedLater.mjs';
import { memoryMailbox } from '../../../../gateway/src/project/relay/mailbox/memoryMailbox.js';
import { startRelay, type TestRelayOptions } from '../../../../gateway/test/relay/startRelay.js';
import { createDappClient, type DappClient } from '../dapp/createDappClient.js';
import { testOptions } from '../interop/ourPeers.test-support.js';
import type { Session } from '../session/Session.js';
import type { SignOptions } from '../session/SignOptions.js';
import { createWalletClient, type WalletClient } from '../wallet/createWalletClient.js';
import { chances } from './chances.test-support.js';
import { type FaultyProxy, faultyProxy } from './faultyProxy.test-support.js';
import { unreliableSockets } from './unreliableSockets.test-support.js';

const FULL = process.env.LATCHKIT_FULL !== undefined;
const [REQUESTS, CUTS] = FULL ? [200, 50] : [20, 5];
const ADDRESS = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const eip155 = { chains: ['eip155:1'], methods: ['personal_sign'], events: ['chainChanged'] };
const soon = { timeout: 60_000, interval: 10 };

const ends: (() => unknown)[] = [];
const uncaught: unknown[] = [];
const onUncaught = (error: unknown) => uncaught.push(error);
process.on('unhandledRejection', onUncaught);
afterAll(() => void process.off('unhandledRejection', onUncaught));
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
  expect(uncaught.splice(0)).toEqual([]);
});

async function relayAt(options?: TestRelayOptions) {
  const relay = await startRelay(options);
  ends.push(() => relay.stop());
  return relay;
}

async function proxyTo(url: string): Promise<FaultyProxy> {
  const proxy = await faultyProxy(url);
  ends.push(proxy.stop);
  return proxy;
}

interface Pair {
  readonly dapp: DappClient;
  readonly wallet: WalletClient;
  readonly session: Session;
  /** Number of times the wallet received each request, by the request's first parameter. */
  readonly asked: Map<unknown, number>;
}

async function pairUp(dappOptions: SignOptions, walletOptions: SignOptions, answers = true): Promise<Pair> {
  const dapp = createDappClient(dappOptions);
  const wallet = createWalletClient(walletOptions);
  ends.push(dapp.close, wallet.close);
  const asked = new Map<unknown, number>();
  const leave = (promise: Promise<unknown>) => void promise.catch(() => {});
  wallet.on('session_proposal', ({ id }) => {
    const namespaces = { eip155: { ...eip155, accounts: [`eip155:1:${ADDRESS}`] } };
    leave(wallet.approve({ id, namespaces }));
  });
  wallet.on('session_request', ({ id, request }) => {
    const [name] = request.params as readonly unknown[];
    asked.set(name, (asked.get(name) ?? 0) + 1);
    if (answers) leave(wallet.respond(id, { result: `signed ${name}` }));
  });
  const { uri, approval } = dapp.propose({ optionalNamespaces: { eip155 } });
  await wallet.pair(uri);
  const session = await approval;
  await vi.waitFor(() => expect(wallet.sessions()[0]?.acknowledged).toBe(true), soon);
  return { dapp, wallet, session, asked };
}

const ask = ({ dapp, session: { topic } }: Pair, name: string) =>
  dapp.request({ topic, chainId: 'eip155:1', method: 'personal_sign', params: [name] });

describe('a client on an unreliable connection', { timeout: FULL ? 300_000 : 180_000 }, () => {
  it(`completes each of ${REQUESTS} requests exactly once under ${CUTS} disconnections on both sides`, async () => {
    const relay = await relayAt();
    const [left, right] = [await proxyTo(relay.url), await proxyTo(relay.url)];
    const pair = await pairUp(testOptions(left.url), testOptions(right.url));
    const random = chances(7);
    const names = Array.from({ length: REQUESTS }, (_, at) => `request ${at}`);
    const results: Promise<unknown>[] = [];
    const cut = () => (random() < 0.5 ? left : right).cut();
    for (const [at, name] of names.entries()) {
      results.push(ask(pair, name));
      const isCut = at % (REQUESTS / CUTS) === 0;
      // In the middle of a frame, or a little later.
      const isEarly = random() < 0.5;
      if (isCut && isEarly) cut();
      await new Promise(resolve => setTimeout(resolve, random() * 50));
      if (isCut && !isEarly) cut();
    }
    expect(await Promise.all(results)).toEqual(names.map(name => `signed ${name}`));
    expect([...pair.asked.entries()].sort()).toEqual(names.map(name => [name, 1] as const).sort());
    // Both connections were cut and reopened.
    expect(Math.min(left.connections, right.connections)).toBeGreaterThan(1);
  });

  it('handles deliveries that are duplicated or out of order', async () => {
    const relay = await relayAt();
    const bad = (seed: number) => unreliableSockets({ twice: 0.3, late: 0.5 }, chances(seed));
    const pair = await pairUp(
      { ...testOptions(relay.url), createSocket: bad(1) },
      { ...testOptions(relay.url), createSocket: bad(2) },
    );
    const names = Array.from({ length: REQUESTS }, (_, at) => `request ${at}`);
    expect(await Promise.all(names.map(name => ask(pair, name)))).toEqual(
      names.map(name => `signed ${name}`),
    );
    expect([...pair.asked.values()]).toEqual(names.map(() => 1));
    // The latest update counts, in whatever order they arrive.
    const { topic } = pair.session;
    const accounts = Array.from({ length: 10 }, (_, at) => `eip155:1:0x${`${at}`.repeat(40)}`);
    const updates = accounts.map(account =>
      pair.wallet.update(topic, { eip155: { ...eip155, accounts: [account] } }),
    );
    await Promise.all(updates);
    await vi.waitFor(
      () => expect(pair.dapp.sessions()[0]?.namespaces.eip155?.accounts).toEqual(accounts.slice(-1)),
      soon,
    );
  });

  it('recovers when the connection hangs', async () => {
    const relay = await relayAt();
    const proxy = await proxyTo(relay.url);
    const pair = await pairUp(testOptions(proxy.url), testOptions(relay.url));
    proxy.hold(true);
    const answer = awaitedLater(ask(pair, 'patience'));
    await new Promise(resolve => setTimeout(resolve, 300));
    expect(pair.asked.size).toBe(0);
    proxy.hold(false);
    expect(await answer).toBe('signed patience');
  });

  it('receives its response when the relay was killed and restarted', async () => {
    const mailbox = memoryMailbox();
    const first = await startRelay({ mailbox });
    const pair = await pairUp(testOptions(first.url), testOptions(first.url), false);
    const answer = awaitedLater(ask(pair, 'before'));
    await vi.waitFor(() => expect(pair.wallet.requests()).toHaveLength(1), soon);
    await first.kill();
    const late = awaitedLater(ask(pair, 'while it is gone'));
    const [pending] = pair.wallet.requests();
    const answered = awaitedLater(pair.wallet.respond(pending?.id ?? 0, { result: 'signed before' }));
    await relayAt({ mailbox, port: first.port });
    await answered;
    expect(await answer).toBe('signed before');
    await vi.waitFor(() => expect(pair.wallet.requests()).toHaveLength(1), soon);
    await pair.wallet.respond(pair.wallet.requests()[0]?.id ?? 0, { result: 'signed late' });
    expect(await late).toBe('signed late');
  });

  it('fails over to the next URL when the first is down', async () => {
    const relay = await relayAt();
    const proxy = await proxyTo(relay.url);
    const options = { ...testOptions([proxy.url, relay.url]) };
    const pair = await pairUp(options, testOptions(relay.url));
    await proxy.stop();
    ends.splice(ends.indexOf(proxy.stop), 1);
    expect(await ask(pair, 'elsewhere')).toBe('signed elsewhere');
  });
});

describe('two tabs with one storage', () => {
  it('share the session, send requests independently, and both receive its end', async () => {
    const relay = await relayAt();
    const shared = testOptions(relay.url);
    const pair = await pairUp(shared, testOptions(relay.url));
    const other = createDappClient({ ...shared, identityStorage: testOptions('').storage });
    ends.push(other.close);
    other.restore();
    const { topic } = pair.session;
    expect(other.sessions()).toEqual(pair.dapp.sessions());
    const second = { ...pair, dapp: other };
    expect(await Promise.all([ask(pair, 'one'), ask(second, 'two')])).toEqual(['signed one', 'signed two']);

    const heard = [vi.fn(), vi.fn()];
    pair.dapp.on('session_event', () => heard[0]?.());
    other.on('session_event', () => heard[1]?.());
    await pair.wallet.emit(topic, 'eip155:1', { name: 'chainChanged', data: 1 });
    await vi.waitFor(() => expect(heard.map(one => one.mock.calls.length)).toEqual([1, 1]), soon);

    const gone = [vi.fn(), vi.fn()];
    pair.dapp.on('session_delete', () => gone[0]?.());
    other.on('session_delete', () => gone[1]?.());
    await pair.wallet.disconnect(topic);
    await vi.waitFor(() => expect(gone.map(one => one.mock.calls.length)).toEqual([1, 1]), soon);
    expect([pair.dapp.sessions(), other.sessions()]).toEqual([[], []]);
  });

  it('settle pending requests in one tab when the other ends the session', async () => {
    const relay = await relayAt();
    const shared = testOptions(relay.url);
    const pair = await pairUp(shared, testOptions(relay.url), false);
    const other = createDappClient({ ...shared, identityStorage: testOptions('').storage });
    ends.push(other.close);
    other.restore();
    const waiting = awaitedLater(
      expect(ask(pair, 'forever')).rejects.toMatchObject({ code: 'WC_SESSION_ENDED' }),
    );
    await vi.waitFor(() => expect(pair.wallet.requests()).toHaveLength(1), soon);
    await other.disconnect(pair.session.topic);
    await waiting;
    expect(pair.wallet.requests()).toEqual([]);
  });
});

describe('a duplicated tab, which the relay identifies as its original', () => {
  it('learns from storage that the other tab ended the session', async () => {
    const page = new EventTarget();
    vi.stubGlobal('window', page);
    vi.stubGlobal('document', new EventTarget());
    ends.push(() => vi.unstubAllGlobals());
    const relay = await relayAt();
    const shared = testOptions(relay.url);
    const pair = await pairUp(shared, testOptions(relay.url));
    const other = createDappClient(shared);
    ends.push(other.close);
    other.restore();
    const gone = vi.fn();
    other.on('session_delete', gone);
    await pair.dapp.disconnect(pair.session.topic);
    page.dispatchEvent(new Event('storage'));
    expect(gone).toHaveBeenCalledOnce();
    expect(other.sessions()).toEqual([]);
  });
});

describe('stale topics in storage', () => {
  it('cause an error with a code, never an uncaught one', async () => {
    const relay = await relayAt();
    const dappOptions = testOptions(relay.url);
    const pair = await pairUp(dappOptions, testOptions(relay.url));
    const { topic } = pair.session;
    const key = 'latchkit.wc.v1.sessions';
    const stored = dappOptions.storage?.getItem(key) ?? '';
    pair.dapp.close();
    await pair.wallet.disconnect(topic);
    // The wallet's session_delete has expired meanwhile, so the page still assumes that the session exists.
    dappOptions.storage?.setItem(key, stored);
    const again = createDappClient({ ...dappOptions, relayUrl: (await relayAt()).url });
    ends.push(again.close);
    again.restore();
    await again.disconnect(topic);
    await again.disconnect(topic);
    expect(again.sessions()).toEqual([]);
    for (const action of [
      again.ping(topic),
      again.request({ topic, chainId: 'eip155:1', method: 'x', params: [] }),
    ]) {
      await expect(action).rejects.toMatchObject({ code: 'WC_NO_MATCHING_KEY', message: 'No matching key' });
    }
  });

  it('are removed when they expired while the page was closed', async () => {
    const relay = await relayAt();
    const dappOptions = testOptions(relay.url);
    const pair = await pairUp(dappOptions, testOptions(relay.url));
    pair.dapp.close();
    const key = 'latchkit.wc.v1.sessions';
    const sessions = JSON.parse(dappOptions.storage?.getItem(key) ?? '');
    const { topic } = pair.session;
    dappOptions.storage?.setItem(key, JSON.stringify({ [topic]: { ...sessions[topic], expiry: 1_000 } }));
    const again = createDappClient(dappOptions);
    ends.push(again.close);
    const expired = vi.fn();
    again.on('session_expire', expired);
    again.restore();
    await vi.waitFor(() => expect(expired).toHaveBeenCalledOnce(), soon);
    expect(again.sessions()).toEqual([]);
  });
});

describe('a reload', () => {
  it('during a pairing loses nothing: the session exists afterwards', async () => {
    const relay = await relayAt();
    const options = testOptions(relay.url);
    const dapp = createDappClient(options);
    const wallet = createWalletClient(testOptions(relay.url));
    ends.push(wallet.close);
    const { uri } = dapp.propose({ optionalNamespaces: { eip155 } });
    const proposed = new Promise<number>(resolve => wallet.on('session_proposal', ({ id }) => resolve(id)));
    await wallet.pair(uri);
    const id = await proposed;
    // A phone discarded the page while the visitor was in the wallet.
    dapp.close();
    const namespaces = { eip155: { ...eip155, accounts: [`eip155:1:${ADDRESS}`] } };
    const { acknowledged } = await wallet.approve({ id, namespaces });
    const again = createDappClient(options);
    ends.push(again.close);
    again.restore();
    await acknowledged;
    expect(again.sessions()).toHaveLength(1);
  });

  it('loses no proposal that was just being sent to the relay', async () => {
    const relay = await relayAt();
    const options = testOptions(relay.url);
    const dapp = createDappClient(options);
    const { uri, approval } = dapp.propose({ optionalNamespaces: { eip155 } });
    dapp.close();
    await expect(approval).rejects.toMatchObject({ code: 'WC_CLOSED' });
    await new Promise(resolve => setImmediate(resolve));
    expect(options.storage?.getItem('latchkit.wc.v1.proposals')).toContain(uri.slice(3, 67));
  });
});
