import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { awaitedLater } from '../../../../../scripts/lib/awaitedLater.mjs';
import { FAKED, passTime, settleIn } from '../faults/passTime.test-support.js';
import { ADDRESS, OTHER } from './provider.test-support.js';
import { proposed, sign, type TwoRelays, withTwoRelays } from './twoRelays.test-support.js';
import type { UniversalProvider } from './UniversalProvider.js';

const world = withTwoRelays();

describe('a page and a wallet whose relays are away for minutes', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: [...FAKED] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  /** Longer than a call to a relay lasts, and less than a request. */
  const AWAY = 130;

  /** A page and a wallet with a session on the network's relay, which goes away for minutes as soon as `act` has begun. */
  async function whileAway(
    act: (wallet: ReturnType<TwoRelays['walletOf']>, page: UniversalProvider, topic: string) => unknown,
    reload?: 'wallet' | 'page',
  ) {
    const options = {
      page: world().optionsOf('both', 'Page'),
      wallet: world().optionsOf('network', 'Wallet'),
    };
    let page = world().pageOf(options.page);
    let wallet = world().walletOf('network', 'Wallet', ADDRESS, true, options.wallet);
    const { uri, session } = await settleIn(proposed(page));
    await settleIn(wallet.client.pair(uri));
    const { topic } = await settleIn(session);
    await settleIn(wallet.acknowledged[0] ?? Promise.reject(new Error('Not approved')));
    await settleIn(Promise.all([world().kill('network'), world().kill('own')]));
    await act(wallet, page, topic);
    await passTime(AWAY);
    if (reload === 'wallet') {
      wallet.client.close();
      wallet = world().walletOf('network', 'Wallet', ADDRESS, true, options.wallet);
      wallet.client.restore();
    }
    if (reload === 'page') {
      page.close();
      page = world().pageOf(options.page);
      page.restore();
    }
    await settleIn(Promise.all([world().revive('network'), world().revive('own')]));
    await passTime(40);
    return { page, wallet, topic };
  }

  it.each([
    ['stays', undefined],
    ['is reloaded', 'wallet'],
  ] as const)(
    'gets the answer that a wallet gave while the relays were away for minutes, once, where the wallet %s',
    async (_, reload) => {
      const options = {
        page: world().optionsOf('both', 'Page'),
        wallet: world().optionsOf('network', 'Wallet'),
      };
      const page = world().pageOf(options.page);
      let wallet = world().walletOf('network', 'Wallet', ADDRESS, true, options.wallet);
      const { uri, session } = await settleIn(proposed(page));
      await settleIn(wallet.client.pair(uri));
      await settleIn(session);
      await settleIn(wallet.acknowledged[0] ?? Promise.reject(new Error('Not approved')));
      let down: Promise<unknown> | undefined;
      wallet.client.on('session_request', () => {
        down = Promise.all([world().kill('network'), world().kill('own')]);
      });
      let answers = 0;
      const signed = awaitedLater(sign(page));
      signed.then(() => {
        answers += 1;
      });
      await passTime(20, () => down !== undefined);
      await down;
      await passTime(AWAY);
      expect([wallet.requests.length, wallet.client.requests()]).toEqual([1, []]);
      if (reload) {
        wallet.client.close();
        wallet = world().walletOf('network', 'Wallet', ADDRESS, true, options.wallet);
        wallet.client.restore();
      }
      await Promise.all([world().revive('network'), world().revive('own')]);
      expect(await settleIn(signed)).toBe('Wallet');
      await passTime(20);
      expect(answers).toBe(1);
      expect(wallet.requests).toHaveLength(reload ? 0 : 1);
    },
  );

  it('hears what the wallet says while the relays are away for minutes', async () => {
    const heard: unknown[] = [];
    const { page, wallet } = await whileAway((one, other, topic) => {
      other.on('accountsChanged', ({ addresses }) => heard.push(addresses));
      one.client.emit(topic, 'eip155:1', { name: 'accountsChanged', data: [] }).catch(() => {});
    });
    expect(heard).toEqual([[]]);
    expect(await settleIn(sign(page))).toBe('Wallet');
    expect(wallet.requests).toHaveLength(1);
  });

  it.each([undefined, 'wallet'] as const)(
    'hears that the wallet disconnected while the relays were away for minutes: reloaded: %s',
    async reload => {
      const { page, wallet } = await whileAway((one, _, topic) => {
        one.client.disconnect(topic).catch(() => {});
      }, reload);
      expect([page.session, wallet.client.sessions()]).toEqual([undefined, []]);
    },
  );

  it.each([undefined, 'page'] as const)(
    'tells the wallet that it disconnected while the relays were away for minutes: reloaded: %s',
    async reload => {
      const { page, wallet } = await whileAway((_, one) => {
        one.disconnect().catch(() => {});
      }, reload);
      expect([page.session, wallet.client.sessions()]).toEqual([undefined, []]);
    },
  );

  it('connects a wallet that approved while the relays were away for minutes', async () => {
    const page = world().pageOf();
    const wallet = world().walletOf('network', 'Wallet', ADDRESS, false);
    const { uri, session } = await settleIn(proposed(page));
    await settleIn(wallet.client.pair(uri));
    await passTime(20, () => wallet.proposals.length > 0);
    await settleIn(Promise.all([world().kill('network'), world().kill('own')]));
    const [proposal] = wallet.proposals;
    if (!proposal) throw new Error('No proposal came.');
    const approved = awaitedLater(wallet.approve(proposal));
    await passTime(AWAY);
    expect(page.session).toBeUndefined();
    await Promise.all([world().revive('network'), world().revive('own')]);
    await settleIn(session);
    expect(await settleIn(approved)).toBe('accepted');
    expect(await settleIn(sign(page))).toBe('Wallet');
  });

  it('tells a wallet that approves minutes after another that it has no session', async () => {
    const page = world().pageOf();
    const first = world().walletOf('network', 'First');
    const second = world().walletOf('own', 'Second', OTHER, false);
    const { uri, session } = await settleIn(proposed(page));
    await settleIn(second.client.pair(uri));
    await settleIn(first.client.pair(uri));
    await settleIn(session);
    await passTime(120);
    const [late] = second.proposals;
    if (!late) throw new Error('No proposal came.');
    expect(await settleIn(second.approve(late))).toBe('refused');
    expect(second.client.sessions()).toEqual([]);
  });

  it('leaves no session in a wallet that was reloaded, if the page never confirmed it', async () => {
    const page = world().pageOf();
    const options = world().optionsOf('network', 'Wallet');
    const wallet = world().walletOf('network', 'Wallet', ADDRESS, false, options);
    const { uri, session } = await settleIn(proposed(page));
    session.catch(() => {});
    await settleIn(wallet.client.pair(uri));
    await passTime(20, () => wallet.proposals.length > 0);
    page.close();
    const [proposal] = wallet.proposals;
    if (!proposal) throw new Error('No proposal came.');
    wallet.approve(proposal).catch(() => {});
    await passTime(5, () => wallet.acknowledged.length > 0);
    wallet.client.close();
    const again = world().walletOf('network', 'Wallet', ADDRESS, false, options);
    again.client.restore();
    expect(again.client.sessions()).toHaveLength(1);
    const ended: string[] = [];
    again.client.on('session_delete', one => void ended.push(one.session.topic));
    await passTime(620, () => ended.length > 0);
    expect(again.client.sessions()).toEqual([]);
    expect(ended).toHaveLength(1);
  });
});
