import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startSocialSignInCall } from 'latchkit/protocol';
import type { Page } from 'playwright-core';
import { describe, expect, onTestFinished } from 'vitest';
import {
  createMailboxSecrets,
  writeMailboxSecrets,
} from '../../apps/frame/src/windowChannel/createMailboxChannel.js';
import { PAGE } from '../../packages/gateway/test/wallet/walletSuite.js';
import { awaitedLater } from '../../scripts/lib/awaitedLater.mjs';
import { openPopup, receivedBy } from './support/openPopup.js';
import type { WalletVisit } from './support/WalletVisit.js';
import type { ServedWallet } from './support/walletServices.js';
import { it } from './support/walletVisits.js';

const SOMEONE = 'Continue as someone new';

/** What an attacker's script starts for the portal, without a browser. Returns the address that a victim has to open. */
async function startForPortal(served: ServedWallet, provider: 'google' | 'telegram', path: string) {
  const { suite, url } = served;
  const script = await suite.frame(suite.portalPage);
  const body = { provider, way: 'page', returnTo: url + path } as const;
  return script.ask('frame', startSocialSignInCall, { body });
}

/** Starts a login by full page in a visit's own wallet page. Returns the address of the first page of the login. */
async function startLogin(visit: WalletVisit, provider: 'google' | 'github' = 'google'): Promise<string> {
  const returnTo = `${visit.hostUrl}/host.html`;
  return (await visit.call('GET_SOCIAL_REDIRECT_URI', { provider, returnTo })).uri;
}

/** Passes the wallet page and the provider in a tab. Returns the result with which the tab came back to the host's page. */
async function passThrough(page: Page, uri: string): Promise<string> {
  await page.goto(uri);
  await page.getByRole('button', { name: SOMEONE }).click();
  await page.waitForURL(/result_uri=/);
  return new URL(page.url()).searchParams.get('result_uri') ?? '';
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
    const { port } = evil.address() as AddressInfo;
    const origin = `http://stickers.localhost:${port}`;
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

describe('a login by full page', () => {
  it('opens nothing for the browser that only started it [SEC-102]', async ({ enter, served }) => {
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
    expect(await attacker.call('CONNECT_SOCIAL', { uri: result })).toMatchObject({
      code: 'PASSED_ELSEWHERE',
    });
    expect(await attacker.call('IS_CONNECTED', {})).toEqual({ isConnected: false });
    // The page of the attacker in the victim's browser gets no further with the victim's wallet page.
    await victim.open();
    expect(await victim.call('CONNECT_SOCIAL', { uri: result })).toMatchObject({ code: 'LOGIN_EXPIRED' });
    expect(await users()).toBe(before);
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

  it('opens nothing where the browser keeps cookies from frames [SEC-102]', async ({ enter }) => {
    const visit = await enter();
    const context = visit.page.context();
    /** As Safari and Firefox do for a frame of another site. */
    const dropPass = async () => {
      const kept = (await context.cookies()).filter(({ name }) => !name.includes('lk_pass'));
      await context.clearCookies();
      await context.addCookies(kept);
    };
    const result = await passThrough(visit.page, await startLogin(visit));
    await visit.open();
    await dropPass();
    expect(await visit.call('CONNECT_SOCIAL', { uri: result })).toMatchObject({ code: 'PASSED_ELSEWHERE' });
  });
});
