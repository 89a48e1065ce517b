import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import WebSocket from 'ws';
import { awaitedLater } from '../../../../../scripts/lib/awaitedLater.mjs';
import { startNetworkRelay } from '../../../../gateway/test/relay/startNetworkRelay.js';
import { startRelay, type TestRelay } from '../../../../gateway/test/relay/startRelay.js';
import { testOptions } from '../interop/ourPeers.test-support.js';
import type { RelaySocket } from '../relay/RelaySocket.js';
import type { SessionProposal, SessionRequest } from '../session/SignEvents.js';
import type { SignOptions } from '../session/SignOptions.js';
import { createWalletClient } from '../wallet/createWalletClient.js';
import { createUniversalProvider } from './createUniversalProvider.js';
import { ADDRESS, evmNamespaces, OTHER } from './provider.test-support.js';
import type { UniversalProvider } from './UniversalProvider.js';

/** The host's id at the network, which the gateway does not know, as the network does not know the gateway's. */
const NETWORK_ID = 'a'.repeat(32);
const soon = { timeout: 30_000, interval: 10 };

const ends: (() => unknown)[] = [];
let own: TestRelay;
let network: TestRelay;
beforeEach(async () => {
  own = await startRelay();
  network = await startNetworkRelay({ projectIds: [NETWORK_ID] });
  ends.push(
    () => own.stop(),
    () => network.stop(),
  );
});
afterEach(async () => {
  vi.restoreAllMocks();
  for (const end of ends.splice(0).reverse()) await end();
});

type Place = 'own' | 'network' | 'both';

/** The options of a client on one or both relays. Counts the sockets that it opens. */
function optionsOf(place: Place, name: string, opened: string[] = []): SignOptions {
  const { relayUrl, ...options } = testOptions(own.url, name);
  const entries = { own: { url: own.url }, network: { url: network.url, projectId: NETWORK_ID } };
  return {
    ...options,
    relays: place === 'both' ? [entries.network, entries.own] : [entries[place]],
    createSocket(url) {
      opened.push(new URL(url).host);
      return new WebSocket(url) as RelaySocket;
    },
  };
}

function pageOf(options: Partial<SignOptions> = {}, opened: string[] = []): UniversalProvider {
  const page = createUniversalProvider({ ...optionsOf('both', 'Page', opened), ...options });
  ends.push(() => page.close());
  return page;
}

/** A wallet that approves one account, and answers each request with its own name. */
function walletOf(place: Place, name: string, address = ADDRESS, approves = true) {
  const client = createWalletClient(optionsOf(place, name));
  ends.push(() => client.close());
  const proposals: SessionProposal[] = [];
  const requests: SessionRequest[] = [];
  const acknowledged: Promise<string>[] = [];
  const approve = async ({ id }: SessionProposal) => {
    const { eip155 } = evmNamespaces(['eip155:1']);
    const accounts = [`eip155:1:${address}`];
    const namespaces = {
      eip155: { chains: ['eip155:1'], methods: ['personal_sign'], events: [], ...eip155, accounts },
    };
    const approved = await client.approve({ id, namespaces });
    const answer = approved.acknowledged.then(
      () => 'accepted',
      () => 'refused',
    );
    acknowledged.push(answer);
    return answer;
  };
  client.on('session_proposal', proposal => {
    proposals.push(proposal);
    if (approves) approve(proposal).catch(() => {});
  });
  client.on('session_request', request => {
    requests.push(request);
    client.respond(request.id, { result: name }).catch(() => {});
  });
  return { client, proposals, requests, acknowledged, approve };
}

/** Proposes; returns the link and the session to come. */
function proposed(page: UniversalProvider) {
  const uris: string[] = [];
  page.on('display_uri', uri => uris.push(uri));
  const session = awaitedLater(page.connect({ chains: ['eip155:1'] }));
  return { uri: () => uris[0] ?? '', session };
}

const sign = (page: UniversalProvider) => page.request({ method: 'personal_sign', params: [] }, 'eip155:1');

/** Pairs, signs, restores, hears a change from the wallet, and hears its end. */
async function livesOn(place: Place): Promise<void> {
  const options = optionsOf('both', 'Page');
  const page = pageOf(options);
  const wallet = walletOf(place, 'Wallet');
  const { uri, session } = proposed(page);
  await vi.waitFor(() => expect(uri()).not.toBe(''));
  await wallet.client.pair(uri());
  const { topic } = await session;
  expect(page.addresses('eip155')).toEqual([ADDRESS]);
  expect(await sign(page)).toBe('Wallet');

  page.close();
  const again = pageOf(options);
  expect(again.restore()?.topic).toBe(topic);
  await again.listening();
  expect(await sign(again)).toBe('Wallet');
  const heard: unknown[] = [];
  again.on('accountsChanged', ({ addresses }) => heard.push(addresses));
  const accounts = [`eip155:1:${OTHER}`];
  await wallet.client.update(topic, { eip155: { accounts, methods: ['personal_sign'], events: [] } });
  expect(heard).toEqual([[OTHER]]);

  const ended = new Promise(resolve => again.on('disconnect', resolve));
  await wallet.client.disconnect(topic);
  await ended;
  expect([wallet.proposals.length, wallet.requests.length]).toEqual([1, 2]);
  expect([...own.errors, ...network.errors]).toEqual([]);
}

describe('createUniversalProvider with two relays', () => {
  it('connects a wallet that listens only to the relay of the network (RW-01)', () => livesOn('network'));
  it('connects a wallet that listens only to the relay of the gateway (RW-01)', () => livesOn('own'));
  it('asks a wallet that listens to both relays once (RW-01)', () => livesOn('both'));

  it('tells the second wallet that scanned the code that it has no session, and unsubscribes everywhere (RW-01)', async () => {
    const page = pageOf();
    const first = walletOf('network', 'First');
    const second = walletOf('own', 'Second', OTHER, false);
    const { uri, session } = proposed(page);
    await vi.waitFor(() => expect(uri()).not.toBe(''));
    await Promise.all([first.client.pair(uri()), second.client.pair(uri())]);
    await vi.waitFor(() => expect(second.proposals).toHaveLength(1), soon);
    await session;
    // After the first has settled, and from a wallet that heard nothing of it.
    const [proposal] = second.proposals;
    expect(proposal && (await second.approve(proposal))).toBe('refused');
    await vi.waitFor(() => expect(second.client.sessions()).toEqual([]), soon);
    expect(await sign(page)).toBe('First');
    expect(second.requests).toEqual([]);
    expect(await Promise.all(first.acknowledged)).toEqual(['accepted']);
    // Nothing is left on the relay of the wallet that was too late.
    await vi.waitFor(
      async () => expect(await own.metrics()).toMatch(/latchkit_relay_subscriptions\S* 0\n/),
      soon,
    );
  });

  it('uses the other relay while one is down, and loses no answer when both come back (RW-01)', async () => {
    const page = pageOf();
    const wallet = walletOf('network', 'Wallet');
    await own.kill();
    const { uri, session } = proposed(page);
    await vi.waitFor(() => expect(uri()).not.toBe(''));
    await wallet.client.pair(uri());
    await session;
    const statuses: string[] = [];
    page.on('relay_status', ({ status }) => statuses.push(status));
    const { port } = network;
    await network.kill();
    await vi.waitFor(() => expect(statuses.at(-1)).toBe('unreachable'), soon);
    const signed = awaitedLater(sign(page));
    network = await startNetworkRelay({ projectIds: [NETWORK_ID], port });
    own = await startRelay({ port: own.port });
    page.wake();
    wallet.client.wake();
    expect(await signed).toBe('Wallet');
    expect(wallet.requests).toHaveLength(1);
  });

  it("contacts the network's relay only when a link is in use, and with a key of its own (RW-01)", async () => {
    const opened: string[] = [];
    const { identityStorage } = optionsOf('both', 'Page');
    const page = pageOf({ onDemand: true, identityStorage }, opened);
    const wallet = walletOf('network', 'Wallet');
    const { uri, session } = proposed(page);
    await vi.waitFor(
      async () => expect(await own.metrics()).toMatch(/latchkit_relay_subscriptions\S* 1\n/),
      soon,
    );
    expect(opened).toEqual([new URL(own.url).host]);
    page.reach();
    await wallet.client.pair(uri());
    await session;
    expect(new Set(opened)).toEqual(new Set([own.url, network.url].map(url => new URL(url).host)));
    const keys = [undefined, network.url].map(name =>
      identityStorage?.getItem(`latchkit.wc.v1.identity${name ? `.${name}` : ''}`),
    );
    expect(new Set(keys.filter(Boolean)).size).toBe(2);
  });

  it('contacts the network for a session that lives there, also when its relay is named later (RW-01)', async () => {
    const options = optionsOf('both', 'Page');
    const page = pageOf(options);
    const wallet = walletOf('network', 'Wallet');
    const { uri, session } = proposed(page);
    await vi.waitFor(() => expect(uri()).not.toBe(''));
    await wallet.client.pair(uri());
    await session;
    page.close();
    const entry = { url: network.url, projectId: NETWORK_ID };
    let name: (relays: readonly (typeof entry)[]) => void = () => {};
    const moreRelays = new Promise<readonly (typeof entry)[]>(resolve => {
      name = resolve;
    });
    const restored = { ...options, relays: [{ url: own.url }], moreRelays, onDemand: true };
    const again = pageOf(restored);
    expect(again.restore()).toBeDefined();
    const listening = awaitedLater(again.listening());
    name([entry]);
    await listening;
    expect(await sign(again)).toBe('Wallet');
    again.close();

    const without = pageOf({ ...options, relays: [{ url: own.url }] });
    expect(without.restore()).toBeUndefined();
    without.close();
    expect(pageOf(options).restore()).toBeDefined();
  });

  it('says which relay refuses the project id, and how to mend it, without its URL (RW-01)', async () => {
    const lines: string[] = [];
    vi.spyOn(console, 'error').mockImplementation(line => void lines.push(`${line}`));
    const { relays: _, ...options } = optionsOf('both', 'Page');
    const wrong = { url: network.url, projectId: 'b'.repeat(32) };
    const page = pageOf({ ...options, relays: [{ url: own.url }, wrong], onDemand: true });
    const wallet = walletOf('own', 'Wallet');
    const { uri, session } = proposed(page);
    page.reach();
    await vi.waitFor(() => expect(lines).toHaveLength(1), soon);
    expect(lines[0]).toContain(new URL(network.url).host);
    expect(lines[0]).toMatch(/Project not found.*project id.*--relay-network/);
    expect(lines[0]).not.toMatch(/auth=|eyJ/);
    await wallet.client.pair(uri());
    await session;
    expect(await sign(page)).toBe('Wallet');
  });

  it("drops a relay that the page's policy blocks, with one line, and goes on with the other (RW-01)", async () => {
    const lines: string[] = [];
    vi.spyOn(console, 'error').mockImplementation(line => void lines.push(`${line}`));
    const page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
    vi.stubGlobal('document', page);
    ends.push(() => vi.unstubAllGlobals());
    const opened: string[] = [];
    const provider = pageOf({}, opened);
    const wallet = walletOf('own', 'Wallet');
    const { uri, session } = proposed(provider);
    const { host } = new URL(network.url);
    await vi.waitFor(() => expect(opened).toContain(host), soon);
    const violation = Object.assign(new Event('securitypolicyviolation'), { blockedURI: `ws://${host}` });
    for (let times = 0; times < 3; times++) page.dispatchEvent(violation);
    expect(lines).toEqual([expect.stringContaining(`${host} to connect-src`)]);
    const statuses: unknown[] = [];
    provider.on('relay_status', ({ status }) => statuses.push(status));
    await wallet.client.pair(uri());
    await session;
    expect(await sign(provider)).toBe('Wallet');
    expect(statuses).not.toContain('unreachable');
    await vi.waitFor(async () => expect(await network.metrics()).toMatch(/latchkit_relay_sockets 0\n/), soon);
  });
});
