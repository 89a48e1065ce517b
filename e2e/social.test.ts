import { loginWith } from 'latchkit/testing';
import { describe, expect } from 'vitest';
import { ApprovalPage } from './support/ApprovalPage.js';
import { continueToProvider } from './support/continueToProvider.js';
import { eventually } from './support/DemoPage.js';
import { decodeQr } from './support/decodeQr.js';
import { it } from './support/demo.js';
import { recordMessages } from './support/recordMessages.js';
import { blockPopups, login, openConnect, pressSocial, signInIsAsked } from './support/socialLogin.js';

describe('social login by popup', () => {
  it('logs in with google, outlives a reload, and marks the provider after logging out [LOG-02] [ENT-07] [ENT-26] [STATE-22] [FRAME-10] [FRAME-14]', async ({
    demo,
    page,
  }) => {
    const messages = await recordMessages(page);
    await openConnect(demo);
    await loginWith(page, 'google', { as: 'Ada' });
    await demo.reads('status', 'connected');
    await demo.isClosed();
    expect(await messages('GET_SOCIAL_REDIRECT_URI')).toMatchObject([
      { payload: { provider: 'google' }, success: { uri: expect.stringContaining('/window/oauth#') } },
    ]);
    expect(await messages('CONNECT_SOCIAL')).toMatchObject([
      {
        payload: {
          uri: expect.stringContaining('/window/oauth#'),
          chainId: 'eip155:31337',
          preferredAccountType: expect.any(String),
        },
        success: { authProvider: 'google' },
      },
    ]);
    const ada = {
      isConnected: true,
      socialProvider: 'google' as const,
      auth: { name: 'google', username: 'Ada Lovelace' },
    };
    await eventually(() => login(page), ada);
    const address = await demo.read('address');
    expect(address).toMatch(/^0x[0-9a-fA-F]{40}$/);
    const stored = () => page.evaluate(() => localStorage.getItem('latchkit.v1.social_username'));
    await eventually(stored, 'Ada Lovelace');

    await page.reload();
    await demo.reads('status', 'connected');
    await eventually(() => login(page), ada);
    expect(await demo.read('address')).toBe(address);

    await demo.connectButton.click();
    await demo.shows('Account', 'Account');
    await demo.button('Log out').click();
    await demo.reads('status', 'disconnected');
    await eventually(stored, null);

    // A known installation: the same wallet.
    await openConnect(demo);
    await demo.button('Continue with Google Recent').waitFor();
    await loginWith(page, 'google', { as: 'Ada' });
    await demo.reads('status', 'connected');
    expect(await demo.read('address')).toBe(address);
  });

  it.runIf(process.env.LATCHKIT_FULL)(
    'says that the login was refused, and tries again',
    async ({ demo }) => {
      await openConnect(demo);
      const popup = await pressSocial(demo);
      await demo.shows('ConnectingSocial', 'Google');
      await popup.getByRole('button', { name: 'Refuse' }).click();
      await demo.modal.getByRole('heading', { name: 'Login declined' }).waitFor();
      const again = await pressSocial(demo, 'Try again');
      await again.getByRole('button', { name: 'Continue as someone new' }).click();
      await demo.reads('status', 'connected');
      await demo.isClosed();
    },
  );

  it.runIf(process.env.LATCHKIT_FULL)(
    'believes the visitor, not the window, that it was closed at the provider [ERR-08] (SL-06)',
    async ({ demo, page }) => {
      await openConnect(demo);
      const popup = await pressSocial(demo);
      await popup.getByRole('button', { name: 'Refuse' }).waitFor();
      await popup.close();
      await demo.button('I closed the window').click();
      await demo.modal.getByRole('heading', { name: 'The window was closed' }).waitFor();
      const error = () =>
        page.evaluate(() => window.demo.kit.store.getState().embeddedWallet.social?.error?.message);
      expect(await error()).toBe('Popup closed');
    },
  );

  it.runIf(process.env.LATCHKIT_FULL)('offers to open a blocked popup', async ({ demo, page }) => {
    await openConnect(demo);
    await page.evaluate(() => {
      const { open } = window;
      window.open = () => {
        window.open = open;
        return null;
      };
    });
    await demo.button('Continue with Google').click();
    await demo.modal.getByRole('heading', { name: 'The window didn’t open' }).waitFor();
    const popup = await pressSocial(demo, 'Open Google');
    await popup.getByRole('button', { name: 'Continue as someone new' }).click();
    await demo.reads('status', 'connected');
  });
});

describe('social login in the tab itself', () => {
  it('comes back to the same page, connected, without the result in its address [CALL-52]', async ({
    demo,
    page,
  }) => {
    await openConnect(demo, 'theme=dark');
    await page.evaluate(() => history.replaceState(null, '', '#part'));
    const before = page.url();
    const loads: string[] = [];
    page.on('framenavigated', frame => {
      if (frame === page.mainFrame() && frame.url().startsWith(new URL(before).origin))
        loads.push(frame.url());
    });
    await blockPopups(page);
    await demo.button('Continue with Google').click();
    await demo.button('Continue in this tab').click();
    await continueToProvider(page);
    await page.getByRole('button', { name: 'Continue as someone new' }).click();
    await demo.reads('status', 'connected');
    await eventually(() => page.url(), before);
    await eventually(async () => (await login(page)).socialProvider, 'google');
    // Once with the result only, once with the address that the page had.
    expect(loads.map(url => new URL(url).search + new URL(url).hash)).toEqual([
      expect.stringMatching(/^\?result_uri=[^&#]*$/),
      new URL(before).search + new URL(before).hash,
    ]);
  });

  it.runIf(process.env.LATCHKIT_FULL)(
    'says why it failed, at the same address [CALL-52]',
    async ({ demo, page }) => {
      await openConnect(demo, 'theme=dark');
      const before = page.url();
      await blockPopups(page);
      await demo.button('Continue with Google').click();
      await demo.button('Continue in this tab').click();
      await continueToProvider(page);
      await page.getByRole('button', { name: 'Refuse' }).click();
      await demo.modal.getByRole('heading', { name: 'Login declined' }).waitFor();
      expect(page.url()).toBe(before);
    },
  );

  it.runIf(process.env.LATCHKIT_FULL)(
    'asks for one more press where the browser keeps cookies from frames, and says what to do after a refusal',
    async ({ demo, page }) => {
      const context = page.context();
      await openConnect(demo);
      await blockPopups(page);
      await demo.button('Continue with Google').click();
      await demo.button('Continue in this tab').click();
      await continueToProvider(page);
      const choice = page.getByRole('button', { name: 'Continue as someone new' });
      await choice.waitFor();
      await context.clearCookies({ name: /lk_(pass|own)/ });
      await choice.click();
      await new ApprovalPage(demo).reject('Not now');
      await demo.modal.getByRole('heading', { name: 'Not confirmed in this browser' }).waitFor();
      await demo.modal.getByText('Log in by email, or open this page in another browser.').waitFor();
      await demo.reads('status', 'disconnected');
    },
  );
});

describe('login with Telegram', () => {
  it.runIf(process.env.LATCHKIT_FULL)(
    'leaves the page and comes back connected, where the host lists it [LOG-08] [FRAME-13] (rows-K1)',
    async ({ demo, page }) => {
      const messages = await recordMessages(page);
      await openConnect(demo, 'socials=telegram');
      const before = page.url();
      await demo.button('Continue with Telegram').click();
      await continueToProvider(page);
      await page.getByRole('button', { name: 'Continue as someone new' }).click();
      await demo.reads('status', 'connected');
      await eventually(() => page.url(), before);
      expect((await login(page)).socialProvider).toBe('telegram');
      expect((await messages('GET_USER'))[0]).toMatchObject({
        payload: {
          socialUri: expect.stringMatching(/\/window\/done[?#]/),
          chainId: 'eip155:31337',
          preferredAccountType: 'smartAccount',
        },
        success: { authProvider: 'telegram' },
      });
      expect(await messages('CONNECT_SOCIAL')).toEqual([]);
    },
  );
});

describe('sign-in after a social login', () => {
  it.runIf(process.env.LATCHKIT_FULL)(
    'is asked for at once after a popup where it is required, and again after a reload',
    async ({ demo, page }) => {
      await openConnect(demo, 'siwx=required');
      await loginWith(page, 'google');
      await signInIsAsked(demo);
      await page.reload();
      await signInIsAsked(demo);
      await demo.signButton.click();
      await new ApprovalPage(demo).approve();
      await demo.isClosed();
      await expect.poll(() => demo.read('session')).not.toBe('none');
      const session = await demo.read('session');
      expect(JSON.parse(session)).toMatchObject({ accountAddress: await demo.read('caip-address') });
    },
  );

  it.runIf(process.env.LATCHKIT_FULL)(
    'is asked for after a login in the tab itself, and a visitor who cancels it is not connected',
    async ({ demo, page }) => {
      await openConnect(demo, 'siwx=required');
      await blockPopups(page);
      await demo.button('Continue with GitHub').click();
      await demo.button('Continue in this tab').click();
      await continueToProvider(page);
      await page.getByRole('button', { name: 'Continue as someone new' }).click();
      await signInIsAsked(demo);
      await demo.button('Cancel').click();
      await demo.reads('status', 'disconnected');
      await page.reload();
      await demo.reads('status', 'disconnected');
      expect(await demo.read('session')).toBe('none');
    },
  );
});

describe('login with Farcaster', () => {
  it('connects when the code is approved in the app [LOG-09] [VIEW-14] [FRAME-11] [FRAME-12]', async ({
    demo,
    page,
  }) => {
    const messages = await recordMessages(page);
    await openConnect(demo);
    await demo.button('Continue with Farcaster').click();
    await demo.shows('ConnectingFarcaster', 'Farcaster');
    const code = demo.modal.locator('[role=img][data-uri]');
    const url = (await code.getAttribute('data-uri')) ?? '';
    expect(await decodeQr(page, await code.screenshot())).toBe(url);
    const app = await page.context().newPage();
    await app.goto(url);
    await app.getByRole('button', { name: 'Continue as someone new' }).click();
    await app.getByRole('heading', { name: 'Logged in' }).waitFor();
    await app.close();
    await demo.reads('status', 'connected');
    await demo.isClosed();
    const { isConnected, socialProvider } = await login(page);
    expect({ isConnected, socialProvider }).toEqual({ isConnected: true, socialProvider: 'farcaster' });
    expect(await demo.read('address')).toMatch(/^0x[0-9a-fA-F]{40}$/);
    expect(await messages('GET_FARCASTER_URI')).toMatchObject([{ payload: {}, success: { url } }]);
    expect(await messages('CONNECT_FARCASTER')).toMatchObject([
      { payload: {}, success: { userName: expect.stringMatching(/^person/) } },
    ]);
  });
});
