import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { awaitedLater } from '../../../../../scripts/lib/awaitedLater.mjs';
import { FAKED, passTime, settleIn } from '../faults/passTime.test-support.js';
import { SIGN_IN } from '../interop/Peer.test-support.js';
import { signedAuth } from '../kit/kitWorld.test-support.js';
import type { AuthenticationRequest } from '../session/SignEvents.js';
import { ADDRESS, OTHER } from './provider.test-support.js';
import {
  atFrame,
  proposed,
  sign,
  soon,
  type TwoRelays,
  type Watch,
  withTwoRelays,
} from './twoRelays.test-support.js';

const world = withTwoRelays();

/** The specification's tags of a settlement, and of the answer to one. */
const SETTLEMENT = '"tag":1102';
const SETTLED = '"tag":1103';
/** And of the answer to a sign-in request. */
const SIGNED_IN = '"tag":1117';

describe('a page with two relays', () => {
  it('waits for the settlement where the relay is killed after the approval, and refuses another wallet meanwhile', async () => {
    let dead: Promise<void> | undefined;
    const watch = atFrame(
      (text, side) => side === 'relay' && text.includes(SETTLEMENT),
      () => {
        dead = world().kill('network');
      },
    );
    const page = world().pageOf(world().optionsOf('both', 'Page', [], watch));
    const first = world().walletOf('network', 'First');
    const second = world().walletOf('own', 'Second', OTHER);
    const { uri, session } = await proposed(page);
    let isSettled = false;
    session.then(() => {
      isSettled = true;
    });
    await first.client.pair(uri);
    await vi.waitFor(() => expect(dead).toBeDefined(), soon);
    await dead;
    await second.client.pair(uri);
    await vi.waitFor(() => expect(second.acknowledged).toHaveLength(1), soon);
    expect(await second.acknowledged[0]).toBe('refused');
    expect(second.client.sessions()).toEqual([]);
    expect([isSettled, page.session]).toEqual([false, undefined]);
    await world().revive('network');
    page.wake();
    first.client.wake();
    await session;
    expect(page.addresses('eip155')).toEqual([ADDRESS]);
    expect(await Promise.all(first.acknowledged)).toEqual(['accepted']);
    expect(await sign(page)).toBe('First');
    expect([first.proposals.length, first.requests.length, second.requests.length]).toEqual([1, 1, 0]);
  });

  it('keeps the wallet that approved, although another that scanned the code declines before the settlement', async () => {
    let dead: Promise<void> | undefined;
    const watch = atFrame(
      (text, side) => side === 'relay' && text.includes(SETTLEMENT),
      () => {
        dead = world().kill('network');
      },
    );
    const page = world().pageOf(world().optionsOf('both', 'Page', [], watch));
    const first = world().walletOf('network', 'First');
    const second = world().walletOf('own', 'Second', OTHER, false);
    const { uri, session } = await proposed(page);
    await Promise.all([first.client.pair(uri), second.client.pair(uri)]);
    await vi.waitFor(() => expect(dead && second.proposals.length).toBe(1), soon);
    await dead;
    await second.client.reject(second.proposals[0]?.id ?? 0);
    await world().revive('network');
    page.wake();
    first.client.wake();
    await session;
    expect(await sign(page)).toBe('First');
    expect(await Promise.all(first.acknowledged)).toEqual(['accepted']);
  });

  it.each([
    ['stays', false],
    ['is reloaded', true],
  ])(
    'confirms the session where the relay is killed before the confirmation and the page %s',
    async (_, reloads) => {
      let dead: Promise<void> | undefined;
      const watch = atFrame(
        (text, side) => side === 'client' && text.includes(SETTLED),
        () => {
          dead = world().kill('network');
        },
      );
      const options = world().optionsOf('both', 'Page', [], watch);
      let page = world().pageOf(options);
      const wallet = world().walletOf('network', 'Wallet');
      const { uri, session } = await proposed(page);
      await wallet.client.pair(uri);
      const { topic } = await session;
      await dead;
      if (reloads) {
        page.close();
        page = world().pageOf(options);
        expect(page.restore()?.topic).toBe(topic);
      }
      await world().revive('network');
      page.wake();
      wallet.client.wake();
      await vi.waitFor(() => expect(wallet.client.sessions()[0]?.acknowledged).toBe(true), soon);
      expect(await sign(page)).toBe('Wallet');
      expect([wallet.proposals.length, wallet.requests.length]).toEqual([1, 1]);
    },
  );

  it.each(['own', 'network'] as const)(
    'connects a wallet on %s that approves after the page was reloaded',
    async place => {
      const options = { ...world().optionsOf('both', 'Page'), onDemand: true };
      const page = world().pageOf(options);
      const wallet = world().walletOf(place, 'Wallet', ADDRESS, false);
      const late = world().walletOf(place === 'own' ? 'network' : 'own', 'Late', OTHER, false);
      const { uri, session } = await proposed(page);
      session.catch(() => {});
      page.reach();
      await Promise.all([wallet.client.pair(uri), late.client.pair(uri)]);
      await vi.waitFor(() => expect([wallet.proposals.length, late.proposals.length]).toEqual([1, 1]), soon);
      page.close();
      const again = world().pageOf(options);
      expect(again.restore()).toBeUndefined();
      const [proposal] = wallet.proposals;
      const [lateProposal] = late.proposals;
      if (!proposal || !lateProposal) throw new Error('No proposal came.');
      expect(await wallet.approve(proposal)).toBe('accepted');
      await vi.waitFor(() => expect(again.session).toBeDefined(), soon);
      expect(await late.approve(lateProposal)).toBe('refused');
      await vi.waitFor(() => expect(late.client.sessions()).toEqual([]), soon);
      expect(await sign(again)).toBe('Wallet');
      expect([wallet.requests.length, late.requests.length]).toEqual([1, 0]);
    },
  );

  it.each([
    ['only on the relay of the network', 'network'],
    ['only on the relay of the gateway', 'own'],
    ['on both', 'both'],
  ] as const)(
    'asks a wallet %s once and loses no answer where both relays are killed in the middle and come back, and it signs after a reload',
    async (_, place) => {
      const options = world().optionsOf('both', 'Page');
      const page = world().pageOf(options);
      const wallet = world().walletOf(place, 'Wallet');
      const { uri, session } = await proposed(page);
      await wallet.client.pair(uri);
      const { topic } = await session;
      await wallet.acknowledged[0];
      let down: Promise<unknown> | undefined;
      wallet.client.on('session_request', () => {
        down ??= Promise.all([world().kill('network'), world().kill('own')]);
      });
      const signed = awaitedLater(sign(page));
      await vi.waitFor(() => expect(down).toBeDefined(), soon);
      await down;
      await Promise.all([world().revive('network'), world().revive('own')]);
      page.wake();
      wallet.client.wake();
      expect(await signed).toBe('Wallet');
      expect(wallet.requests).toHaveLength(1);
      page.close();
      const again = world().pageOf(options);
      expect(again.restore()?.topic).toBe(topic);
      expect(await sign(again)).toBe('Wallet');
      const ended = new Promise(resolve => again.on('disconnect', resolve));
      await wallet.client.disconnect(topic);
      await ended;
      expect([wallet.proposals.length, wallet.requests.length, again.session]).toEqual([1, 2, undefined]);
    },
  );

  it.each([
    ['network', 'own'],
    ['own', 'network'],
    ['both', 'both'],
  ] as const)(
    'tells a wallet that approves after another that it has no session, also if the page was reloaded meanwhile: %s, then %s',
    async (one, other) => {
      const options = world().optionsOf('both', 'Page');
      const page = world().pageOf(options);
      const first = world().walletOf(one, 'First', ADDRESS, false);
      const second = world().walletOf(other, 'Second', OTHER, false);
      const { uri, session } = await proposed(page);
      await Promise.all([first.client.pair(uri), second.client.pair(uri)]);
      await vi.waitFor(() => expect([first.proposals.length, second.proposals.length]).toEqual([1, 1]), soon);
      const [proposal] = first.proposals;
      const [late] = second.proposals;
      if (!proposal || !late) throw new Error('No proposal came.');
      expect(await first.approve(proposal)).toBe('accepted');
      await session;
      page.close();
      const again = world().pageOf(options);
      expect(again.restore()).toBeDefined();
      expect(await second.approve(late)).toBe('refused');
      await vi.waitFor(() => expect(second.client.sessions()).toEqual([]), soon);
      expect(await sign(again)).toBe('First');
      expect([first.requests.length, second.requests.length]).toEqual([1, 0]);
    },
  );

  it('tells a wallet that it has no session, although the page is reloaded before it could', async () => {
    // The settlement is lost, for which the page waits 10 s before it says so.
    let isLost = false;
    const ownHost = new URL(world().relays.own.url).host;
    const watch = atFrame(
      (text, side, host) => side === 'relay' && host === ownHost && text.includes(SETTLEMENT),
      () => {
        isLost = true;
      },
    );
    const options = world().optionsOf('both', 'Page', [], watch);
    const page = world().pageOf(options);
    const first = world().walletOf('network', 'First');
    const second = world().walletOf('own', 'Second', OTHER, false);
    const { uri, session } = await proposed(page);
    await second.client.pair(uri);
    await vi.waitFor(() => expect(second.proposals).toHaveLength(1), soon);
    await first.client.pair(uri);
    await session;
    const ended: string[] = [];
    second.client.on('session_delete', ({ session: one }) => void ended.push(one.topic));
    const [late] = second.proposals;
    if (!late) throw new Error('No proposal came.');
    second.approve(late).catch(() => {});
    await vi.waitFor(() => expect(isLost).toBe(true), soon);
    page.close();
    const again = world().pageOf(options);
    expect(again.restore()).toBeDefined();
    await vi.waitFor(() => expect(second.client.sessions()).toEqual([]), soon);
    expect(await sign(again)).toBe('First');
  });

  it('confirms the session to a wallet that was reloaded before the confirmation came', async () => {
    let dead: Promise<void> | undefined;
    const watch = atFrame(
      (text, side) => side === 'client' && text.includes(SETTLED),
      () => {
        dead = world().kill('network');
      },
    );
    const page = world().pageOf(world().optionsOf('both', 'Page', [], watch));
    const options = world().optionsOf('network', 'Wallet');
    const wallet = world().walletOf('network', 'Wallet', ADDRESS, true, options);
    const { uri, session } = await proposed(page);
    await wallet.client.pair(uri);
    await session;
    await dead;
    wallet.client.close();
    await world().revive('network');
    const again = world().walletOf('network', 'Wallet', ADDRESS, true, options);
    again.client.restore();
    page.wake();
    await vi.waitFor(() => expect(again.client.sessions()[0]?.acknowledged).toBe(true), soon);
    expect(again.client.proposals()).toEqual([]);
    expect(await sign(page)).toBe('Wallet');
  });

  it('restores a session only on its own relay, also where the page names the relays otherwise later', async () => {
    const options = world().optionsOf('both', 'Page');
    const only = { network: world().optionsOf('network', 'Page'), own: world().optionsOf('own', 'Page') };
    for (const place of ['own', 'network'] as const) {
      const page = world().pageOf(options);
      const wallet = world().walletOf(place, 'Wallet');
      const { uri, session } = await proposed(page);
      await wallet.client.pair(uri);
      const { topic } = await session;
      page.close();
      const { storage } = options;
      const other = world().pageOf({ ...only[place === 'own' ? 'network' : 'own'], storage });
      expect(other.restore()).toBeUndefined();
      other.close();
      const again = world().pageOf({ ...only[place], storage });
      expect(again.restore()?.topic).toBe(topic);
      expect(await sign(again)).toBe('Wallet');
      await again.disconnect();
      again.close();
    }
  });
});

describe('a page with two relays and sign-in with the connection', () => {
  const authentication = { ...SIGN_IN };
  const signsIn = (wallet: ReturnType<TwoRelays['walletOf']>) => {
    const ended: string[] = [];
    const asked: AuthenticationRequest[] = [];
    wallet.client.on('session_authenticate', request => void asked.push(request));
    wallet.client.on('session_delete', ({ session }) => void ended.push(session.topic));
    const approve = async () => {
      const [request] = asked;
      if (!request) throw new Error('Nothing was asked.');
      return wallet.client.approveAuthentication(request.id, [await signedAuth(request.authPayload)]);
    };
    return { asked, ended, approve };
  };

  it('lives on the relay to which the wallet answered, although the wallet listens to both', async () => {
    const answers: string[] = [];
    const watch: Watch = (text, side, host) => {
      if (side === 'relay' && text.includes(SIGNED_IN)) answers.push(host);
      return 'pass';
    };
    const page = world().pageOf(world().optionsOf('both', 'Page', [], watch));
    const wallet = world().walletOf('both', 'Wallet');
    const { asked, approve } = signsIn(wallet);
    const { uri, session } = await proposed(page, { authentication });
    await wallet.client.pair(uri);
    await vi.waitFor(() => expect(asked).toHaveLength(1), soon);
    await approve();
    await session;
    expect(await sign(page)).toBe('Wallet');
    expect(answers).toHaveLength(1);
  });

  it('tells the other of two wallets that sign at the same moment that it has no session', async () => {
    const page = world().pageOf();
    const wallets = [world().walletOf('network', 'One'), world().walletOf('own', 'Other', ADDRESS)];
    const both = wallets.map(signsIn);
    const { uri, session } = await proposed(page, { authentication });
    await Promise.all(wallets.map(({ client }) => client.pair(uri)));
    await vi.waitFor(() => expect(both.map(({ asked }) => asked.length)).toEqual([1, 1]), soon);
    await Promise.all(both.map(({ approve }) => approve()));
    const { peer } = await session;
    const isOne = peer.metadata.name === 'One';
    await vi.waitFor(() => expect(both[isOne ? 1 : 0]?.ended).toHaveLength(1), soon);
    expect(both[isOne ? 0 : 1]?.ended).toEqual([]);
    expect(await sign(page)).toBe(peer.metadata.name);
  });

  it('tells a wallet that signs in while another that approved has still to settle that it has no session', async () => {
    let dead: Promise<void> | undefined;
    const watch = atFrame(
      (text, side) => side === 'relay' && text.includes(SETTLEMENT),
      () => {
        dead = world().kill('network');
      },
    );
    const page = world().pageOf(world().optionsOf('both', 'Page', [], watch));
    const plain = world().walletOf('network', 'Plain', OTHER);
    const wallet = world().walletOf('own', 'Wallet');
    const { asked, ended, approve } = signsIn(wallet);
    const { uri, session } = await proposed(page, { authentication });
    await Promise.all([plain.client.pair(uri), wallet.client.pair(uri)]);
    await vi.waitFor(() => expect(dead && asked.length).toBe(1), soon);
    await dead;
    await approve();
    await vi.waitFor(() => expect(ended).toHaveLength(1), soon);
    await world().revive('network');
    page.wake();
    plain.client.wake();
    await session;
    expect(await sign(page)).toBe('Plain');
  });
});

describe('a page with two relays, over minutes', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: [...FAKED] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('tells a wallet that approved that it has no session, where the visitor gave up before the settlement came', async () => {
    const cancel = new AbortController();
    const watch = atFrame(
      (text, side) => side === 'relay' && text.includes(SETTLEMENT),
      () => cancel.abort(new Error('Given up')),
    );
    const page = world().pageOf(world().optionsOf('both', 'Page', [], watch));
    const wallet = world().walletOf('network', 'Wallet');
    const { uri, session } = await settleIn(proposed(page, { signal: cancel.signal }));
    await settleIn(wallet.client.pair(uri));
    await expect(settleIn(session)).rejects.toThrow('Given up');
    await passTime(30, () => wallet.client.sessions().length === 0);
    expect(await settleIn(Promise.all(wallet.acknowledged), 1)).toEqual(['refused']);
    expect([wallet.client.sessions(), page.session]).toEqual([[], undefined]);
  });

  it('still accepts an answer over the relay that it reached later', async () => {
    await world().kill('own');
    const page = world().pageOf({ ...world().optionsOf('both', 'Page'), onDemand: true });
    const wallet = world().walletOf('network', 'Wallet', ADDRESS, false);
    const { uri, session } = await settleIn(proposed(page));
    session.catch(() => {});
    await passTime(20);
    page.reach();
    await settleIn(wallet.client.pair(uri));
    await passTime(90);
    const [proposal] = wallet.proposals;
    if (!proposal) throw new Error('No proposal came.');
    expect(await settleIn(wallet.approve(proposal))).toBe('accepted');
    await settleIn(session);
    expect(await settleIn(sign(page))).toBe('Wallet');
  });

  it('confirms the session once the relay is back, for as long as the wallet waits', async () => {
    let dead: Promise<void> | undefined;
    const watch = atFrame(
      (text, side) => side === 'client' && text.includes(SETTLED),
      () => {
        dead = world().kill('network');
      },
    );
    const page = world().pageOf(world().optionsOf('both', 'Page', [], watch));
    const wallet = world().walletOf('network', 'Wallet');
    const { uri, session } = await settleIn(proposed(page));
    await settleIn(wallet.client.pair(uri));
    await settleIn(session);
    await dead;
    await passTime(120);
    await world().revive('network');
    await passTime(40);
    const [accepted] = wallet.acknowledged;
    expect(accepted && (await settleIn(accepted, 1))).toBe('accepted');
    expect(await settleIn(sign(page))).toBe('Wallet');
  });
});
