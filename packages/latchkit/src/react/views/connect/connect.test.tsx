// @vitest-environment jsdom

import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { getWallets, type LatchkitOptions, openModal, type View } from '../../../core/index.js';
import { raiseAlert } from '../../../core/kernel/alerts.js';
import { navigate } from '../../../core/modal/navigate.js';
import { connectorOf, scriptedAdapter } from '../../../core/testSupport/scriptedAdapter.test-support.js';
import { listingsRead } from '../../../core/wallets/listingQueries.js';
import { mainnet } from '../../../networks/index.js';
import { type MountedViews, mountViews } from '../../mount/mountViews.test-support.js';
import { EMAIL, kitWithFlow } from '../email/scriptedFlow.test-support.js';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const CONNECT = { name: 'Connect' } as const;
const BITCOIN = { ...mainnet, chainNamespace: 'bip122', caipNetworkId: 'bip122:0' } as const;
const NONE = () => scriptedAdapter('eip155', []);
const title = ({ page }: MountedViews) => page.querySelector('h2')?.textContent;
/** The available controls, from top to bottom. */
const order = ({ page }: MountedViews) =>
  [
    ...page.querySelectorAll(
      '.lk-body :is(input[type="email"], .lk-socials, .lk-or, :is(.lk-row, .lk-mini)[data-return])',
    ),
  ].map(one => {
    if (one.matches('input')) return 'email';
    if (one.matches('.lk-socials')) return 'social';
    return one.matches('.lk-or') ? (one.textContent ?? '') : 'wallet';
  });

/** A page whose directory has not responded yet. */
function waitingKit(options: Partial<LatchkitOptions> = {}) {
  const made = kitWithFlow({
    gateway: 'http://127.0.0.1:9',
    features: { email: false, socials: false },
    ...options,
  });
  listingsRead.set(made.kit, new Promise(() => {}));
  return made;
}

const LISTED = { featured: [{ id: 'listed', name: 'Listed', chains: [] }], recommended: [], count: 72 };

const UNAVAILABLE = 'Some ways to log in aren’t available on this site right now.';

describe('ConnectView of a site whose set-up is wrong', () => {
  it.each(['PROJECT_ID_NOT_CONFIGURED', 'PROJECT_NOT_FOUND', 'INVALID_APP_CONFIGURATION'] as const)(
    'tells the visitor only that some logins are missing, and the console the rest: %s (UX-16)',
    async key => {
      const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
      onTestFinished(() => logged.mockRestore());
      const { kit } = kitWithFlow();
      const modal = await mountViews(kit, CONNECT);
      expect(modal.text()).not.toContain(UNAVAILABLE);
      await modal.run(() => raiseAlert(kit, key, 'Change the set-up.'));
      expect(modal.text()).toContain(UNAVAILABLE);
      expect(modal.text()).not.toContain('Change the set-up.');
      expect(logged).toHaveBeenCalledWith(
        expect.stringMatching(`^\\[latchkit\\] ${key}: .*Change the set-up`),
      );
    },
  );

  it('is silent about what does not take a login away', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    const { kit } = kitWithFlow();
    const modal = await mountViews(kit, CONNECT);
    await modal.run(() => raiseAlert(kit, 'RATE_LIMITED'));
    expect(modal.text()).not.toContain(UNAVAILABLE);
    vi.restoreAllMocks();
  });
});

describe('the wallets of Connect', () => {
  it('says at WalletConnect what one does there, on a computer (UX-31)', async () => {
    const connectors = [connectorOf('walletConnect', { type: 'WALLET_CONNECT', name: 'WalletConnect' })];
    const { kit } = kitWithFlow({ adapters: [scriptedAdapter('eip155', connectors)] });
    const modal = await mountViews(kit, CONNECT);
    expect(modal.text()).toContain('Scan with phone');
    vi.stubGlobal('navigator', { userAgent: 'Mozilla/5.0 (Linux; Android 14) Mobile', onLine: true });
    onTestFinished(() => {
      vi.unstubAllGlobals();
    });
    const phone = await mountViews(
      kitWithFlow({ adapters: [scriptedAdapter('eip155', connectors)] }).kit,
      CONNECT,
    );
    expect(phone.text()).not.toContain('Scan with phone');
  });

  it('shows four of the wallets on the tile that leads to all (UX-32)', async () => {
    const { kit } = waitingKit({ features: { email: true, socials: false } });
    const modal = await mountViews(kit, CONNECT);
    const logos = () => modal.page.querySelectorAll('.lk-tile-all img').length;
    const listed = (count: number) =>
      Array.from({ length: count }, (_, at) => ({
        id: `w${at}`,
        name: `Wallet ${at}`,
        chains: [],
        image_id: `${at}`,
      }));
    await modal.run(() => kit.kernel.set({ listings: { featured: listed(3), recommended: [], count: 72 } }));
    expect(logos()).toBe(0);
    await modal.run(() => kit.kernel.set({ listings: { featured: listed(9), recommended: [], count: 72 } }));
    expect(logos()).toBe(4);
  });
});

describe('ConnectView with logins', () => {
  it('shows email, then socials, when no wallet is installed [LOG-14]', async () => {
    const { kit } = kitWithFlow({ adapters: [NONE()], wallets: { custom: [{ id: 'a', name: 'A' }] } });
    const modal = await mountViews(kit, CONNECT);
    expect(title(modal)).toBe('Log in to Test');
    expect(order(modal)).toEqual(['email', 'social', 'or use a wallet', 'wallet']);
  });

  it('has logins alone if the host offers no wallets, also beside an installed one (DX-19)', async () => {
    const { kit } = kitWithFlow({ wallets: false, gateway: 'http://127.0.0.1:9', projectId: 'p' });
    expect(kit.store.getState().connectors).not.toEqual([]);
    const modal = await mountViews(kit, CONNECT);
    expect(title(modal)).toBe('Log in to Test');
    expect(order(modal)).toEqual(['email', 'social']);
    expect(modal.text()).not.toMatch(/wallet/i);
    expect(getWallets(kit)).toEqual([]);
    // The directory is not asked.
    expect(listingsRead.get(kit)).toBeUndefined();
  });

  it('says that no login is possible if there are no wallets and the project has turned logins off (DX-19)', async () => {
    const { kit } = kitWithFlow({ wallets: false, features: { email: false, socials: false } });
    const modal = await mountViews(kit, CONNECT);
    await vi.waitFor(() => expect(modal.text()).toContain('You can’t log in right now'));
    expect(modal.text()).not.toMatch(/wallet/i);
  });

  it.each<View>([
    { name: 'AllWallets' },
    { name: 'ConnectingWalletConnectBasic' },
    { name: 'ConnectingWalletConnect', walletId: 'a' },
  ])('is shown instead of $name if the host offers no wallets (DX-19)', async view => {
    const modal = await mountViews(kitWithFlow({ wallets: false }).kit, view);
    expect(modal.view()).toBe('Connect');
  });

  it('stays open for another login when a logged-in visitor logs out', async () => {
    const { kit } = kitWithFlow();
    const login = { namespace: 'eip155', connectorId: 'AUTH', accounts: [], caipNetwork: undefined } as const;
    kit.kernel.set({ connections: [{ ...login, auth: { name: 'google', username: 'Ada' } }] });
    const modal = await mountViews(kit, CONNECT);
    await vi.waitFor(() => modal.button('Log out to use another login'));
    await modal.click('Log out to use another login');
    expect(modal.view()).toBe('Connect');
  });

  it('shows wallets first when one is installed [LOG-15]', async () => {
    const { kit } = kitWithFlow();
    const modal = await mountViews(kit, CONNECT);
    expect(title(modal)).toBe('Connect to Test');
    expect(order(modal)).toEqual(['wallet', 'or log in with', 'email', 'social']);
  });

  it('keeps its order when a wallet is found later, so that nothing moves under the pointer', async () => {
    const adapter = NONE();
    const { kit } = kitWithFlow({ adapters: [adapter], wallets: { custom: [{ id: 'a', name: 'A' }] } });
    const modal = await mountViews(kit, CONNECT);
    await modal.run(() => adapter.report({ type: 'connectors', connectors: [connectorOf('io.late')] }));
    expect(order(modal)).toEqual(['email', 'social', 'or use a wallet', 'wallet', 'wallet']);
  });

  it('does not grow while a login is pressed, so that the click reaches it', async () => {
    const adapter = NONE();
    const { kit } = kitWithFlow({ adapters: [adapter], wallets: { custom: [{ id: 'a', name: 'A' }] } });
    const modal = await mountViews(kit, CONNECT);
    const login = modal.page.querySelector('.lk-social');
    const before = order(modal);
    const point = (type: string) =>
      modal.run(() => {
        login?.dispatchEvent(new Event(type, { bubbles: true, composed: true }));
        vi.advanceTimersByTime(0);
      });
    await point('pointerdown');
    await modal.run(() => adapter.report({ type: 'connectors', connectors: [connectorOf('io.late')] }));
    expect(order(modal)).toEqual(before);
    await point('pointerup');
    expect(order(modal)).toEqual([...before, 'wallet']);
  });

  it('offers email only when it is enabled, configured and useful', async () => {
    const offered = async (options: Partial<LatchkitOptions>) => {
      const modal = await mountViews(kitWithFlow(options).kit, CONNECT);
      return order(modal).includes('email');
    };
    expect(await offered({})).toBe(true);
    expect(await offered({ features: { email: false } })).toBe(false);
    expect(await offered({ embeddedWallet: undefined })).toBe(false);
    expect(await offered({ networks: [BITCOIN], adapters: [scriptedAdapter('bip122', [])] })).toBe(false);
    expect(await offered({ networks: [mainnet], adapters: [NONE()] })).toBe(true);
  });

  it('has a checkbox only if the host requires it', async () => {
    const boxes = async (options: Partial<LatchkitOptions>) =>
      (await mountViews(kitWithFlow(options).kit, CONNECT)).page.querySelectorAll('input[type="checkbox"]')
        .length;
    const terms = { modal: { termsUrl: 'https://example.com/terms' } };
    expect(await boxes({ ...terms, features: { legalCheckbox: true } })).toBe(1);
    expect(await boxes(terms)).toBe(0);
  });

  it.each<View>([
    { name: 'EmailLogin' },
    { name: 'ConnectingFarcaster' },
    { name: 'ConnectingSocial', provider: 'google' },
    { name: 'ConnectingExternal', walletId: 'io.one' },
    { name: 'ConnectingWalletConnect' },
  ])('asks for the terms before $name, wherever it is opened from (rows-D2)', async view => {
    const { kit, flow, events } = kitWithFlow({
      modal: { termsUrl: 'https://example.com/terms' },
      features: { legalCheckbox: true },
    });
    const modal = await mountViews(kit, { name: 'WhatIsAWallet' });
    for (const open of [() => openModal(kit, { view }), () => navigate(kit, view)]) {
      await modal.run(open);
      await modal.run(() => vi.dynamicImportSettled());
      expect(modal.page.querySelectorAll('input')).toHaveLength(1);
      await modal.click('Continue');
      expect(modal.view()).toBe(view.name);
      expect(flow.calls).toEqual([]);
      expect(events.map(({ event }) => event)).not.toContain('SELECT_WALLET');
    }
    await modal.run(() => modal.page.querySelector<HTMLInputElement>('input[type="checkbox"]')?.click());
    await modal.click('Continue');
    expect(modal.page.querySelector('input[type="checkbox"]')).toBeNull();
    // The tick counts while the modal is open.
    await modal.run(() => navigate(kit, { name: 'EmailLogin' }));
    expect(modal.input().type).toBe('email');
  });

  it('says why nothing can be pressed before the tick (UX-34)', async () => {
    const { kit } = kitWithFlow({
      modal: { termsUrl: 'https://example.com/terms' },
      features: { legalCheckbox: true },
    });
    const modal = await mountViews(kit, CONNECT);
    const says = [...modal.page.querySelectorAll('.lk-body p')].find(
      ({ textContent }) => textContent === 'Agree to the terms to continue',
    );
    expect(says?.closest('.lk-sr')).toBeNull();
    expect(says?.id).toBe(modal.page.querySelector('.lk-social')?.getAttribute('aria-describedby'));
    await modal.run(() => modal.page.querySelector<HTMLElement>('.lk-agree input')?.click());
    expect(says?.isConnected).toBe(false);
  });

  it('sends nothing before the visitor agrees to the terms', async () => {
    const { kit, flow } = kitWithFlow({
      modal: { termsUrl: 'https://example.com/terms' },
      features: { legalCheckbox: true },
    });
    const modal = await mountViews(kit, CONNECT);
    await modal.type(EMAIL);
    const tick = modal.page.querySelector<HTMLInputElement>('input[type="checkbox"]');
    if (!tick) throw new Error('No tick.');
    tick.closest('label')?.setAttribute('class', '');
    await modal.submit();
    expect((tick.getRootNode() as ShadowRoot).activeElement).toBe(tick);
    expect(modal.button('Continue with email').getAttribute('aria-disabled')).toBe('true');
    expect(flow.calls.some(call => call.startsWith('start'))).toBe(false);
    await modal.run(() => tick.click());
    await modal.submit();
    expect(flow.calls).toContain(`start ${EMAIL}`);
  });
});

describe('ConnectView with socials', () => {
  const names = ({ page }: MountedViews) =>
    [...page.querySelectorAll('.lk-social')].map(one => one.getAttribute('aria-label') ?? one.textContent);
  const shown = async (features: LatchkitOptions['features'], last?: string) => {
    const { kit } = kitWithFlow({ features });
    if (last) kit.kernel.storage.setItem('latchkit.v1.last_social', last);
    return names(await mountViews(kit, CONNECT));
  };
  const all = (...providers: string[]) => providers.map(provider => `Continue with ${provider}`);

  it('offers them in the default order [LIM-35]', async () => {
    expect(await shown({})).toEqual(
      all('Google', 'X', 'Farcaster', 'Discord', 'Apple', 'GitHub', 'Facebook'),
    );
  });

  it('offers those of the host, in its order, or none', async () => {
    expect(await shown({ socials: ['github', 'google'] })).toEqual(all('GitHub', 'Google'));
    expect(await shown({ socials: ['telegram', 'farcaster'] })).toEqual(all('Telegram', 'Farcaster'));
    expect(await shown({ socials: false })).toEqual([]);
  });

  it('puts the last used one first, and marks it', async () => {
    const [first, ...rest] = await shown({}, 'discord');
    expect(first).toBe('Continue with DiscordRecent');
    expect(rest).toEqual(all('Google', 'X', 'Farcaster', 'Apple', 'GitHub', 'Facebook'));
    expect(await shown({ socials: ['google'] }, 'discord')).toEqual(all('Google'));
  });

  it.each([
    [
      'in a popup',
      'Mozilla/5.0 (X11; Linux x86_64) Chrome/150.0',
      ['', '', 'popup,width=600,height=800'],
      'social',
    ],
    ["in the tab itself in another app's browser", 'Mozilla/5.0 (iPhone) Instagram 300', undefined, 'leave'],
  ])('logs in %s', async (_, userAgent, opened, call) => {
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent);
    const open = vi.spyOn(window, 'open').mockReturnValue(null);
    const { kit, flow } = kitWithFlow();
    const modal = await mountViews(kit, CONNECT);
    await modal.click('Continue with GitHub');
    expect(modal.view()).toBe('ConnectingSocial');
    expect(open.mock.calls[0]).toEqual(opened);
    expect(flow.calls).toContain(`${call} github`);
    vi.restoreAllMocks();
  });

  it("offers what refuses another app's browser last, as a link to the page, with a sentence above (SL-08)", async () => {
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (Linux; Android 15) Instagram 300');
    onTestFinished(() => {
      vi.restoreAllMocks();
    });
    const { kit, flow } = kitWithFlow();
    kit.kernel.storage.setItem('latchkit.v1.last_social', 'google');
    const modal = await mountViews(kit, CONNECT);
    const links = await vi.waitFor(() => {
      const found = [...modal.page.querySelectorAll<HTMLAnchorElement>('a.lk-btn')];
      expect(found).not.toEqual([]);
      return found;
    });
    expect(names(modal)).toEqual(all('X', 'Farcaster', 'Discord', 'Apple', 'GitHub'));
    expect(links.map(link => [link.textContent, link.ariaLabel, link.href])).toEqual([
      ['Open in your browser', 'Open in your browser: Google', location.href],
      ['Open in your browser', 'Open in your browser: Facebook', location.href],
    ]);
    const sentence = modal.page.querySelector('.lk-legal');
    expect(sentence?.textContent).toMatch(/^Google or Facebook can’t log you in inside this app/);
    const group = modal.page.querySelector('.lk-socials');
    const follows = (one: Element | null | undefined, other: Element | null | undefined) =>
      one && other && one.compareDocumentPosition(other) === Node.DOCUMENT_POSITION_FOLLOWING;
    expect(follows(sentence, group)).toBe(true);
    expect(follows(group, links[0])).toBe(true);
    expect(flow.calls).toEqual([]);
  });

  it.each([
    ['Telegram', 'ConnectingSocial', 'leave telegram'],
    ['Farcaster', 'ConnectingFarcaster', 'farcaster'],
  ] as const)('logs in with %s without a popup', async (name, view, call) => {
    const open = vi.spyOn(window, 'open').mockReturnValue(null);
    onTestFinished(() => open.mockRestore());
    const { kit, flow } = kitWithFlow({ features: { socials: ['telegram', 'farcaster'] } });
    const modal = await mountViews(kit, CONNECT);
    await modal.click(`Continue with ${name}`);
    expect(modal.view()).toBe(view);
    expect(open).not.toHaveBeenCalled();
    expect(flow.calls).toContain(call);
  });

  it('starts no login before the visitor agrees to the terms', async () => {
    const open = vi.spyOn(window, 'open').mockReturnValue(null);
    const { kit } = kitWithFlow({
      modal: { termsUrl: 'https://example.com/terms' },
      features: { legalCheckbox: true },
    });
    const modal = await mountViews(kit, CONNECT);
    // jsdom has no animations.
    modal.page.querySelector('.lk-agree')?.setAttribute('class', '');
    await modal.click('Continue with Google');
    expect(modal.view()).toBe('Connect');
    expect(open).not.toHaveBeenCalled();
    open.mockRestore();
  });

  it('offers them only where the embedded wallet has accounts', async () => {
    const { kit } = kitWithFlow({ networks: [BITCOIN], adapters: [scriptedAdapter('bip122', [])] });
    expect(names(await mountViews(kit, CONNECT))).toEqual([]);
  });
});

describe('ConnectView while the directory is loading', () => {
  const places = ({ page }: MountedViews) => ({
    rows: page.querySelectorAll('.lk-row .lk-skel[data-shape="tile"]').length,
    tiles: page.querySelectorAll('.lk-mini .lk-skel[data-shape="mini"]').length,
  });

  it('reserves space for its wallets, and makes nothing clickable that will move', async () => {
    const { kit } = waitingKit({ wallets: { custom: [{ id: 'custom', name: 'Custom' }] } });
    const modal = await mountViews(kit, CONNECT);
    expect(modal.text()).toContain('io.one');
    expect(modal.text()).not.toContain('Custom');
    expect(modal.button('All wallets')).toBeDefined();
    expect(places(modal)).toEqual({ rows: 4, tiles: 4 });
    await modal.run(() => kit.kernel.set({ listings: LISTED }));
    expect(places(modal)).toEqual({ rows: 0, tiles: 0 });
    expect(modal.text()).toMatch(/io\.one.*Listed.*Custom.*All/);
  });

  it('reserves the space until the directory has responded, so that the list never shrinks', async () => {
    const { kit } = waitingKit();
    const modal = await mountViews(kit, CONNECT);
    await modal.run(() => vi.advanceTimersByTime(9_000));
    expect(places(modal)).toEqual({ rows: 4, tiles: 4 });
  });

  it('reserves only the strip when email leaves no space for more rows', async () => {
    const { kit } = waitingKit({ features: { email: true } });
    const modal = await mountViews(kit, CONNECT);
    expect(places(modal)).toEqual({ rows: 0, tiles: 4 });
  });

  it('moves no wallet while one is pressed, so that the click reaches the pressed one', async () => {
    const { kit } = waitingKit();
    const modal = await mountViews(kit, CONNECT);
    const row = modal.page.querySelector('[data-return="wallet:io.one"]');
    await modal.run(() => row?.dispatchEvent(new Event('pointerdown', { bubbles: true, composed: true })));
    await modal.run(() => kit.kernel.set({ listings: LISTED }));
    expect(modal.text()).not.toContain('Listed');
    await modal.run(() => {
      row?.dispatchEvent(new Event('pointerup', { bubbles: true, composed: true }));
      vi.advanceTimersByTime(0);
    });
    expect(modal.text()).toMatch(/Listed/);
  });
});

describe('ConnectView with many wallets', () => {
  const INSTALLED = Array.from({ length: 12 }, (_, index) => connectorOf(`io.w${index}`));
  const shown = ({ page }: MountedViews) => ({
    rows: page.querySelectorAll('.lk-row[data-return^="wallet:"]').length,
    tiles: page.querySelectorAll('.lk-mini[data-return^="wallet:"]').length,
  });

  it.each([
    [4, { socials: false }],
    [4, { email: false }],
    [3, {}],
  ] as const)(
    'leaves space for logins: %i rows, a strip of four, and the link to the others',
    async (rows, features) => {
      const { kit } = kitWithFlow({
        features,
        gateway: 'http://127.0.0.1:9',
        adapters: [scriptedAdapter('eip155', INSTALLED)],
      });
      listingsRead.set(kit, Promise.resolve());
      const modal = await mountViews(kit, CONNECT);
      await modal.run(() => kit.kernel.set({ listings: LISTED }));
      expect(shown(modal)).toEqual({ rows, tiles: 4 });
      expect(modal.page.querySelector('.lk-mini')?.getAttribute('aria-label')).toBe(`io.w${rows}, installed`);
      expect(modal.button(`All wallets, all 72, ${8 - rows} more installed`)).toBeDefined();
    },
  );

  it('shows every wallet as a row when there is no list of all wallets', async () => {
    const { kit } = kitWithFlow({ adapters: [scriptedAdapter('eip155', INSTALLED)] });
    const modal = await mountViews(kit, CONNECT);
    expect(shown(modal)).toEqual({ rows: 3, tiles: 4 });
    await modal.click('More');
    expect(shown(modal)).toEqual({ rows: 12, tiles: 0 });
  });
});
