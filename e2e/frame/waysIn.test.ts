import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { digestOfAll } from '@latchkit/keyring';
import {
  passSocialSignInCall,
  readServiceKeysCall,
  redeemSocialSignInCall,
  startSocialSignInCall,
  WALLET_HEADERS,
} from 'latchkit/protocol';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, describe, expect, onTestFinished } from 'vitest';
import { reviewManage } from '../../apps/frame/src/review/messages/reviewSibling.js';
import {
  createMailboxSecrets,
  writeMailboxSecrets,
} from '../../apps/frame/src/windowChannel/createMailboxChannel.js';
import { refused } from '../../packages/gateway/test/refused.js';
import { PAGE } from '../../packages/gateway/test/wallet/walletSuite.js';
import { awaitedLater } from '../../scripts/lib/awaitedLater.mjs';
import { continueToProvider } from '../support/continueToProvider.js';
import { launchChromium } from '../support/journey.js';
import { workerBrowser } from '../support/workerBrowser.js';
import { openPopup, receivedBy } from './support/openPopup.js';
import type { WalletVisit } from './support/WalletVisit.js';
import type { ServedWallet } from './support/walletServices.js';
import { it } from './support/walletVisits.js';
import { withTls } from './support/withTls.js';

type Enter = (name?: string, known?: BrowserContext) => Promise<WalletVisit>;

const SOMEONE = 'Continue as someone new';

/** What an attacker's script starts for the portal, without a browser. Returns the address that a victim has to open. */
async function startForPortal(served: ServedWallet, provider: 'google' | 'telegram', path: string) {
  const { suite, url } = served;
  const script = await suite.frame(suite.portalPage);
  const body = { provider, way: 'page', returnTo: url + path } as const;
  return script.ask('frame', startSocialSignInCall, { body });
}

/** Starts a login by full page in a visit's own wallet page. Returns the address of the first page of the login. */
async function startLogin(visit: WalletVisit, provider: 'google' | 'discord' = 'google'): Promise<string> {
  const returnTo = `${visit.hostUrl}/host.html`;
  return (await visit.call('GET_SOCIAL_REDIRECT_URI', { provider, returnTo })).uri;
}

/** The result with which a tab came back to the host's page. */
async function resultOf(page: Page): Promise<string> {
  await page.waitForURL(/result_uri=/);
  return new URL(page.url()).searchParams.get('result_uri') ?? '';
}

/** Passes the wallet page and the provider in a tab. Returns the result with which the tab came back to the host's page. */
async function passThrough(page: Page, uri: string): Promise<string> {
  await page.goto(uri);
  await continueToProvider(page);
  await page.getByRole('button', { name: SOMEONE }).click();
  return resultOf(page);
}

/** Presses Continue in the wallet page of a host's page until the wallet window opens. */
async function pressUntilWindow(visit: WalletVisit): Promise<Page> {
  const opened = awaitedLater(visit.page.context().waitForEvent('page'));
  let isOpen = false;
  const waited = opened.then(page => {
    isOpen = true;
    return page;
  });
  await expect
    .poll(async () => {
      if (!isOpen)
        await visit
          .button(/^Continue/)
          .click({ timeout: 1_000 })
          .catch(() => {});
      return isOpen;
    })
    .toBe(true);
  return waited;
}

describe('a login that a stranger started for the portal', () => {
  it('ends in the portal, and the website that opened it receives nothing [SEC-101]', async ({
    enter,
    served,
  }) => {
    const evil = await enter('evil');
    const target = `/window/done#origin=${evil.hostUrl}`;
    const { uri } = await startForPortal(served, 'google', target);
    const popup = await openPopup(evil, uri);
    const visited: string[] = [];
    popup.on('framenavigated', frame => visited.push(frame.url()));
    await continueToProvider(popup);
    await popup.getByRole('button', { name: SOMEONE }).click();
    await popup.waitForURL(`${served.url}/me`);
    // The portal did not start this login, so it shows its ways in.
    await popup.getByRole('button', { name: 'Continue with email' }).waitFor();
    expect(visited.filter(url => new URL(url).pathname.startsWith('/window/'))).toEqual([]);
    expect(await receivedBy(evil)).toEqual([]);
  });

  it('leads to no wallet window with the mailbox of a stranger [SEC-103]', async ({ enter, served }) => {
    const evil = await enter('evil');
    const id = crypto.randomUUID();
    const mailbox = writeMailboxSecrets(createMailboxSecrets(Buffer.alloc(32).toString('base64url')));
    const { uri } = await startForPortal(served, 'telegram', `/window#${id}&${mailbox}`);
    const popup = await openPopup(evil, uri);
    const asked: string[] = [];
    popup.context().on('request', request => asked.push(request.url()));
    await continueToProvider(popup);
    await popup.getByRole('button', { name: SOMEONE }).click();
    await popup.waitForURL(`${served.url}/me`);
    await popup.getByRole('button', { name: 'Continue with email' }).waitFor();
    expect(asked.filter(url => /\/window(#|$)|\/v1\/mailbox\//.test(url))).toEqual([]);
  });

  it('leads to no wallet window from the history, where the wallet page began the navigation [SEC-103]', async ({
    browser,
    served,
  }) => {
    const { suite, url } = served;
    const mailbox = writeMailboxSecrets(createMailboxSecrets(Buffer.alloc(32).toString('base64url')));
    const window = `${url}/window#${crypto.randomUUID()}&${mailbox}`;
    const evil = createServer((request, response) => {
      if (request.url?.startsWith('/return')) return void response.writeHead(302, { location: window }).end();
      const script = request.url === '/back' ? '<script>onload = () => history.back()</script>' : '';
      response.writeHead(200, { 'content-type': 'text/html' }).end(`<!doctype html>${script}`);
    });
    await new Promise<void>(done => evil.listen(0, '127.0.0.1', done));
    onTestFinished(() => void evil.close());
    const { scheme, port, close } = await withTls((evil.address() as AddressInfo).port);
    onTestFinished(close);
    const origin = `${scheme}://stickers.localhost:${port}`;
    await served.allow(origin);
    const attacker = await suite.frame({ ...PAGE, origin });
    const body = { provider: 'telegram', way: 'page', returnTo: `${origin}/return` } as const;
    const { uri } = await attacker.ask('frame', startSocialSignInCall, { body });
    const context = await browser.newContext();
    onTestFinished(() => context.close());
    const page = await context.newPage();
    await page.goto(origin);
    // The window's script is late, once, so that its page is left before it has removed the mailbox from its address.
    let release = () => {};
    const held = new Promise<void>(done => {
      release = done;
    });
    let isFirst = true;
    await context.route(/\/assets\/window-.*\.js/, async route => {
      if (isFirst) {
        isFirst = false;
        await held;
      }
      await route.continue().catch(() => {});
    });
    const opened = awaitedLater(page.waitForEvent('popup'));
    await page.evaluate(target => Object.assign(globalThis, { popup: open(target, '', 'popup') }), uri);
    const popup = await opened;
    await continueToProvider(popup);
    await popup.getByRole('button', { name: SOMEONE }).click();
    await popup.waitForURL(/\/window#/, { waitUntil: 'commit' });
    const asked: string[] = [];
    context.on('request', request => asked.push(new URL(request.url()).pathname));
    await page.evaluate(target => {
      (globalThis as unknown as { popup: { location: string } }).popup.location = target;
    }, `${origin}/back`);
    await popup.waitForURL(/\/back$/, { waitUntil: 'commit' });
    release();
    await popup.waitForURL(/\/window#/, { waitUntil: 'commit' });
    await popup.getByRole('status').filter({ hasText: /./ }).waitFor();
    expect(asked).toContain('/window');
    expect(asked.filter(path => path.startsWith('/v1/mailbox/'))).toEqual([]);
  });

  it('has no receiver in an address that a stranger wrote [SEC-101]', async ({ enter, served, sites }) => {
    const evil = await enter('evil');
    for (const origin of [sites.host('evil'), sites.host('app')]) {
      const result = new URLSearchParams({ txn: crypto.randomUUID(), resultCode: '1', origin });
      for (const separator of ['#', '?']) {
        const popup = await openPopup(evil, `${served.url}/window/done${separator}${result}`);
        await popup.getByRole('status').filter({ hasText: 'This login can’t continue here' }).waitFor();
        expect(await receivedBy(evil)).toEqual([]);
        await popup.close();
      }
    }
  });
});

describe('pages of the wallet service and the vault', () => {
  /** A complete question, as a wallet page sends it. */
  const offerOf = async (id: string, hostOrigin: string) => {
    const signings = [
      { id, kind: 'manage', chainId: 'eip155:1', account: '', payload: JSON.stringify({ hostOrigin }) },
    ] as const;
    return {
      ...{ lk: 1, type: 'OFFER', id, projectId: PAGE.project, signings, isSwapped: false },
      identity: { hostOrigin, login: '', account: '', chainId: 'eip155:1', network: '' },
      review: reviewManage(hostOrigin),
      digest: (await digestOfAll([...signings])).all,
    };
  };

  it('do nothing that a foreign page asks, which opened them or holds their address [SEC-101] [SEC-102] [SEC-103]', async ({
    enter,
    served,
  }) => {
    const evil = await enter('evil');
    const { page } = evil;
    await page.context().clock.install();
    const id = crypto.randomUUID();
    const headers = { DPoP: 'a.b.c', [WALLET_HEADERS.project]: PAGE.project };
    const messages = [
      await offerOf(id, evil.hostUrl),
      { lk: 1, type: 'PROVISION', id, provision: {} },
      { lk: 1, type: 'PASS_PROOF', txn: id, headers },
      { lk: 1, type: 'SOCIAL_SECRET', txn: id, secret: 'A'.repeat(43) },
      { lk: 1, type: 'SOCIAL_RESULT', uri: `${served.url}/window/done?txn=${id}&resultCode=1` },
    ];
    const token = `#t=${'A'.repeat(43)}`;
    // The window first: what has passed since the clock was installed passes at once in a popup.
    const addresses = [
      `/window#${id}`,
      '/me',
      `/me?result_uri=${encodeURIComponent(`${served.url}/window/done?txn=${id}`)}`,
      `/window/oauth#${id}`,
      `/window/oauth#${id}&page`,
      `/window/done#${id}`,
      `/window/pass#${id}&${new URLSearchParams(headers)}`,
    ].map(path => served.url + path);
    const vaultPaths = process.env.LATCHKIT_FULL ? ['/approve', '/freeze', '/revert'] : ['/approve'];
    const ofVault = vaultPaths.map(path => `${served.vaultUrl}${path}?lang=en${token}`);
    const asked: string[] = [];
    page.context().on('request', request => {
      if (request.method() !== 'GET' && request.frame().parentFrame() === null)
        asked.push(new URL(request.url()).pathname);
    });
    for (const address of [...addresses, ...ofVault]) {
      const popup = await openPopup(evil, address);
      await popup.waitForLoadState();
      await popup.evaluate(() =>
        addEventListener('message', () => (document.documentElement.dataset.heard = '1')),
      );
      await page.evaluate(sent => {
        const { popup: window } = globalThis as unknown as { popup: Window };
        const send = () => sent.forEach(message => void window.postMessage(message, '*'));
        send();
        setInterval(send, 50);
      }, messages);
      // A page that keeps windows apart hears nobody.
      if (await popup.evaluate(() => opener !== null))
        await popup.locator('html[data-heard]').waitFor({ state: 'attached' });
      if (address.includes('/window#')) {
        // It waits for a question of its own origin, and then gives up.
        const lost = popup.getByRole('status').filter({ hasText: 'can’t be reached' });
        expect(await lost.count()).toBe(0);
        await popup.clock.fastForward(21_000);
        await lost.or(popup.locator('.actions button')).first().waitFor();
      }
      await popup.waitForFunction(() => document.body.innerText.trim() !== '');
      expect(await popup.locator('.actions button').count(), address).toBe(0);
      expect(await receivedBy(evil), address).toEqual([]);
      await popup.close();
    }
    const harmless = [
      '/v1/auth/social/arm',
      '/v1/auth/social/ending',
      '/v1/approvals/look',
      '/v1/freezes/look',
    ];
    expect(asked.filter(path => !harmless.includes(path) && !path.endsWith('/csp-reports'))).toEqual([]);
  });
});

describe('a provider that answers silently', () => {
  /** Stays signed in at a provider, in a login of the visitor's own. */
  const staySignedIn = async (visit: WalletVisit, provider: 'google' | 'discord') => {
    const { uri } = await visit.call('GET_SOCIAL_REDIRECT_URI', { provider });
    const popup = await openPopup(visit, uri);
    const closed = awaitedLater(popup.waitForEvent('close'));
    await popup.getByLabel('Stay signed in').check();
    await popup.getByRole('button', { name: 'Continue as Ada' }).click();
    await closed;
  };

  it.for([
    ['google', true],
    ['discord', false],
  ] as const)(
    'is asked nothing for a visitor who only opens a link, and with a press %s tells the attacker nothing [SEC-101] [SEC-102]',
    async ([provider, asksAccount], { enter, served }) => {
      const own = await enter('app');
      await staySignedIn(own, provider);
      const context = own.page.context();
      const asked: string[] = [];
      context.on('request', request => asked.push(request.url()));
      const atProvider = () => asked.filter(url => url.startsWith(`${served.providers?.url}/${provider}`));
      // A link of the portal, which a script prepared, and one of the attacker's page.
      const { uri: ofPortal } = await startForPortal(served, 'google', '/me');
      const attacker = await enter('evil');
      const ofPage = await startLogin(attacker, provider);
      const { page } = own;
      for (const [uri, site] of [
        [ofPortal, new URL(served.url).host],
        [ofPage, new URL(attacker.hostUrl).host],
      ] as const) {
        // The two addresses differ in their fragments only.
        await page.goto('about:blank');
        await page.goto(uri);
        await page.getByRole('heading', { name: `as requested by ${site}` }).waitFor();
        await expect
          .poll(() => page.locator('.actions').getByRole('button', { name: 'Continue' }).isEnabled())
          .toBe(true);
        expect(atProvider()).toEqual([]);
      }
      // The press is no proof: the attacker's site is the one that the page names.
      await continueToProvider(page);
      if (asksAccount) await page.getByRole('button', { name: 'Continue as Ada' }).click();
      const result = await resultOf(page);
      const connected = awaitedLater(attacker.call('CONNECT_SOCIAL', { uri: result }));
      await attacker.button(/^Not now/).click();
      expect(await connected).toMatchObject({ code: 'PASSED_ELSEWHERE' });
    },
  );

  it('logs in by popup without a press [LOG-08]', async ({ enter }) => {
    const visit = await enter('app');
    await staySignedIn(visit, 'google');
    const { uri } = await visit.call('GET_SOCIAL_REDIRECT_URI', { provider: 'google' });
    const popup = await openPopup(visit, uri);
    await popup.waitForEvent('close');
    await expect
      .poll(async () => (await receivedBy(visit)).map(({ type }) => type))
      .toContain('SOCIAL_RESULT');
  });

  it.runIf(process.env.LATCHKIT_FULL)(
    "is asked after a press of the keyboard, in the visitor's language and direction",
    async ({ browser, enter }) => {
      const visit = await enter('app', await browser.newContext({ locale: 'ar', colorScheme: 'dark' }));
      const { page } = visit;
      await page.goto(await startLogin(visit));
      const site = new URL(visit.hostUrl).host;
      await page.getByRole('heading', { name: `هل تريد المتابعة إلى Google كما طلب ${site}؟` }).waitFor();
      expect(await page.locator('main.screen').getAttribute('dir')).toBe('rtl');
      expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark');
      const go = page.locator('.actions').getByRole('button', { name: 'متابعة' });
      const press = async () => {
        if (page.url().includes('/google/')) return true;
        const isOn = await go.evaluate(one => one === document.activeElement).catch(() => false);
        await page.keyboard.press(isOn ? 'Enter' : 'Tab').catch(() => {});
        return false;
      };
      // Keys count after a second without one.
      await expect.poll(press, { interval: 1_200 }).toBe(true);
    },
  );

  it.runIf(process.env.LATCHKIT_FULL)(
    'is not asked where the visitor does not press',
    async ({ enter, served }) => {
      const visit = await enter('app');
      await visit.page.goto(await startLogin(visit));
      await visit.page.getByRole('button', { name: 'Not now' }).click();
      await visit.page.getByRole('status').filter({ hasText: 'You did not continue.' }).waitFor();
      expect(visit.page.url()).toContain(`${served.url}/window/oauth`);
    },
  );
});

describe('a login by full page', () => {
  it('opens nothing for the browser that only started it, whatever its page presses [SEC-102]', async ({
    enter,
    served,
  }) => {
    const { suite } = served;
    const attacker = await enter('evil');
    const uri = await startLogin(attacker);
    // The victim opens the address in a browser of their own, and the attacker's page reads the result.
    const victim = await enter('evil');
    const result = await passThrough(victim.page, uri);
    expect(result).toContain('resultCode=');
    const users = async () =>
      (await suite.database.query('select count(*)::int as n from latchkit_wallet.users'))[0]?.n;
    const before = await users();
    const connected = awaitedLater(attacker.call('CONNECT_SOCIAL', { uri: result }));
    const window = await pressUntilWindow(attacker);
    await window.getByRole('status').filter({ hasText: 'This login can’t continue here' }).waitFor();
    // The attacker's page in the victim's browser opens the window that has the cookie: it reaches no page with the login.
    await victim.open();
    const txn = new URL(result).searchParams.get('txn');
    const lured = await openPopup(victim, `${served.url}/window/pass#${txn}`);
    await lured.getByRole('status').filter({ hasText: 'This login can’t continue here' }).waitFor();
    await attacker.button(/^Not now/).click();
    expect(await connected).toMatchObject({ code: 'PASSED_ELSEWHERE' });
    expect(await attacker.call('IS_CONNECTED', {})).toEqual({ isConnected: false });
    // The page of the attacker in the victim's browser gets no further with the victim's wallet page.
    expect(await victim.call('CONNECT_SOCIAL', { uri: result })).toMatchObject({ code: 'LOGIN_EXPIRED' });
    expect(await users()).toBe(before);
  });

  /** A login that a script started for its page and a victim's browser completed; and the script's proof for the wallet window. */
  const lure = async (enter: Enter, { suite, url }: ServedWallet) => {
    const victim = await enter('evil');
    const attacker = await suite.frame({ ...PAGE, origin: victim.hostUrl });
    const body = { provider: 'google', way: 'page', returnTo: victim.hostUrl } as const;
    const { txn, uri } = await attacker.ask('frame', startSocialSignInCall, { body });
    await victim.page.goto(uri);
    await continueToProvider(victim.page);
    await victim.page.getByRole('button', { name: SOMEONE }).click();
    const resultCode = new URL(await resultOf(victim.page)).searchParams.get('resultCode') ?? '';
    const { headers } = await suite.servers.fetch(new Request(url + readServiceKeysCall.path));
    const nonce = headers.get(WALLET_HEADERS.nonce);
    const { method, path } = passSocialSignInCall;
    const proof = {
      DPoP: await attacker.proof(method, url + path, { nonce }),
      [WALLET_HEADERS.project]: PAGE.project,
      [WALLET_HEADERS.origin]: victim.hostUrl,
    };
    const redeem = () =>
      refused(attacker.ask('frame', redeemSocialSignInCall, { body: { txn, resultCode } }));
    return { victim, txn, proof, redeem };
  };

  const isLost = (window: Page) =>
    window.getByRole('status').filter({ hasText: 'This login can’t continue here' }).waitFor();

  it('is passed on by no window that another site opened, with a proof in its address [SEC-102]', async ({
    enter,
    served,
  }) => {
    const { victim, txn, proof, redeem } = await lure(enter, served);
    const address = `${served.url}/window/pass#${txn}&${new URLSearchParams(proof)}`;
    const opened = awaitedLater(victim.page.context().waitForEvent('page'));
    await victim.page.evaluate(url => void window.open(url, '', 'noopener'), address);
    await isLost(await opened);
    expect(await redeem()).toBe('403 PASSED_ELSEWHERE');
  });

  it('is passed on for no proof that another site sends [SEC-102]', async ({ enter, served }) => {
    const { victim, txn, proof, redeem } = await lure(enter, served);
    const popup = await openPopup(victim, `${served.url}/window/pass#${txn}`);
    await victim.page.evaluate(
      message => {
        const { popup: window } = globalThis as unknown as { popup: Window };
        setInterval(() => window.postMessage(message, '*'), 50);
      },
      { lk: 1, type: 'PASS_PROOF', txn, headers: proof },
    );
    await isLost(popup);
    expect(await redeem()).toBe('403 PASSED_ELSEWHERE');
  });

  it('connects without a press in the browser that passed the wallet page, on a site of another domain [LOG-08]', async ({
    enter,
  }) => {
    const visit = await enter();
    const result = await passThrough(visit.page, await startLogin(visit));
    await visit.open();
    expect(await visit.call('CONNECT_SOCIAL', { uri: result })).toMatchObject({ authProvider: 'google' });
    expect(await visit.call('IS_CONNECTED', {})).toEqual({ isConnected: true });
  });
});

/** A browser that sends no cookies from frames of other sites. */
const blocking = workerBrowser(() =>
  launchChromium({ partitioned: true, args: ['--test-third-party-cookie-phaseout'] }),
);
afterAll(() => blocking.close());

describe('where the browser keeps cookies from frames of other sites', () => {
  /** Comes back from the provider, and lets the wallet page take the result. @param setting - Of the browser for storage access. */
  const comeBack = async (enter: Enter, setting: 'granted' | 'denied') => {
    const context = await (await blocking.get()).newContext();
    const visit = await enter('app', context);
    const session = await context.newCDPSession(visit.page);
    const { browserContextId } = (await session.send('Target.getTargetInfo')).targetInfo;
    const sites = { origin: visit.hostUrl, embeddedOrigin: visit.served.url };
    const permission = { name: 'storage-access' };
    await session.send('Browser.setPermission', {
      permission,
      setting,
      ...sites,
      ...(browserContextId && { browserContextId }),
    });
    const result = await passThrough(visit.page, await startLogin(visit));
    await visit.open();
    const opened: Page[] = [];
    context.on('page', page => opened.push(page));
    const connected = awaitedLater(visit.call('CONNECT_SOCIAL', { uri: result }));
    await visit.button(/^Continue/).waitFor();
    return { visit, connected, opened };
  };

  it('a login by full page connects with one press, if it grants access [LOG-08]', async ({ enter }) => {
    const { visit, connected, opened } = await comeBack(enter, 'granted');
    await visit.button(/^Continue/).click();
    expect(await connected).toMatchObject({ authProvider: 'google' });
    expect(opened).toEqual([]);
    // From now on the browser sends the host's origin with the wallet page.
    await visit.open();
    expect(await visit.call('IS_CONNECTED', {})).toEqual({ isConnected: true });
  });

  it('a login by full page connects through the wallet window, if it refuses [LOG-08]', async ({ enter }) => {
    const { visit, connected } = await comeBack(enter, 'denied');
    await pressUntilWindow(visit);
    expect(await connected).toMatchObject({ authProvider: 'google' });
    expect(await visit.call('IS_CONNECTED', {})).toEqual({ isConnected: true });
  });

  it.runIf(process.env.LATCHKIT_FULL)(
    "a login by full page connects through the wallet window under a host's policy that cuts its opener [LOG-08]",
    async ({ enter, sites }) => {
      sites.rules.opener = 'same-origin';
      onTestFinished(() => {
        delete sites.rules.opener;
      });
      const { visit, connected } = await comeBack(enter, 'denied');
      // Recorded while the window loads, because it closes itself once the login has passed.
      const isCut: boolean[] = [];
      const context = visit.page.context();
      await context.exposeFunction('noteOpener', (is: boolean) => isCut.push(is));
      await context.addInitScript(() => {
        const { noteOpener } = globalThis as unknown as { noteOpener: (is: boolean) => void };
        if (location.pathname.startsWith('/window/')) noteOpener(opener === null);
      });
      await pressUntilWindow(visit);
      await expect.poll(() => isCut).toEqual([true]);
      expect(await connected).toMatchObject({ authProvider: 'google' });
    },
  );
});
