import { describe, expect, it, vi } from 'vitest';
import { awaitedLater } from '../../../../../scripts/lib/awaitedLater.mjs';
import {
  cancelSocialLogin,
  getAccount,
  type Latchkit,
  openModal,
  startFarcasterLogin,
} from '../../core/index.js';
import { goBack, navigate } from '../../core/modal/navigate.js';
import { frameError } from '../../protocol/frame/frameErrors.js';
import { delivered, stopTime } from '../messenger/stubFrame.test-support.js';
import { createEmbeddedWorld, SILENT, soon, userOf } from './embeddedWorld.test-support.js';

const URL = 'https://wallet-app.example/siwf?channelToken=1';

/** A page whose wallet page has a link each time. */
function world() {
  const made = createEmbeddedWorld();
  const { page } = made;
  let count = 0;
  page.answers.GET_FARCASTER_URI = () => {
    count += 1;
    return { url: `${URL}${count}` };
  };
  page.answers.CONNECT_FARCASTER = () => {
    page.user = userOf({ email: undefined, authProvider: 'farcaster', userName: 'ada' });
    return { userName: 'ada' };
  };
  return made;
}

const loginOf = (kit: Latchkit) => kit.store.getState().embeddedWallet.social;
const expired = () => {
  throw frameError('LOGIN_EXPIRED');
};

describe('startFarcasterLogin', () => {
  it('shows the link, waits for the approval, and connects', async () => {
    const { page, storage, kit: kitOf } = world();
    const kit = kitOf();
    const { CONNECT_FARCASTER: approve } = page.answers;
    let isApproved = () => {};
    page.answers.CONNECT_FARCASTER = payload =>
      new Promise(resolve => {
        isApproved = () => resolve(approve?.(payload));
      });
    const done = awaitedLater(startFarcasterLogin(kit));
    await soon(() => expect(page.count('CONNECT_FARCASTER')).toBe(1));
    expect(page.last('GET_FARCASTER_URI')).toEqual({});
    expect(loginOf(kit)).toEqual({ provider: 'farcaster', step: 'provider', url: `${URL}1` });
    expect(getAccount(kit).isConnected).toBe(false);
    isApproved();
    await done;
    expect(getAccount(kit).isConnected).toBe(true);
    const { namespaces, connections } = kit.store.getState();
    expect(namespaces.eip155?.socialProvider).toBe('farcaster');
    expect(connections[0]?.auth).toEqual({ name: 'farcaster', username: 'ada' });
    expect(storage.getItem('latchkit.v1.last_social')).toBe('farcaster');
    expect(loginOf(kit)).toBeUndefined();
  });

  it('ends once when the page is silent, not while it waits for a slow visitor [ERR-33] (rows-W2)', async () => {
    stopTime();
    const { page, kit: kitOf } = world();
    const kit = kitOf();
    page.answers.CONNECT_FARCASTER = () => SILENT;
    const ended = vi.fn();
    const login = startFarcasterLogin(kit).catch(ended);
    await soon(() => expect(page.count('CONNECT_FARCASTER')).toBe(1));
    const id = page.ids.get('CONNECT_FARCASTER') ?? '';
    const alerts = () => kit.store.getState().alerts.map(({ shortMessage }) => shortMessage);
    for (let minute = 0; minute < 4; minute += 1) {
      await vi.advanceTimersByTimeAsync(60_000);
      page.tell({ type: 'WAITING', payload: { id } });
      await delivered();
    }
    await vi.advanceTimersByTimeAsync(60_000);
    expect([ended.mock.calls, alerts(), loginOf(kit)?.step]).toEqual([[], [], 'provider']);
    await vi.advanceTimersByTimeAsync(60_000);
    await login;
    expect(ended.mock.calls[0]?.[0]).toMatchObject({
      code: 'FARCASTER_NOT_CONNECTED',
      cause: { code: 'TIMEOUT', context: { kind: 'iframe_request_timeout' } },
    });
    expect([page.count('CONNECT_FARCASTER'), alerts()]).toEqual([1, ['Embedded Wallet Timed Out']]);
    expect(loginOf(kit)).toMatchObject({ error: { code: 'FARCASTER_NOT_CONNECTED' } });
  });

  it("reloads a page that was silent when the visitor presses 'Try again', and only then (rows-W8)", async () => {
    stopTime();
    const { page, kit: kitOf } = world();
    const kit = kitOf();
    const { CONNECT_FARCASTER: approve } = page.answers;
    page.answers.CONNECT_FARCASTER = () => SILENT;
    const ended = startFarcasterLogin(kit).catch(({ code }) => code);
    await soon(() => expect(page.count('CONNECT_FARCASTER')).toBe(1));
    await vi.advanceTimersByTimeAsync(120_000);
    expect([await ended, page.count('RELOAD')]).toEqual(['FARCASTER_NOT_CONNECTED', 0]);

    page.answers.CONNECT_FARCASTER = payload => approve?.(payload);
    const again = awaitedLater(startFarcasterLogin(kit));
    await soon(() => expect(page.count('CONNECT_FARCASTER')).toBe(2));
    await again;
    const order = page.sent.map(({ type }) => type).filter(type => /RELOAD|FARCASTER_URI/.test(type));
    expect(order).toEqual(['GET_FARCASTER_URI', 'RELOAD', 'GET_FARCASTER_URI']);
    expect(getAccount(kit).isConnected).toBe(true);
  });

  it('renews an expired link twice, then ends', async () => {
    const { page, kit: kitOf } = world();
    const kit = kitOf();
    page.answers.CONNECT_FARCASTER = expired;
    await expect(startFarcasterLogin(kit)).rejects.toMatchObject({
      code: 'FARCASTER_NOT_CONNECTED',
      cause: { code: 'LOGIN_EXPIRED' },
    });
    expect(page.count('GET_FARCASTER_URI')).toBe(3);
    expect(loginOf(kit)).toMatchObject({ provider: 'farcaster', error: { code: 'FARCASTER_NOT_CONNECTED' } });
  });

  it.each(['GET_FARCASTER_URI', 'CONNECT_FARCASTER'] as const)(
    "gives 'Failed to connect to farcaster' when %s fails [ERR-11]",
    async type => {
      const { page, kit: kitOf } = world();
      const kit = kitOf();
      page.answers[type] = () => {
        throw frameError('PROVIDER_UNAVAILABLE');
      };
      const error = {
        code: 'FARCASTER_NOT_CONNECTED',
        message: 'Failed to connect to farcaster',
        cause: { code: 'PROVIDER_UNAVAILABLE' },
      };
      await expect(startFarcasterLogin(kit)).rejects.toMatchObject(error);
      expect(loginOf(kit)).toMatchObject({ error });
    },
  );

  it.each([
    ['Back', goBack],
    ['cancelSocialLogin', (kit: Latchkit) => cancelSocialLogin(kit)],
  ])('is cancelled by %s', async (_, leave) => {
    const { page, kit: kitOf } = world();
    const kit = kitOf();
    page.answers.CONNECT_FARCASTER = () => SILENT;
    openModal(kit);
    navigate(kit, { name: 'ConnectingFarcaster' });
    const refused = awaitedLater(expect(startFarcasterLogin(kit)).rejects.toMatchObject({ code: 'ABORTED' }));
    await soon(() => expect(page.count('CONNECT_FARCASTER')).toBe(1));
    leave(kit);
    await refused;
    expect(loginOf(kit)).toBeUndefined();
  });

  it('refuses where the host does not offer it, before any message', async () => {
    const { page, kit } = world();
    const own = kit({ features: { socials: ['google'] } });
    await expect(startFarcasterLogin(own)).rejects.toMatchObject({ code: 'AUTH_CONNECTOR_NOT_FOUND' });
    expect(page.sent).toEqual([]);
  });
});
