import { startSocialSignInCall } from 'latchkit/protocol';
import { describe, expect } from 'vitest';
import { socialVisitor } from '../../packages/gateway/test/wallet/socialVisitor.js';
import { awaitedLater } from '../../scripts/lib/awaitedLater.mjs';
import { openPopup, receivedBy } from './support/openPopup.js';
import type { WalletVisit } from './support/WalletVisit.js';
import { serveWallet } from './support/walletServices.js';
import { it as base } from './support/walletVisits.js';

const it = base.extend('served', { scope: 'file' }, async ({ sites: _ }, { onCleanup }) => {
  const served = await serveWallet({ hasProviders: true });
  onCleanup(() => served.stop());
  return served;
});

/** The results of logins that the page received. */
const results = async (visit: WalletVisit) =>
  (await receivedBy(visit)).filter(({ type }) => type === 'SOCIAL_RESULT');

describe('social logins against a hostile page', () => {
  it('do not reach the provider if the attacker started them elsewhere [SEC-31]', async ({
    enter,
    served,
  }) => {
    const { suite, providers } = served;
    if (!providers) throw new Error('There are no providers.');
    // The attacker's own installation started the login; the visitor's wallet page is in the attacker's page.
    const attacker = await suite.frame();
    await attacker.register();
    const body = { provider: 'google', way: 'popup' } as const;
    const { uri } = await attacker.ask('frame', startSocialSignInCall, { body });
    const visit = await enter('evil');
    const popup = await openPopup(visit, uri);
    const visited: string[] = [];
    popup.on('framenavigated', frame => visited.push(frame.url()));
    await popup.getByRole('status').filter({ hasText: 'This login can’t continue here' }).waitFor();
    expect([popup.url(), ...visited].filter(url => url.startsWith(providers.url))).toEqual([]);
    expect(await results(visit)).toEqual([]);
  });

  it('report their result to the page that started them, and to no other [SEC-34]', async ({ enter }) => {
    const [evil, app] = [await enter('evil'), await enter('app')];
    /** Completes a login of a page in its popup. */
    const complete = async (visit: WalletVisit) => {
      const { uri } = await visit.call('GET_SOCIAL_REDIRECT_URI', { provider: 'google' });
      const popup = await openPopup(visit, uri);
      const closed = awaitedLater(popup.waitForEvent('close'));
      await popup.getByRole('button', { name: 'Continue as someone new' }).click();
      await closed;
    };
    await complete(evil);
    await expect.poll(() => results(evil)).toHaveLength(1);
    // Another page opens the last page of a login that app started, in the same browser.
    const { uri } = await app.call('GET_SOCIAL_REDIRECT_URI', { provider: 'google' });
    const popup = await openPopup(app, uri);
    const ended = awaitedLater(popup.waitForURL(/\/window\/done/));
    await popup.route('**/v1/auth/social/ending', route => route.abort());
    await popup.getByRole('button', { name: 'Continue as someone new' }).click();
    await ended;
    const stranger = await enter('evil', app.page.context());
    const done = await openPopup(stranger, popup.url());
    await done.getByRole('status').waitFor();
    await done.waitForEvent('close');
    expect(await results(stranger)).toEqual([]);
    expect(await results(app)).toEqual([]);
  });

  it("are not the visitor's if the attacker completed them [SEC-35]", async ({ enter, served }) => {
    const { suite, providers } = served;
    if (!providers) throw new Error('There are no providers.');
    const visitor = socialVisitor(suite, providers);
    const begun = await visitor.begin('google');
    const resultCode = await visitor.complete(begun, { person: 'ada' });
    const visit = await enter('evil');
    const uri = `${served.url}/window/done#${new URLSearchParams({ txn: begun.txn, resultCode })}`;
    expect(await visit.call('CONNECT_SOCIAL', { uri })).toMatchObject({ code: 'LOGIN_EXPIRED' });
    expect(await visit.call('IS_CONNECTED', {})).toEqual({ isConnected: false });
  });
});

describe('a social login that is pressed while Connect grows', () => {
  it('stays under the pointer, so that its window opens', async ({ enterModal }) => {
    const visit = await enterModal();
    const { page, demo } = visit;
    let release = () => {};
    const held = new Promise<void>(resolve => {
      release = resolve;
    });
    let url = '';
    // That there is no wallet is said in code of its own.
    await page.route('**/EmptyConnect*.js', async route => {
      url = route.request().url();
      await held;
      await route.continue();
    });
    await visit.open();
    const login = demo.button('Continue with Google');
    await login.hover();
    await expect.poll(() => url).not.toBe('');
    // A pressed button is a little smaller.
    const middle = async () => {
      const { y = 0, height = 0 } = (await login.boundingBox()) ?? {};
      return Math.round(y + height / 2);
    };
    const before = await middle();
    await page.mouse.down();
    release();
    // As a text, because vite rewrites imports.
    await page.evaluate(`import(${JSON.stringify(url)})`);
    await page.evaluate(
      () => new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn))),
    );
    expect(await middle()).toBe(before);
    await Promise.all([page.waitForEvent('popup'), page.mouse.up()]);
  });
});
