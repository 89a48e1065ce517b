import { describe, expect, it, vi } from 'vitest';
import { awaitedLater } from '../../../../../scripts/lib/awaitedLater.mjs';
import { readLeftFor } from '../../core/embeddedWallet/leftFor.js';
import {
  cancelSocialLogin,
  closeModal,
  getAccount,
  type Latchkit,
  leaveForSocialLogin,
  openModal,
  resendSocialLink,
  startEmailLogin,
  startSocialLogin,
} from '../../core/index.js';
import { goBack, navigate } from '../../core/modal/navigate.js';
import { untilState } from '../../core/testSupport/untilState.test-support.js';
import { preloadEmbeddedWallet } from '../../internal/index.js';
import { frameError } from '../../protocol/frame/frameErrors.js';
import { stopTime } from '../messenger/stubFrame.test-support.js';
import { createEmbeddedWorld, SILENT, soon, userOf } from './embeddedWorld.test-support.js';

const WALLET = 'https://wallet.example';
const RESULT = `${WALLET}/window/done#txn=1&resultCode=2`;

/** A popup as the page sees it. */
function popupStub() {
  const popup = Object.assign(new EventTarget(), {
    closed: false,
    visited: [] as string[],
    location: { replace: (uri: string) => void popup.visited.push(uri) },
    close: () => {
      popup.closed = true;
    },
  });
  return popup;
}

/** A page that can open popups; null: the browser blocks them. */
function world(popup: ReturnType<typeof popupStub> | null = popupStub()) {
  const made = createEmbeddedWorld();
  const opened: unknown[][] = [];
  const open = (...args: unknown[]) => {
    opened.push(args);
    return popup;
  };
  Object.assign(window, { open });
  const post = (data: unknown, { origin = WALLET, source = popup as unknown } = {}) =>
    window.dispatchEvent(Object.assign(new Event('message'), { data, origin, source }));
  const report = (uri = RESULT) => post({ lk: 1, type: 'SOCIAL_RESULT', uri });
  return { ...made, popup: popup ?? popupStub(), opened, post, report };
}

const socialOf = (kit: Latchkit) => kit.store.getState().embeddedWallet.social;
const atProvider = (kit: Latchkit) =>
  untilState(kit, state => state.embeddedWallet.social?.step === 'provider');

describe('startSocialLogin', () => {
  it('opens the popup in the press, sends it to the wallet page, and connects with its result [LIM-23]', async () => {
    const { page, storage, kit: kitOf, popup, opened, report } = world();
    const kit = kitOf();
    const done = awaitedLater(startSocialLogin(kit, 'google'));
    expect(opened).toEqual([['', '', 'popup,width=600,height=800']]);
    await atProvider(kit);
    expect(page.last('GET_SOCIAL_REDIRECT_URI')).toEqual({ provider: 'google' });
    expect(popup.visited).toEqual([`${WALLET}/window/oauth#1`]);
    report();
    await done;
    expect(page.last('CONNECT_SOCIAL')).toEqual({
      uri: RESULT,
      chainId: 'eip155:1',
      preferredAccountType: 'smartAccount',
    });
    const state = kit.store.getState();
    expect(getAccount(kit).isConnected).toBe(true);
    expect(state.namespaces.eip155?.socialProvider).toBe('google');
    expect(state.connections[0]?.auth).toEqual({ name: 'google', username: 'Ada' });
    expect(storage.getItem('latchkit.v1.social_username')).toBe('Ada');
    expect(socialOf(kit)).toBeUndefined();
    expect(popup.closed).toBe(true);
  });

  it('refuses another login while a user is logged in, and opens no popup for it', async () => {
    const { page, kit: kitOf, opened, report } = world();
    const kit = kitOf();
    const done = awaitedLater(startSocialLogin(kit, 'google'));
    await atProvider(kit);
    report();
    await done;
    const asked = page.sent.length;
    opened.length = 0;
    const refused = { code: 'ALREADY_LOGGED_IN' };
    await expect(startSocialLogin(kit, 'github')).rejects.toMatchObject(refused);
    await expect(leaveForSocialLogin(kit, 'github')).rejects.toMatchObject(refused);
    await expect(startEmailLogin(kit, 'ada@mail.example')).rejects.toMatchObject(refused);
    expect(page.sent).toHaveLength(asked);
    expect(opened).toEqual([]);
    expect(getAccount(kit).isConnected).toBe(true);
  });

  it('accepts a result only from its popup and the wallet service', async () => {
    const { page, kit: kitOf, post, report } = world();
    const kit = kitOf();
    const done = awaitedLater(startSocialLogin(kit, 'google'));
    await atProvider(kit);
    const message = { lk: 1, type: 'SOCIAL_RESULT', uri: `${WALLET}/window/done#evil` };
    post(message, { origin: 'https://evil.example' });
    post(message, { source: new EventTarget() });
    post({ ...message, type: 'OTHER' });
    report();
    await done;
    expect(page.sent.filter(({ type }) => type === 'CONNECT_SOCIAL')).toMatchObject([
      { payload: { uri: RESULT } },
    ]);
  });

  it("gives 'Popup closed' at the next tick of a second [ERR-08] [TIME-08]", async () => {
    const { page, kit: kitOf, popup } = world();
    const kit = kitOf();
    vi.stubGlobal('fetch', async () => new Response());
    const ticks: (() => void)[] = [];
    const { setInterval: start } = globalThis;
    // Other timers are real: the test itself polls.
    vi.stubGlobal('setInterval', (run: () => void, delay?: number) =>
      delay === 1_000 ? ticks.push(run) : start(run, delay),
    );
    const done = startSocialLogin(kit, 'google');
    const refused = awaitedLater(
      expect(done).rejects.toMatchObject({ code: 'POPUP_CLOSED', message: 'Popup closed' }),
    );
    await atProvider(kit);
    // The greeting of the wallet page repeats every second, too.
    const look = ticks.at(-1);
    look?.();
    popup.closed = true;
    expect(socialOf(kit)?.error).toBeUndefined();
    look?.();
    await refused;
    expect(socialOf(kit)).toMatchObject({ provider: 'google', error: { code: 'POPUP_CLOSED' } });
    expect(page.count('CONNECT_SOCIAL')).toBe(0);
  });

  it('names the header if the opener policy of the page separates the popup', async () => {
    const { kit: kitOf, popup } = world();
    const kit = kitOf();
    const headers = { 'Cross-Origin-Opener-Policy': 'same-origin' };
    vi.stubGlobal('fetch', async () => new Response(null, { headers }));
    popup.closed = true;
    await expect(startSocialLogin(kit, 'google')).rejects.toMatchObject({
      code: 'SURFACE_UNAVAILABLE',
      details: expect.stringContaining('same-origin-allow-popups'),
    });
  });

  it('waits for a provider whose pages make the popup look closed', async () => {
    const { page, kit: kitOf, popup } = world();
    const kit = kitOf();
    const uri = `${WALLET}/window/oauth#1`;
    page.answers.GET_SOCIAL_REDIRECT_URI = () => ({ uri, cutsOpener: true });
    page.answers.CONNECT_SOCIAL = () => SILENT;
    popup.closed = true;
    const refused = awaitedLater(
      expect(startSocialLogin(kit, 'google')).rejects.toMatchObject({ code: 'ABORTED' }),
    );
    await soon(() => expect(page.count('CONNECT_SOCIAL')).toBe(1));
    expect(page.last('CONNECT_SOCIAL')).toMatchObject({ uri });
    expect(socialOf(kit)).toMatchObject({ step: 'provider', isHidden: true });
    cancelSocialLogin(kit, 'POPUP_CLOSED');
    expect(socialOf(kit)).toMatchObject({ error: { code: 'POPUP_CLOSED' } });
    await refused;
  });

  it('ends once when the page is silent after the login at the provider [ERR-33] (rows-W2)', async () => {
    stopTime();
    const { page, kit: kitOf, report } = world();
    const kit = kitOf();
    page.answers.CONNECT_SOCIAL = () => SILENT;
    const ended = vi.fn();
    const login = startSocialLogin(kit, 'google').catch(ended);
    await atProvider(kit);
    report();
    await soon(() => expect(page.count('CONNECT_SOCIAL')).toBe(1));
    await vi.advanceTimersByTimeAsync(120_000);
    await login;
    expect(ended.mock.calls[0]?.[0]).toMatchObject({ code: 'TIMEOUT' });
    expect(socialOf(kit)).toMatchObject({ error: { code: 'TIMEOUT' } });
    await vi.advanceTimersByTimeAsync(600_000);
    expect(page.count('CONNECT_SOCIAL')).toBe(1);
    expect(kit.store.getState().alerts.map(({ shortMessage }) => shortMessage)).toEqual([
      'Embedded Wallet Timed Out',
    ]);
  });

  /** Starts a login as Connect does: its view opens in the same press. */
  const press = (kit: Latchkit) => {
    openModal(kit);
    navigate(kit, { name: 'ConnectingSocial', provider: 'google' });
    return startSocialLogin(kit, 'google');
  };

  const POPUPS = ['google', 'apple', 'github', 'x', 'discord', 'facebook'] as const;
  const OAUTH = `${WALLET}/window/oauth#1`;

  /** A login whose popup has left the wallet service's pages, and whose result has not come. */
  async function atCompany(provider: (typeof POPUPS)[number] = 'google') {
    const made = world();
    const kit = made.kit();
    let end = (_: Error | undefined) => {};
    made.page.answers.CONNECT_SOCIAL = () =>
      new Promise((resolve, reject) => {
        end = error => {
          if (error) return reject(error);
          made.page.user = userOf({ email: undefined, authProvider: 'google', userName: 'Ada' });
          resolve(made.page.user);
        };
      });
    const done = awaitedLater(startSocialLogin(kit, provider));
    await atProvider(kit);
    made.page.tell({ type: 'SOCIAL_STEP', payload: { uri: OAUTH, step: 'provider' } });
    await soon(() => expect(made.page.count('CONNECT_SOCIAL')).toBe(1));
    return { ...made, kit, done, end: (error?: Error) => end(error) };
  }

  it.each(POPUPS)(
    'waits for %s, since a page of a company in between may cut the opener (SL-06)',
    async provider => {
      const { page, kit, popup, done, end } = await atCompany(provider);
      expect(page.last('CONNECT_SOCIAL')).toMatchObject({ uri: OAUTH });
      expect(socialOf(kit)?.isHidden).toBeFalsy();
      // The visitor is at the company: the popup only looks closed, and the login goes on there.
      popup.closed = true;
      await untilState(kit, state => state.embeddedWallet.social?.isHidden === true);
      end();
      await done;
      expect(page.count('CONNECT_SOCIAL')).toBe(1);
      expect(getAccount(kit).isConnected).toBe(true);
    },
  );

  it('takes a result that comes while the popup stays open and says nothing (SL-06)', async () => {
    const { kit, popup, done, end } = await atCompany();
    end();
    await done;
    expect(getAccount(kit).isConnected).toBe(true);
    expect(popup.closed).toBe(true);
  });

  it("lets the popup's own word only change the text once the wallet page waits (SL-06)", async () => {
    const { page, kit, done, report, end } = await atCompany();
    report();
    await untilState(kit, state => state.embeddedWallet.social?.step === 'checking');
    end();
    await done;
    expect(page.count('CONNECT_SOCIAL')).toBe(1);
  });

  it('lets the wallet page decide whether a popup that looks closed got as far as the provider (SL-06)', async () => {
    const { page, kit: kitOf, popup } = world();
    const kit = kitOf();
    vi.stubGlobal('fetch', async () => new Response());
    page.answers.GET_SOCIAL_REDIRECT_URI = () => ({ uri: OAUTH, cutsOpener: true });
    page.answers.CONNECT_SOCIAL = () => {
      throw frameError('POPUP_CLOSED');
    };
    popup.closed = true;
    await expect(startSocialLogin(kit, 'google')).rejects.toMatchObject({ code: 'POPUP_CLOSED' });
    expect(page.last('CONNECT_SOCIAL')).toMatchObject({ uri: OAUTH });
    expect(socialOf(kit)).toMatchObject({ error: { code: 'POPUP_CLOSED' } });
  });

  it.each([
    ['a cancelled login', (kit: Latchkit) => cancelSocialLogin(kit)],
    ['a window that the visitor closed', (kit: Latchkit) => cancelSocialLogin(kit, 'POPUP_CLOSED')],
    ['another login', (kit: Latchkit) => void startSocialLogin(kit, 'github').catch(() => {})],
    ['a login by email', (kit: Latchkit) => void startEmailLogin(kit, 'ada@mail.example').catch(() => {})],
  ])('drops the secret of %s first, and takes no result that comes later (SL-06)', async (_, leave) => {
    const { page, kit, done, report } = await atCompany();
    const refused = expect(done).rejects.toMatchObject({ code: 'ABORTED' });
    const before = page.sent.length;
    leave(kit);
    await refused;
    await soon(() => expect(page.count('LEAVE_SOCIAL')).toBe(1));
    const [first] = page.sent.slice(before).filter(({ type }) => type !== 'RPC_ABORT');
    expect(first).toEqual({ type: 'LEAVE_SOCIAL', payload: { uri: OAUTH } });
    report();
    page.tell({ type: 'SOCIAL_STEP', payload: { uri: OAUTH, step: 'provider' } });
    await soon(() => expect(page.count('CONNECT_SOCIAL')).toBe(1));
    expect(getAccount(kit).isConnected).toBe(false);
    cancelSocialLogin(kit);
  });

  it.each([
    ['Back', goBack],
    ['Close', closeModal],
    ['a destroyed instance', (kit: Latchkit) => kit.destroy()],
  ])('takes no result after %s, which drops the secret (SL-06)', async (_, leave) => {
    const { page, kit: kitOf, report } = world();
    const kit = kitOf();
    const refused = awaitedLater(expect(press(kit)).rejects.toMatchObject({ code: 'ABORTED' }));
    await atProvider(kit);
    leave(kit);
    await refused;
    report();
    page.tell({ type: 'SOCIAL_STEP', payload: { uri: OAUTH, step: 'provider' } });
    // A destroyed instance ends the wallet page, and with it the secret.
    if (!kit.kernel.signal.aborted)
      await soon(() => expect(page.last('LEAVE_SOCIAL')).toEqual({ uri: OAUTH }));
    expect(page.count('CONNECT_SOCIAL')).toBe(0);
  });

  it('says that the provider came back in another browser, and still takes a result (SL-07)', async () => {
    const { page, kit, done, end } = await atCompany('x');
    page.tell({ type: 'SOCIAL_STEP', payload: { uri: OAUTH, step: 'elsewhere' } });
    await untilState(kit, state => state.embeddedWallet.social?.isElsewhere === true);
    expect(socialOf(kit)).toMatchObject({ step: 'provider' });
    end();
    await done;
    expect(getAccount(kit).isConnected).toBe(true);
  });

  const SENT = { action: 'VERIFY_DEVICE', email: 'ad•••@example.com', retryAfter: 30 } as const;

  it('waits for the link that a new device needs, sends another one, and connects', async () => {
    const { page, kit: kitOf, popup, report } = world();
    const kit = kitOf();
    const signedIn = userOf({ email: undefined, authProvider: 'x', userName: 'Ada' });
    let waits = 0;
    page.answers.CONNECT_SOCIAL = () => SENT;
    page.answers.CONNECT_DEVICE = () => {
      waits += 1;
      if (waits === 1) return SILENT;
      page.user = signedIn;
      return { action: 'CONNECT' };
    };
    await expect(resendSocialLink(kit)).rejects.toMatchObject({ code: 'LOGIN_EXPIRED' });
    const done = awaitedLater(startSocialLogin(kit, 'x'));
    await atProvider(kit);
    report();
    const { embeddedWallet } = await untilState(kit, state => state.embeddedWallet.social?.step === 'device');
    expect(embeddedWallet.social?.link).toEqual({ email: SENT.email, resendAt: expect.any(Number) });
    expect(popup.closed).toBe(true);
    await soon(() => expect(waits).toBe(1));
    await resendSocialLink(kit);
    expect(page.sent.filter(({ type }) => type === 'CONNECT_SOCIAL')).toHaveLength(2);
    expect(page.last('CONNECT_SOCIAL')).toMatchObject({ uri: RESULT });
    await done;
    expect(getAccount(kit).isConnected).toBe(true);
    expect(socialOf(kit)).toBeUndefined();
  });

  it('ends with a link that was denied, and with one that the visitor no longer waits for', async () => {
    const { page, kit: kitOf, report } = world();
    const kit = kitOf();
    page.answers.CONNECT_SOCIAL = () => SENT;
    page.answers.CONNECT_DEVICE = () => {
      throw frameError('DEVICE_DENIED');
    };
    const denied = awaitedLater(
      expect(startSocialLogin(kit, 'x')).rejects.toMatchObject({ code: 'DEVICE_DENIED' }),
    );
    await atProvider(kit);
    report();
    await denied;
    expect(socialOf(kit)).toMatchObject({ step: 'device', error: { code: 'DEVICE_DENIED' } });
    page.answers.CONNECT_DEVICE = () => SILENT;
    const left = awaitedLater(expect(startSocialLogin(kit, 'x')).rejects.toMatchObject({ code: 'ABORTED' }));
    await atProvider(kit);
    report();
    await untilState(kit, state => state.embeddedWallet.social?.link !== undefined);
    cancelSocialLogin(kit);
    await left;
    await expect(resendSocialLink(kit)).rejects.toMatchObject({ code: 'LOGIN_EXPIRED' });
  });

  it("gives 'Failed to initiate social connection' when there is no redirect URI [ERR-10]", async () => {
    const { page, kit: kitOf, popup } = world();
    page.answers.GET_SOCIAL_REDIRECT_URI = () => {
      throw frameError('PROVIDER_UNAVAILABLE');
    };
    await expect(startSocialLogin(kitOf(), 'google')).rejects.toMatchObject({
      code: 'SOCIAL_NOT_STARTED',
      message: 'Failed to initiate social connection',
      cause: { code: 'PROVIDER_UNAVAILABLE' },
    });
    expect(popup.closed).toBe(true);
  });

  it.each([
    ['google', 'GET_SOCIAL_REDIRECT_URI'],
    ['telegram', 'GET_TELEGRAM_REDIRECT_URI'],
  ] as const)(
    'stays on the page where a login with %s could end in another browser',
    async (provider, type) => {
      const { page, kit: kitOf } = world();
      const kit = kitOf({ features: { socials: ['google', 'telegram'] } });
      page.answers[type] = () => ({ uri: 'https://wallet.example/window/oauth#1&page', cutsOpener: false });
      const before = location.href;
      await expect(leaveForSocialLogin(kit, provider)).rejects.toMatchObject({ code: 'GATEWAY_TOO_OLD' });
      expect(socialOf(kit)).toMatchObject({ step: 'opening', error: { code: 'GATEWAY_TOO_OLD' } });
      expect(readLeftFor(kit.kernel.storage)).toBeUndefined();
      expect(location.href).toBe(before);
    },
  );

  it('says that the popup was blocked, and asks the wallet page for nothing', async () => {
    const { page, kit: kitOf } = world(null);
    const kit = kitOf();
    await expect(startSocialLogin(kit, 'google')).rejects.toMatchObject({ code: 'WINDOW_BLOCKED' });
    expect(socialOf(kit)).toMatchObject({ error: { code: 'WINDOW_BLOCKED' } });
    expect(page.count('GET_SOCIAL_REDIRECT_URI')).toBe(0);
  });

  it("opens nothing that refuses another app's browser, and says so (SL-08)", async () => {
    const { page, kit: kitOf, opened } = world();
    const kit = kitOf();
    vi.stubGlobal('navigator', {
      userAgent: 'Mozilla/5.0 (iPhone) Mobile/15E148 [FBAN/FBIOS]',
      maxTouchPoints: 5,
    });
    const before = location.href;
    for (const start of [startSocialLogin, leaveForSocialLogin]) {
      await expect(start(kit, 'google')).rejects.toMatchObject({ code: 'BROWSER_REFUSED' });
      expect(socialOf(kit)).toMatchObject({ provider: 'google', error: { code: 'BROWSER_REFUSED' } });
    }
    expect(opened).toEqual([]);
    expect(page.sent).toEqual([]);
    expect(location.href).toBe(before);
  });

  it('refuses a provider that the host does not offer, before any message [VAL-03]', async () => {
    const { page, kit: kitOf, popup } = world();
    const kit = kitOf({ features: { socials: ['github'] } });
    await expect(startSocialLogin(kit, 'google')).rejects.toMatchObject({ code: 'AUTH_CONNECTOR_NOT_FOUND' });
    await expect(startSocialLogin(kit, 'myspace' as 'google')).rejects.toMatchObject({
      code: 'AUTH_CONNECTOR_NOT_FOUND',
    });
    expect(page.sent).toEqual([]);
    expect(popup.closed).toBe(true);
  });

  it.each([
    ['Back', goBack],
    ['Close', closeModal],
  ])('is cancelled by %s, not by a later view of its kind that leaves', async (_, leave) => {
    const { kit: kitOf, popup, report } = world();
    const kit = kitOf();
    const refused = awaitedLater(expect(press(kit)).rejects.toMatchObject({ code: 'ABORTED' }));
    await atProvider(kit);
    leave(kit);
    await refused;
    expect(popup.closed).toBe(true);
    expect(socialOf(kit)).toBeUndefined();
    popup.closed = false;
    const done = awaitedLater(press(kit));
    await atProvider(kit);
    report();
    await done;
    expect(getAccount(kit).isConnected).toBe(true);
  });

  it('is cancelled by Back while its code still loads', async () => {
    const { page, kit: kitOf, popup } = world();
    const kit = kitOf();
    const refused = expect(press(kit)).rejects.toMatchObject({ code: 'ABORTED' });
    goBack(kit);
    await refused;
    expect(popup.closed).toBe(true);
    expect(page.sent).toEqual([]);
  });

  it('continues when the modal, which does not show it, closes', async () => {
    const { kit: kitOf, report } = world();
    const kit = kitOf();
    openModal(kit);
    const done = awaitedLater(startSocialLogin(kit, 'google'));
    await atProvider(kit);
    closeModal(kit);
    report();
    await done;
    expect(getAccount(kit).isConnected).toBe(true);
  });

  it('leaves no state when it is cancelled, and closes the popup', async () => {
    const { kit: kitOf, popup, report } = world();
    const kit = kitOf();
    const refused = awaitedLater(
      expect(startSocialLogin(kit, 'google')).rejects.toMatchObject({ code: 'ABORTED' }),
    );
    await atProvider(kit);
    cancelSocialLogin(kit);
    await refused;
    report();
    expect(popup.closed).toBe(true);
    expect(socialOf(kit)).toBeUndefined();
    expect(getAccount(kit).isConnected).toBe(false);
  });
});

describe('a login that left the page', () => {
  /** The page that the wallet service sent the tab back to. */
  const returned = (result: string, provider?: string) => {
    const made = world();
    const { history } = made.document.defaultView ?? {};
    vi.stubGlobal('history', history);
    history?.replaceState({ of: 'page' }, '', `/shop?a=1,2&result_uri=${encodeURIComponent(result)}&b=~#top`);
    if (provider) made.storage.setItem('latchkit.v1.social_left_for', provider);
    return made;
  };
  const failsWith = ({ page }: ReturnType<typeof returned>, code: 'LOGIN_REFUSED' | 'LOGIN_EXPIRED') => {
    page.answers.CONNECT_SOCIAL = () => {
      throw frameError(code);
    };
  };

  it('asks for the user with the result in the address, connects, and removes only that [CALL-52] (rows-K1)', async () => {
    const { page, storage, kit: kitOf } = returned(RESULT, 'google');
    const kit = kitOf();
    await untilState(kit, ({ namespaces }) => namespaces.eip155?.account.isConnected === true);
    const asked = page.sent.filter(({ type }) => type === 'GET_USER').map(({ payload }) => payload);
    const login = { chainId: 'eip155:1', preferredAccountType: 'smartAccount' };
    expect(asked[0]).toEqual({ socialUri: RESULT, ...login });
    expect(asked.slice(1).filter(payload => 'socialUri' in payload)).toEqual([]);
    expect(page.count('CONNECT_SOCIAL')).toBe(0);
    expect(location.href).toBe('https://app.example/shop?a=1,2&b=~#top');
    expect(history.state).toEqual({ of: 'page' });
    expect(storage.getItem('latchkit.v1.social_login')).toBe('google');
    expect(storage.getItem('latchkit.v1.social_left_for')).toBeNull();
  });

  it('leaves an address of another site alone', async () => {
    const { page, kit: kitOf } = returned('https://evil.example/window/done#txn=1&resultCode=2', 'google');
    const kit = kitOf();
    openModal(kit);
    await preloadEmbeddedWallet(kit);
    expect(page.count('CONNECT_SOCIAL') + page.count('GET_USER')).toBe(0);
    expect(location.search).toContain('evil.example');
  });

  it('asks for the link that a new device needs with the same address, and shows that it waits (rows-K1)', async () => {
    const made = returned(RESULT, 'x');
    made.page.answers.CONNECT_SOCIAL = () => ({
      ...{ action: 'VERIFY_DEVICE', email: 'ad•••@example.com', retryAfter: 30 },
    });
    made.page.answers.CONNECT_DEVICE = () => SILENT;
    const kit = made.kit();
    const { modal } = await untilState(kit, state => state.modal.open);
    expect(modal.views).toEqual([{ name: 'ConnectingSocial', provider: 'x' }]);
    expect(socialOf(kit)).toMatchObject({ step: 'device', link: { email: 'ad•••@example.com' } });
    expect(made.page.last('CONNECT_SOCIAL')).toMatchObject({ uri: RESULT });
    expect(made.page.count('CONNECT_SOCIAL')).toBe(1);
  });

  it('shows why it failed', async () => {
    const made = returned(RESULT, 'github');
    failsWith(made, 'LOGIN_REFUSED');
    const kit = made.kit();
    const { modal } = await untilState(kit, state => state.modal.open);
    expect(modal.views).toEqual([{ name: 'ConnectingSocial', provider: 'github' }]);
    expect(socialOf(kit)).toMatchObject({ provider: 'github', error: { code: 'LOGIN_REFUSED' } });
  });

  it('is kept over a reload while the wallet has to wait', async () => {
    const made = returned(RESULT, 'google');
    made.page.answers.CONNECT_SOCIAL = () => {
      throw frameError('RECOVERY_DELAYED', { context: { retryAfter: 86_400 } });
    };
    const kit = made.kit();
    await untilState(kit, state => state.modal.open);
    const kept = JSON.parse(made.storage.getItem('latchkit.v1.pending_login') ?? 'null');
    expect(kept).toMatchObject({ provider: 'google', opensAt: expect.any(Number) });
    expect(kept.opensAt).toBeGreaterThan(Date.now() + 86_000_000);
  });

  it('ignores the result of a login that this page did not start', async () => {
    const made = returned(RESULT);
    failsWith(made, 'LOGIN_EXPIRED');
    const kit = made.kit();
    await soon(() => expect(made.page.count('GET_USER')).toBe(1));
    await soon(() => expect(location.search).toBe('?a=1,2&b=~'));
    await preloadEmbeddedWallet(kit);
    expect(kit.store.getState().modal.open).toBe(false);
    expect(getAccount(kit).isConnected).toBe(false);
  });
});
