import type { Page, Request } from 'playwright-core';
import { describe, expect, onTestFinished } from 'vitest';
import { type DemoPage, eventually, WALLET } from './support/DemoPage.js';
import { it } from './support/demo.js';
import { tabTo } from './support/keyboard.js';
import type { Stack } from './support/startStack.js';

const CORS = { 'access-control-allow-origin': '*' };
const PROJECT = '0'.repeat(32);
const CONFIG = '/appkit/v1/config';
const ORIGINS = '/projects/v1/origins';

/** Responds to a path in place of the gateway; returns the requested URLs. */
async function answer(page: Page, stack: Stack, path: string, status: number, body: unknown): Promise<URL[]> {
  const asked: URL[] = [];
  await page.route(`${stack.gateway}${path}?**`, route => {
    asked.push(new URL(route.request().url()));
    return route.fulfill({ status, json: body, headers: CORS });
  });
  return asked;
}

/** Records the page's console messages. */
function listen(page: Page): string[] {
  const lines: string[] = [];
  page.on('console', message => lines.push(message.text()));
  return lines;
}

const said = (lines: readonly string[], text: string) =>
  eventually(() => lines.some(line => line.includes(text)), true);
const features = (demo: DemoPage) => demo.page.evaluate(() => window.demo.kit.store.getState().features);
const alertBar = (demo: DemoPage, text: string) => demo.modal.getByRole('alert').filter({ hasText: text });

describe('remote configuration', () => {
  it('is asked for once, at the first intent, and what it turns off is not shown [CALL-01]', async ({
    demo,
    page,
    stack,
  }) => {
    const asked = await answer(page, stack, CONFIG, 200, {
      features: { reownBranding: false, activity: false },
    });
    await demo.open();
    await demo.connectButton.hover();
    await eventually(async () => (await features(demo)).activity, false);
    expect(asked).toHaveLength(1);
    expect(asked[0]?.searchParams.get('projectId')).toBe(PROJECT);
    await demo.connectButton.click();
    await demo.button(WALLET).waitFor();
    expect(await demo.modal.getByText('Secured by').count()).toBe(0);
    await page.unroute(`${stack.gateway}${CONFIG}?**`);
    await demo.open();
    await demo.connectButton.click();
    await demo.modal.getByText('Secured by').waitFor();
  });

  it.runIf(process.env.LATCHKIT_FULL)(
    "wins over the host's own settings, and says so [ERR-80] [VIEW-05]",
    async ({ demo, page, stack }) => {
      const lines = listen(page);
      await answer(page, stack, CONFIG, 200, { features: { swaps: false, reownBranding: false } });
      await demo.open('swaps=1&branding=1&debug=1');
      await demo.connectButton.hover();
      await said(lines, 'Local configuration ignored');
      await eventually(async () => {
        const { swaps, reownBranding } = await features(demo);
        return [swaps, reownBranding];
      }, [false, false]);
      await demo.connectButton.click();
      await alertBar(demo, 'Local configuration ignored').waitFor();
      expect(await demo.modal.getByText('Secured by').count()).toBe(0);
      expect(await demo.modal.getByRole('button', { name: /swap/i }).count()).toBe(0);
    },
  );

  it.runIf(process.env.LATCHKIT_FULL)(
    'warns of nothing when the host set nothing [ERR-80]',
    async ({ demo, page, stack }) => {
      const lines = listen(page);
      await answer(page, stack, CONFIG, 200, { features: { swaps: false } });
      await demo.open('debug=1');
      await demo.connectButton.hover();
      await eventually(async () => (await features(demo)).swaps, false);
      expect(lines.filter(line => line.includes('Local configuration ignored'))).toEqual([]);
    },
  );

  it.runIf(process.env.LATCHKIT_FULL)(
    'gives way to local settings over defaults when it cannot be fetched',
    async ({ demo, page, stack }) => {
      const asked = await answer(page, stack, CONFIG, 500, {});
      await demo.open('branding=0');
      await demo.connectButton.hover();
      await eventually(() => asked.length, 1);
      await demo.connectButton.click();
      await demo.button(WALLET).waitFor();
      expect(await demo.modal.getByText('Secured by').count()).toBe(0);
      expect(await features(demo)).toMatchObject({ reownBranding: false, swaps: ['1inch'], activity: true });
    },
  );

  it.runIf(process.env.LATCHKIT_FULL)('shows no feature in basic mode [CFG-03]', async ({ demo }) => {
    await demo.openConnected('basic=1');
    await demo.connectButton.click();
    await demo.button('Disconnect').waitFor();
    expect(await demo.modal.getByRole('group', { name: 'Actions' }).count()).toBe(0);
    const { email, socials, swaps, onramp, activity, send, receive } = await features(demo);
    expect([email, socials, swaps, onramp, activity, send, receive]).toEqual(Array(7).fill(false));
  });
});

describe('allowed origins', () => {
  it.runIf(process.env.LATCHKIT_FULL)(
    'are asked for where email or social login is on; a listed origin raises no alert [CALL-02]',
    async ({ demo, page, stack }) => {
      const lines = listen(page);
      const asked = await answer(page, stack, ORIGINS, 200, { allowedOrigins: [stack.demo] });
      await demo.open();
      await demo.connectButton.hover();
      await eventually(() => asked.length, 1);
      await demo.open('email=0&socials=none');
      await demo.connectButton.hover();
      await page.waitForLoadState('networkidle');
      expect(asked).toHaveLength(1);
      expect(lines.filter(line => line.includes('[latchkit]'))).toEqual([]);
    },
  );

  it.runIf(process.env.LATCHKIT_FULL)(
    "raise 'Invalid App Configuration' where this page is not among them [ERR-20]",
    async ({ demo, page, stack }) => {
      await answer(page, stack, ORIGINS, 200, { allowedOrigins: ['https://elsewhere.example'] });
      const lines = listen(page);
      await demo.open('debug=1');
      await demo.connectButton.hover();
      await said(lines, 'Invalid App Configuration');
      await demo.connectButton.click();
      await alertBar(demo, 'Invalid App Configuration').waitFor();
    },
  );

  for (const [status, text] of (
    [
      [429, 'Rate Limited'],
      [500, 'Server Error'],
      [503, 'Server Error'],
      [599, 'Server Error'],
    ] as const
  ).slice(0, process.env.LATCHKIT_FULL ? 4 : 2)) {
    const row = status === 429 ? 'ERR-23' : 'ERR-24';
    it(`raise '${text}' when they are answered with ${status} [${row}]`, async ({ demo, page, stack }) => {
      await answer(page, stack, ORIGINS, status, {});
      await demo.open('debug=1');
      await demo.connectButton.click();
      await alertBar(demo, text).waitFor();
      // Wallets still work.
      await demo.button(WALLET).waitFor();
    });
  }

  it.runIf(process.env.LATCHKIT_FULL)(
    'restrict nothing when they cannot be had for another reason [ERR-25]',
    async ({ demo, page, stack }) => {
      const lines = listen(page);
      const asked = await answer(page, stack, ORIGINS, 404, {});
      await demo.open('debug=1');
      await demo.connectButton.hover();
      await eventually(() => asked.length, 1);
      await demo.connectButton.click();
      await demo.button(WALLET).waitFor();
      expect(lines.filter(line => line.includes('[latchkit]'))).toEqual([]);
      expect(await demo.modal.getByRole('alert').count()).toBe(0);
    },
  );
});

describe('alerts', () => {
  it.runIf(process.env.LATCHKIT_FULL)(
    "say 'Project ID Not Configured' without a project id, and wallets work all the same [ERR-21]",
    async ({ demo, page }) => {
      const lines = listen(page);
      await demo.open('projectId=none&debug=1&prompt=auto');
      await said(lines, 'Project ID Not Configured');
      await demo.connectButton.click();
      await alertBar(demo, 'Project ID Not Configured').waitFor();
      await demo.button('Dismiss message').click();
      await alertBar(demo, 'Project ID Not Configured').waitFor({ state: 'detached' });
      await demo.button(WALLET).click();
      await demo.reads('status', 'connected');
    },
  );

  it.runIf(process.env.LATCHKIT_FULL)(
    'show no bar outside of debug mode [VIEW-05]',
    async ({ demo, page }) => {
      const lines = listen(page);
      await demo.open('projectId=none');
      await said(lines, 'Project ID Not Configured');
      await demo.connectButton.click();
      await demo.button(WALLET).waitFor();
      expect(await demo.modal.getByRole('alert').count()).toBe(0);
    },
  );
});

describe('local features', () => {
  it.runIf(process.env.LATCHKIT_FULL)(
    'legalCheckbox keeps every wallet disabled until the tick [CFG-23]',
    async ({ demo }) => {
      await demo.open('legal=1');
      await demo.connectButton.click();
      const row = demo.button(WALLET);
      await row.waitFor();
      expect(await row.getAttribute('aria-disabled')).toBe('true');
      await row.click({ force: true });
      await demo.shows('Connect');
      expect(await demo.methods()).toEqual([]);
      expect(await demo.prompt.count()).toBe(0);
      await demo.modal.getByRole('checkbox').check();
      await eventually(() => row.getAttribute('aria-disabled'), null);
      await row.click();
      await demo.prompt.waitFor();
    },
  );

  it('legalCheckbox comes before a view that the host opens, also by keyboard alone [CFG-23]', async ({
    demo,
    page,
  }) => {
    const asked: string[] = [];
    page.on('request', request => asked.push(new URL(request.url()).pathname));
    await demo.open('legal=1');
    await page.evaluate(() => window.demo.openModal({ view: 'ConnectingFarcaster' }));
    await demo.modal.getByRole('checkbox').waitFor();
    const logins = () => asked.filter(path => path.startsWith('/v1/auth/'));
    expect(await demo.modal.getByRole('button', { name: 'Continue' }).isDisabled()).toBe(true);
    expect(logins()).toEqual([]);
    await page.evaluate(() => window.demo.openModal({ view: 'EmailLogin' }));
    await tabTo(page, 'I agree to the Terms');
    await page.keyboard.press('Space');
    await tabTo(page, 'Continue');
    await page.keyboard.press('Enter');
    await demo.modal.getByRole('textbox').waitFor();
    // Ticked once while the modal is open.
    await page.evaluate(() => window.demo.openModal({ view: 'ConnectingFarcaster' }));
    await eventually(() => logins().length > 0, true);
  });

  it.runIf(process.env.LATCHKIT_FULL)('has no checkbox by default [CFG-23]', async ({ demo }) => {
    await demo.open();
    await demo.connectButton.click();
    await demo.button(WALLET).waitFor();
    expect(await demo.modal.getByRole('checkbox').count()).toBe(0);
  });

  it.runIf(process.env.LATCHKIT_FULL)(
    'collapseWallets puts the wallets behind one entry [CFG-25]',
    async ({ demo }) => {
      await demo.open('collapse=1');
      await demo.connectButton.click();
      const entry = demo.button('Continue with a wallet');
      await entry.waitFor();
      expect(await demo.button(WALLET).count()).toBe(0);
      await entry.click();
      await demo.button(WALLET).waitFor();
      await demo.open();
      await demo.connectButton.click();
      await demo.button(WALLET).waitFor();
      expect(await entry.count()).toBe(0);
    },
  );
});

/** What only the code of the feature's view contains. The texts of all views have the keys too, but call nothing with them. */
const FEATURE_CODE = {
  email: /email\.sending/,
  socials: /social\.tooNewText/,
  swaps: /lk-swap-flip/,
  send: /\(.send\.lookAlikeAgree.\)/,
  receive: /lk-receive-name/,
  onramp: /lk-buy-quick/,
  activity: /160px 0px/,
  pay: /lk-pay-options/,
  names: /lk-suggest/,
};

describe('loading', () => {
  it('fetches the code of a view only if its feature is on, and each without the others [VIEW-04] (rows-D9)', async ({
    demo,
    page,
  }) => {
    const scripts = new Set<string>();
    const note = (request: Request) => {
      if (request.resourceType() === 'script') scripts.add(request.url());
    };
    page.on('request', note);
    onTestFinished(() => void page.off('request', note));
    const codes = new Map<string, string>();
    // Identified by content, because the build may name and split its chunks in any way.
    const loaded = async () => {
      await page.waitForLoadState('networkidle');
      for (const url of scripts) {
        if (!codes.has(url)) codes.set(url, await (await fetch(url)).text());
      }
      const code = [...scripts].map(url => codes.get(url)).join('');
      return Object.entries(FEATURE_CODE).flatMap(([feature, mark]) => (mark.test(code) ? [feature] : []));
    };
    /** Turns every feature off, except those with a value. */
    const only = (on: Readonly<Record<string, string>> = {}) => {
      scripts.clear();
      const off = ['email', 'socials', 'swaps', 'send', 'receive', 'onramp', 'activity', 'pay'];
      return off.map(name => `${name}=${on[name] ?? '0'}`).join('&');
    };
    await demo.open(`${only()}&prompt=auto`);
    await demo.connect();
    await demo.connectButton.click();
    await demo.button('Disconnect').waitFor();
    await demo.button('Network').hover();
    for (const view of ['Swap', 'Send', 'Receive', 'Onramp', 'Activity', 'Pay'] as const) {
      await page.evaluate(name => window.demo.openModal({ view: name }), view);
      await demo.shows('Account');
    }
    expect(await loaded()).toEqual([]);
    const wanted = [
      ['receive', 'Receive'],
      ['send', 'Send'],
      ['swaps', 'Swap'],
      ['onramp', 'Onramp'],
      ['activity', 'Activity'],
    ] as const;
    for (const [feature, view] of wanted) {
      await demo.openConnected(only({ [feature]: '1' }));
      await demo.connectButton.click();
      await demo.button('Disconnect').waitFor();
      expect(await loaded(), `before ${view}`).toEqual([]);
      await page.evaluate(name => window.demo.openModal({ view: name }), view);
      await demo.shows(view);
      expect(await loaded(), view).toEqual([feature]);
    }
    await demo.open(`${only({ email: '1' })}&wallet=none&reconnect=0`);
    await demo.connectButton.click();
    await demo.modal.getByRole('textbox', { name: 'Email address' }).waitFor();
    await page.evaluate(() => window.demo.openModal({ view: 'ConnectingFarcaster' }));
    await demo.shows('Connect');
    expect(await loaded()).toEqual(['email']);
    await demo.open(`${only({ socials: 'farcaster' })}&wallet=none&reconnect=0`);
    await demo.connectButton.click();
    await demo.button('Continue with Farcaster').waitFor();
    expect(await loaded()).toEqual([]);
    await demo.button('Continue with Farcaster').click();
    await demo.shows('ConnectingFarcaster');
    // Their steps that send a link are the email login's.
    expect((await loaded()).filter(feature => feature !== 'email')).toEqual(['socials']);
  });

  it.runIf(process.env.LATCHKIT_FULL)(
    'leaves no request open when a service refuses it',
    async ({ demo, page }) => {
      await page.route('**/appkit/v1/config?**', route =>
        route.fulfill({
          status: 503,
          headers: { 'access-control-allow-origin': '*' },
          body: 'x'.repeat(100_000),
        }),
      );
      await demo.openConnected();
      await page.waitForLoadState('networkidle');
    },
  );

  it.runIf(process.env.LATCHKIT_FULL)(
    'contacts no host that was not configured before the first click, and none but the gateway after',
    async ({ demo, page, stack }) => {
      const origins = new Set<string>();
      page.on('request', request => origins.add(new URL(request.url()).origin));
      await demo.open('prompt=auto');
      await page.waitForLoadState('networkidle');
      expect([...origins].filter(origin => origin !== stack.demo && origin !== stack.gateway)).toEqual([]);
      await demo.connect();
      const known: string[] = Object.values(stack);
      expect([...origins].filter(origin => /^http/.test(origin) && !known.includes(origin))).toEqual([]);
    },
  );

  it.runIf(process.env.LATCHKIT_FULL)(
    'with every foreign host blocked, the gateway too, the modal opens and a wallet connects',
    async ({ demo, page, stack }) => {
      await page.route('**/*', route =>
        new URL(route.request().url()).origin === stack.demo ? route.continue() : route.abort(),
      );
      await demo.open();
      await demo.connect();
      await demo.connectButton.click();
      await demo.shows('Account');
      await demo.button('Network').click();
      await demo.button('Local chain B').click();
      await demo.reads('chain-id', '31338');
      await demo.hostButton('Disconnect').dispatchEvent('click');
      await demo.reads('status', 'disconnected');
    },
  );

  it('posts JSON-RPC 2.0 with chainId and projectId to the gateway for the networks that it serves [CALL-40]', async ({
    demo,
    page,
    stack,
  }) => {
    const asked: { url: URL; method: string; body: unknown }[] = [];
    await page.route(`${stack.gateway}/v1?**`, async route => {
      const request = route.request();
      asked.push({ url: new URL(request.url()), method: request.method(), body: request.postDataJSON() });
      const { id } = request.postDataJSON();
      await route.fulfill({ json: { jsonrpc: '2.0', id, result: '0x112210f47de98115' }, headers: CORS });
    });
    await demo.openConnected();
    await demo.walletPicksChain(1);
    await demo.reads('balance', '1.234567890123456789 ETH');
    const read = asked.find(({ method }) => method === 'POST');
    expect(read?.body).toMatchObject({ jsonrpc: '2.0', method: 'eth_getBalance' });
    expect(read?.url.pathname).toBe('/v1');
    expect(read?.url.searchParams.get('chainId')).toBe('eip155:1');
    expect(read?.url.searchParams.get('projectId')).toBe(PROJECT);
  });
});

describe('the modal in the page', () => {
  it('changes neither the address nor the length of the history on a walk through the views [VIEW-01]', async ({
    demo,
    page,
  }) => {
    await demo.openConnected();
    const where = () => page.evaluate(() => `${location.href} ${history.length}`);
    const before = await where();
    await demo.connectButton.click();
    await demo.button('Receive').click();
    await demo.shows('Receive');
    expect(await where()).toBe(before);
    await demo.button('Back').click();
    await demo.button('Network').click();
    await demo.button('What is a network').click();
    await demo.shows('WhatIsANetwork');
    await demo.button('Close').click();
    await demo.isClosed();
    expect(await where()).toBe(before);
  });

  it.runIf(process.env.LATCHKIT_FULL)(
    'is appended to the body once, or only where the host places it [VIEW-02]',
    async ({ demo, page }) => {
      const places = () =>
        page.evaluate(() => {
          const hosts = [...document.querySelectorAll('*')].filter(element =>
            element.shadowRoot?.querySelector('[role="dialog"][data-view]'),
          );
          return hosts.map(host => (host.parentElement === document.body ? 'body' : 'placed'));
        });
      await demo.open();
      const children = await page.evaluate(() => document.body.children.length);
      for (const time of [1, 2]) {
        await demo.connectButton.click();
        await demo.shows('Connect');
        expect(await places(), `opened ${time}`).toEqual(['body']);
        await demo.button('Close').click();
        await demo.isClosed();
      }
      await demo.open('append=0');
      expect(await page.evaluate(() => document.body.children.length)).toBe(children);
      await demo.connectButton.click();
      await demo.shows('Connect');
      expect(await places()).toEqual(['placed']);
    },
  );

  it.runIf(process.env.LATCHKIT_FULL)(
    'is shown inline in embedded mode, without a click, and nothing is added to the body [VIEW-03]',
    async ({ demo, page }) => {
      await demo.open('embedded=1&prompt=auto');
      const inline = page.locator('.placed');
      const row = inline.getByRole('button', { name: WALLET });
      await row.waitFor();
      expect(await page.locator('dialog[open]').count()).toBe(0);
      expect(await page.evaluate(() => document.querySelectorAll('body > :not(#root, script)').length)).toBe(
        0,
      );
      await row.click();
      await demo.reads('status', 'connected');
      await inline.getByRole('button', { name: 'Disconnect' }).waitFor();
    },
  );

  it('is 360px wide, on layer 999 [LIM-11]', async ({ demo }) => {
    await demo.open();
    await demo.connectButton.click();
    await demo.shows('Connect');
    await eventually(async () => (await demo.modal.boundingBox())?.width, 360);
    expect(await demo.modal.evaluate(dialog => getComputedStyle(dialog).zIndex)).toBe('999');
  });
});
