import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { awaitedLater } from '../../../../../scripts/lib/awaitedLater.mjs';
import { ADDRESS, OTHER } from './provider.test-support.js';
import { NETWORK_ID, type Place, proposed, sign, soon, withTwoRelays } from './twoRelays.test-support.js';

const world = withTwoRelays();

/** Pairs, signs, restores, hears a change from the wallet, and hears its end. */
async function livesOn(place: Place): Promise<void> {
  const options = world().optionsOf('both', 'Page');
  const page = world().pageOf(options);
  const wallet = world().walletOf(place, 'Wallet');
  const { uri, session } = await proposed(page);
  await wallet.client.pair(uri);
  const { topic } = await session;
  expect(page.addresses('eip155')).toEqual([ADDRESS]);
  expect(await sign(page)).toBe('Wallet');

  page.close();
  const again = world().pageOf(options);
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
  expect([...world().relays.own.errors, ...world().relays.network.errors]).toEqual([]);
}

describe('createUniversalProvider with two relays', () => {
  it('connects a wallet that listens only to the relay of the network (RW-01)', () => livesOn('network'));
  it('connects a wallet that listens only to the relay of the gateway (RW-01)', () => livesOn('own'));
  it('asks a wallet that listens to both relays once (RW-01)', () => livesOn('both'));

  it('tells the second wallet that scanned the code that it has no session, and unsubscribes everywhere (RW-01)', async () => {
    const page = world().pageOf();
    const first = world().walletOf('network', 'First');
    const second = world().walletOf('own', 'Second', OTHER, false);
    const { uri, session } = await proposed(page);
    await Promise.all([first.client.pair(uri), second.client.pair(uri)]);
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
      async () => expect(await world().relays.own.metrics()).toMatch(/latchkit_relay_subscriptions\S* 0\n/),
      soon,
    );
  });

  it('uses the other relay while one is down, and loses no answer when both come back (RW-01)', async () => {
    const page = world().pageOf();
    const wallet = world().walletOf('network', 'Wallet');
    await world().kill('own');
    const { uri, session } = await proposed(page);
    await wallet.client.pair(uri);
    await session;
    const statuses: string[] = [];
    page.on('relay_status', ({ status }) => statuses.push(status));
    await world().kill('network');
    await vi.waitFor(() => expect(statuses.at(-1)).toBe('unreachable'), soon);
    const signed = awaitedLater(sign(page));
    await Promise.all([world().revive('network'), world().revive('own')]);
    page.wake();
    wallet.client.wake();
    expect(await signed).toBe('Wallet');
    expect(wallet.requests).toHaveLength(1);
  });

  it("contacts the network's relay only when a link is in use, and with a key of its own (RW-01)", async () => {
    const opened: string[] = [];
    const { identityStorage } = world().optionsOf('both', 'Page');
    const page = world().pageOf({ onDemand: true, identityStorage }, opened);
    const wallet = world().walletOf('network', 'Wallet');
    const { uri, session } = await proposed(page);
    await vi.waitFor(
      async () => expect(await world().relays.own.metrics()).toMatch(/latchkit_relay_subscriptions\S* 1\n/),
      soon,
    );
    expect(opened).toEqual([new URL(world().relays.own.url).host]);
    page.reach();
    await wallet.client.pair(uri);
    await session;
    expect(new Set(opened)).toEqual(
      new Set([world().relays.own.url, world().relays.network.url].map(url => new URL(url).host)),
    );
    const keys = [undefined, world().relays.network.url].map(name =>
      identityStorage?.getItem(`latchkit.wc.v1.identity${name ? `.${name}` : ''}`),
    );
    expect(new Set(keys.filter(Boolean)).size).toBe(2);
  });

  it('contacts the network for a session that lives there, also when its relay is named later (RW-01)', async () => {
    const options = world().optionsOf('both', 'Page');
    const page = world().pageOf(options);
    const wallet = world().walletOf('network', 'Wallet');
    const { uri, session } = await proposed(page);
    await wallet.client.pair(uri);
    await session;
    page.close();
    const entry = { url: world().relays.network.url, projectId: NETWORK_ID };
    let name: (relays: readonly (typeof entry)[]) => void = () => {};
    const moreRelays = new Promise<readonly (typeof entry)[]>(resolve => {
      name = resolve;
    });
    const restored = { ...options, relays: [{ url: world().relays.own.url }], moreRelays, onDemand: true };
    const again = world().pageOf(restored);
    expect(again.restore()).toBeDefined();
    const listening = awaitedLater(again.listening());
    name([entry]);
    await listening;
    expect(await sign(again)).toBe('Wallet');
    again.close();

    const without = world().pageOf({ ...options, relays: [{ url: world().relays.own.url }] });
    expect(without.restore()).toBeUndefined();
    without.close();
    expect(world().pageOf(options).restore()).toBeDefined();
  });

  it('says which relay refuses the project id, and how to mend it, without its URL (RW-01)', async () => {
    const lines: string[] = [];
    vi.spyOn(console, 'error').mockImplementation(line => void lines.push(`${line}`));
    const { relays: _, ...options } = world().optionsOf('both', 'Page');
    const wrong = { url: world().relays.network.url, projectId: 'b'.repeat(32) };
    const page = world().pageOf({
      ...options,
      relays: [{ url: world().relays.own.url }, wrong],
      onDemand: true,
    });
    const wallet = world().walletOf('own', 'Wallet');
    const { uri, session } = await proposed(page);
    page.reach();
    await vi.waitFor(() => expect(lines).toHaveLength(1), soon);
    expect(lines[0]).toContain(new URL(world().relays.network.url).host);
    expect(lines[0]).toMatch(/Project not found.*project id.*--relay-network/);
    expect(lines[0]).not.toMatch(/auth=|eyJ/);
    await wallet.client.pair(uri);
    await session;
    expect(await sign(page)).toBe('Wallet');
  });

  it("drops a relay that the page's policy blocks, with one line, and goes on with the other (RW-01)", async () => {
    const lines: string[] = [];
    vi.spyOn(console, 'error').mockImplementation(line => void lines.push(`${line}`));
    const page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
    vi.stubGlobal('document', page);
    onTestFinished(() => void vi.unstubAllGlobals());
    const opened: string[] = [];
    const provider = world().pageOf({}, opened);
    const wallet = world().walletOf('own', 'Wallet');
    const { uri, session } = await proposed(provider);
    const { host } = new URL(world().relays.network.url);
    await vi.waitFor(() => expect(opened).toContain(host), soon);
    const violation = Object.assign(new Event('securitypolicyviolation'), { blockedURI: `ws://${host}` });
    for (let times = 0; times < 3; times++) page.dispatchEvent(violation);
    expect(lines).toEqual([expect.stringContaining(`${host} to connect-src`)]);
    const statuses: unknown[] = [];
    provider.on('relay_status', ({ status }) => statuses.push(status));
    await wallet.client.pair(uri);
    await session;
    expect(await sign(provider)).toBe('Wallet');
    expect(statuses).not.toContain('unreachable');
    await vi.waitFor(
      async () => expect(await world().relays.network.metrics()).toMatch(/latchkit_relay_sockets 0\n/),
      soon,
    );
  });
});
