import type { SiwxSession } from 'latchkit';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { awaitedLater } from '../scripts/lib/awaitedLater.mjs';
import { ADDRESS, type DemoPage, eventually, SHORT_ADDRESS, WALLET } from './support/DemoPage.js';
import { it } from './support/demo.js';

const PROJECT = '0'.repeat(32);
/** The second default account of anvil. */
const OTHER = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const SESSIONS = 'latchkit.v1.siwx_sessions';

interface Session {
  readonly accountAddress: string;
  readonly chainId: string;
  readonly text: string;
  readonly token: string;
}

/** Returns the session that the host shows, or undefined for `none`. */
async function session(demo: DemoPage): Promise<Session | undefined> {
  const text = await demo.read('session');
  return text === 'none' ? undefined : (JSON.parse(text) as Session);
}

/** Goes from the open page to the sign-in view: button, wallet row, Approve. */
async function reachSignIn(demo: DemoPage, query = ''): Promise<void> {
  await demo.open(`siwx=required&${query}`);
  await demo.connectButton.click();
  await demo.shows('Connect');
  await demo.button(WALLET).click();
  await demo.approve();
  await demo.shows('SIWXSignMessage', 'Sign in');
  await demo.signButton.waitFor();
}

/** Opens the sign view as a visitor who connected the demo wallet on an earlier visit without signing in. */
async function comeBackToSignIn(demo: DemoPage, query = ''): Promise<void> {
  await demo.openConnected(`siwx=required&${query}`);
  await demo.shows('SIWXSignMessage', 'Sign in');
  await demo.signButton.waitFor();
}

async function sign(demo: DemoPage): Promise<void> {
  await demo.signButton.click();
  await demo.approve();
  await demo.isClosed();
  await expect.poll(() => session(demo)).toBeDefined();
}

/** Returns the gateway's response to a token. */
async function tokenStatus(gateway: string, token: string): Promise<string> {
  const response = await fetch(`${gateway}/siwx/v1/session?projectId=${PROJECT}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const body = (await response.json()) as { error?: { code: string }; session?: { accountAddress: string } };
  return body.error?.code ?? body.session?.accountAddress ?? '';
}

/** Lets every further request to the gateway's sign-in fail. */
async function cutOff(page: Page, path: string): Promise<() => Promise<void>> {
  const pattern = `**/siwx/v1/${path}?**`;
  await page.route(pattern, route => route.abort());
  return () => page.unroute(pattern);
}

const chainA = 'eip155:31337';
const chainB = 'eip155:31338';

describe('sign-in that is required', () => {
  it('follows connecting, shows what is signed, and gives the host a session that the gateway knows [CAP-01] [STATE-36] [STATE-37] [VIEW-26]', async ({
    demo,
    stack,
  }) => {
    await reachSignIn(demo);
    expect(await demo.read('session')).toBe('none');
    await demo.modal.getByText(`Sign a message so Meridian knows ${SHORT_ADDRESS} is you.`).waitFor();
    expect(await demo.button('Cancel').isEnabled()).toBe(true);
    await demo.modal.getByText('Message', { exact: true }).click();
    const message = demo.modal.getByRole('region', { name: 'Message text' });
    const shown = (await message.textContent()) ?? '';
    expect(shown).toContain('wants you to sign in with your Ethereum account:');
    expect(shown).toContain('\n\nSign in to Meridian.\n\n');

    await demo.signButton.click();
    await demo.modal.getByRole('heading', { name: `Confirm in ${WALLET}` }).waitFor();
    await demo.approve();
    await demo.isClosed();
    await expect.poll(() => session(demo)).toBeDefined();
    const made = await session(demo);
    expect(made).toMatchObject({ accountAddress: `${chainA}:${ADDRESS}`, chainId: chainA, text: shown });
    expect(await tokenStatus(stack.gateway, made?.token ?? '')).toBe(`${chainA}:${ADDRESS}`);
    expect((await demo.methods()).filter(method => method === 'personal_sign')).toHaveLength(1);
  });

  it('cannot be closed: not by its button, Escape, nor the page beneath [STATE-03] [STATE-02]', async ({
    demo,
    page,
  }) => {
    await page.clock.install();
    await comeBackToSignIn(demo);
    // Otherwise the dialog may have stopped shaking before the test looks.
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000));
    const shakes = () => page.evaluate(() => window.demo.kit.store.getState().modal.shake);
    const tries = [
      () => demo.button('Close').click(),
      () => page.keyboard.press('Escape'),
      () => page.mouse.click(5, 400),
    ];
    for (const attempt of tries) {
      await attempt();
      await eventually(shakes, true);
      await page.clock.runFor(500);
      await eventually(shakes, false);
      expect(await demo.modal.getAttribute('data-view')).toBe('SIWXSignMessage');
    }
    await page.clock.resume();
    await sign(demo);
    await demo.connectButton.click();
    await demo.shows('Account');
    await demo.button('Close').click();
    await demo.isClosed();
  });

  it.runIf(process.env.LATCHKIT_FULL)(
    'shows again after the visitor declined, and says so [STATE-38] [ERR-38]',
    async ({ demo }) => {
      await comeBackToSignIn(demo);
      await demo.signButton.click();
      await demo.reject();
      await demo.modal.getByText('Signature declined').waitFor();
      await demo.modal.getByRole('heading', { name: 'You didn’t sign' }).waitFor();
      await demo.reads('session', 'none');
      await demo.reads('status', 'connecting');
      await sign(demo);
    },
  );

  it.runIf(process.env.LATCHKIT_FULL)(
    'holds a wallet that goes to an unlisted network, and tells the host of no account [STATE-03] (rows-D1)',
    async ({ demo, page }) => {
      await comeBackToSignIn(demo);
      await demo.walletPicksChain(4242);
      await demo.shows('UnsupportedChain', 'Switch network');
      for (const attempt of [() => demo.button('Close').click(), () => page.keyboard.press('Escape')]) {
        await attempt();
        await eventually(() => page.evaluate(() => window.demo.kit.store.getState().modal.shake), false);
        expect(await demo.modal.getAttribute('data-view')).toBe('UnsupportedChain');
      }
      await page.evaluate(() => window.demo.openModal({ view: 'Account' }));
      await demo.shows('UnsupportedChain', 'Switch network');
      expect([await demo.read('status'), await demo.read('session')]).toEqual(['connecting', 'none']);
      await demo.button('Disconnect').click();
      await demo.isClosed();
      await demo.reads('status', 'disconnected');
    },
  );

  it.runIf(process.env.LATCHKIT_FULL)('disconnects who cancels at first [STATE-39]', async ({ demo }) => {
    await reachSignIn(demo);
    await demo.button('Cancel').click();
    await demo.isClosed();
    await demo.reads('status', 'disconnected');
    expect(await demo.read('session')).toBe('none');
    await demo.page.reload();
    await demo.reads('status', 'disconnected');
  });

  it.runIf(process.env.LATCHKIT_FULL)(
    'ignores an approval in the wallet after the visitor cancelled',
    async ({ demo, page }) => {
      await comeBackToSignIn(demo);
      await demo.signButton.click();
      await demo.prompt.waitFor();
      await page.evaluate(() => {
        for (const host of document.querySelectorAll('*'))
          host.shadowRoot?.querySelector<HTMLElement>('[data-view] .lk-pair button')?.click();
      });
      await demo.reads('status', 'disconnected');
      await demo.approve();
      await demo.isClosed();
      expect(await demo.read('session')).toBe('none');
      expect(await page.evaluate(key => localStorage.getItem(key), SESSIONS)).toBeNull();
    },
  );

  it.runIf(process.env.LATCHKIT_FULL)(
    'asks once per network, goes back to a signed-in network when the visitor cancels, and remembers each session [STATE-40]',
    async ({ demo }) => {
      await comeBackToSignIn(demo);
      await sign(demo);
      await demo.hostButton('Switch network').click();
      await demo.shows('SIWXSignMessage');
      await demo.reads('chain-id', '31338');
      await demo.reads('session', 'none');
      await demo.button('Cancel').click();
      await demo.isClosed();
      await demo.reads('chain-id', '31337');
      await eventually(async () => (await session(demo))?.chainId, chainA);
      expect(await demo.read('status')).toBe('connected');

      await demo.hostButton('Switch network').click();
      await demo.shows('SIWXSignMessage');
      await sign(demo);
      expect((await session(demo))?.chainId).toBe(chainB);
      await demo.hostButton('Switch network').click();
      await eventually(async () => (await session(demo))?.chainId, chainA);
      expect(await demo.modal.count()).toBe(0);
    },
  );

  it.runIf(process.env.LATCHKIT_FULL)(
    'asks another account of the wallet, and knows the first one again',
    async ({ demo, page }) => {
      await comeBackToSignIn(demo);
      await sign(demo);
      const made = await demo.read('session');
      await page.evaluate(other => window.demo.wallets[0]?.changeAccounts([other]), OTHER);
      await demo.shows('SIWXSignMessage');
      await demo.reads('session', 'none');
      await page.evaluate(first => window.demo.wallets[0]?.changeAccounts([first]), ADDRESS);
      await demo.isClosed();
      await demo.reads('session', made);
    },
  );

  it('is asked after a reload at whatever step, and never after a session is made [STATE-36]', async ({
    demo,
    page,
  }) => {
    await reachSignIn(demo);
    await page.reload();
    await demo.shows('SIWXSignMessage');
    await demo.signButton.click();
    await demo.prompt.waitFor();
    await page.reload();
    await demo.shows('SIWXSignMessage');
    await sign(demo);
    const made = await demo.read('session');
    for (let time = 0; time < 3; time += 1) {
      await page.reload();
      await demo.reads('status', 'connected');
      await demo.reads('session', made);
      expect(await demo.modal.count()).toBe(0);
    }
  });

  it.runIf(process.env.LATCHKIT_FULL)(
    'is asked after a reload that ended its request to the gateway [STATE-36]',
    async ({ demo, page }) => {
      const asked = awaitedLater(page.waitForRequest('**/siwx/v1/nonce?**'));
      let isHeld = false;
      await page.route('**/siwx/v1/nonce?**', async route => {
        if (isHeld) await route.continue();
        isHeld = true;
      });
      await demo.openConnected('siwx=required');
      await asked;
      await page.reload();
      await demo.shows('SIWXSignMessage');
      await demo.signButton.waitFor();
      await demo.reads('status', 'connecting');
    },
  );

  it.runIf(process.env.LATCHKIT_FULL)(
    'ends with its connection, at the gateway too; a new connection requests it again',
    async ({ demo, stack }) => {
      await comeBackToSignIn(demo);
      await sign(demo);
      const { token = '' } = (await session(demo)) ?? {};
      await demo.hostButton('Disconnect').click();
      await demo.reads('status', 'disconnected');
      await demo.reads('session', 'none');
      await eventually(() => tokenStatus(stack.gateway, token), 'SESSION_REVOKED');
      await demo.connectButton.click();
      await demo.button(WALLET).click();
      await demo.approve();
      await demo.shows('SIWXSignMessage');
    },
  );

  it.runIf(process.env.LATCHKIT_FULL)(
    'asks again when the session has ended [STATE-36]',
    async ({ demo, page }) => {
      await page.clock.install();
      await comeBackToSignIn(demo, 'session=40');
      await sign(demo);
      // Less than the clock skew that the gateway tolerates.
      await page.clock.fastForward(45_000);
      await demo.shows('SIWXSignMessage');
      await demo.modal.getByRole('heading', { name: 'You’ve been signed out' }).waitFor();
      await demo.reads('session', 'none');
      await demo.reads('status', 'connecting');
      await sign(demo);
    },
  );

  it.runIf(process.env.LATCHKIT_FULL)(
    'renews the token when the page resumes after a long time',
    async ({ demo, page, stack }) => {
      await comeBackToSignIn(demo);
      await sign(demo);
      const before = (await session(demo))?.token;
      await page.evaluate(key => {
        const kept = JSON.parse(localStorage.getItem(key) ?? '[]');
        localStorage.setItem(key, JSON.stringify(kept.map((one: object) => ({ ...one, tokenIssuedAt: 0 }))));
      }, SESSIONS);
      await page.reload();
      await expect.poll(async () => (await session(demo))?.token).not.toBe(before);
      await eventually(async () => (await session(demo)) !== undefined, true);
      const { token = '' } = (await session(demo)) ?? {};
      expect(await tokenStatus(stack.gateway, token)).toBe(`${chainA}:${ADDRESS}`);
      expect(await demo.modal.count()).toBe(0);
    },
  );

  it.runIf(process.env.LATCHKIT_FULL)('signs out every tab of the page', async ({ demo, context }) => {
    await comeBackToSignIn(demo);
    await sign(demo);
    const other = await context.newPage();
    await other.goto('/?siwx=required&adapters=evm&walletConnect=0');
    await expect.poll(() => other.getByTestId('host-session').textContent()).not.toBe('none');
    await demo.hostButton('Disconnect').click();
    await expect.poll(() => other.getByTestId('host-session').textContent()).toBe('none');
    await other.close();
  });
});

describe('sign-in that is optional', () => {
  it.runIf(process.env.LATCHKIT_FULL)(
    'lets the visitor go on without, and does not come back by itself [STATE-41]',
    async ({ demo, page }) => {
      await demo.open('siwx=optional');
      await demo.connectButton.click();
      await demo.button(WALLET).click();
      await demo.approve();
      await demo.shows('SIWXSignMessage');
      await demo.button('Cancel').click();
      await demo.isClosed();
      await demo.reads('status', 'connected');
      await demo.reads('session', 'none');
      await page.reload();
      await demo.reads('status', 'connected');
      expect(await demo.modal.count()).toBe(0);
      const made = awaitedLater(
        page.evaluate(async () => {
          const { kit } = window.demo;
          const flow = kit.kernel.slots.get('signIn') as { sign(): Promise<SiwxSession> } | undefined;
          return flow?.sign();
        }),
      );
      await demo.approve();
      expect((await made)?.accountAddress).toBe(`${chainA}:${ADDRESS}`);
      await demo.isClosed();
      await demo.reads('session', JSON.stringify({ ...(await made), address: ADDRESS }));
    },
  );

  it.runIf(process.env.LATCHKIT_FULL)('closes like every other view', async ({ demo, page }) => {
    await demo.open('siwx=optional');
    await demo.connectButton.click();
    await demo.button(WALLET).click();
    await demo.approve();
    await demo.shows('SIWXSignMessage', 'Sign in');
    await page.keyboard.press('Escape');
    await demo.isClosed();
    await demo.reads('status', 'connected');
  });
});

describe('sign-in while the gateway is away', () => {
  it.runIf(process.env.LATCHKIT_FULL)(
    'cannot start: says so, and disconnects [ERR-37]',
    async ({ demo, page }) => {
      await cutOff(page, 'nonce');
      await demo.open('siwx=required');
      await demo.connectButton.click();
      await demo.button(WALLET).click();
      await demo.approve();
      await demo.modal.getByText('A problem occurred while trying initialize authentication').waitFor();
      await demo.reads('status', 'disconnected');
      await demo.shows('Connect');
      await demo.button('Close').click();
      await demo.isClosed();
    },
  );

  it.runIf(process.env.LATCHKIT_FULL)(
    "says 'Authenticating...' until the answer, and lets the visitor try again [ERR-40]",
    async ({ demo, page }) => {
      await comeBackToSignIn(demo);
      let answer: () => void = () => undefined;
      const held = new Promise<void>(resolve => {
        answer = resolve;
      });
      await page.route('**/siwx/v1/verify?**', async route => {
        await held;
        await route.abort();
      });
      await demo.signButton.click();
      await demo.approve();
      await demo.modal.getByRole('heading', { name: 'Authenticating...' }).waitFor();
      answer();
      await demo.modal.getByRole('heading', { name: 'Couldn’t sign in' }).waitFor();
      await demo.reads('session', 'none');
      await demo.reads('status', 'connecting');
      await page.unroute('**/siwx/v1/verify?**');
      await demo.button('Try again').click();
      await demo.approve();
      await demo.isClosed();
      await expect.poll(() => session(demo)).toBeDefined();
    },
  );

  it.runIf(process.env.LATCHKIT_FULL)('keeps a signed-in visitor signed in', async ({ demo, page }) => {
    await comeBackToSignIn(demo);
    await sign(demo);
    const made = await demo.read('session');
    await page.evaluate(key => {
      const kept = JSON.parse(localStorage.getItem(key) ?? '[]');
      localStorage.setItem(key, JSON.stringify(kept.map((one: object) => ({ ...one, tokenIssuedAt: 0 }))));
    }, SESSIONS);
    const restore = await cutOff(page, '**');
    const asked = awaitedLater(page.waitForRequest('**/siwx/v1/session/refresh?**'));
    await page.reload();
    await asked;
    await demo.reads('status', 'connected');
    await demo.reads('session', made);
    await restore();
    await expect.poll(async () => (await session(demo))?.token).not.toBe(JSON.parse(made).token);
    expect(await demo.modal.count()).toBe(0);
  });

  it.runIf(process.env.LATCHKIT_FULL)(
    'says so when the signature of a smart account does not verify [ERR-39]',
    async ({ demo, page }) => {
      await page.addInitScript(() => {
        window.addEventListener('eip6963:announceProvider', event => {
          const { provider } = (event as CustomEvent).detail;
          const request = provider.request.bind(provider);
          // As a contract account signs: anything but the 65 bytes of a key's signature.
          provider.request = async (asked: { method: string }) =>
            asked.method === 'personal_sign' ? `${await request(asked)}abcd` : request(asked);
        });
      });
      await comeBackToSignIn(demo);
      await demo.signButton.click();
      await demo.approve();
      await demo.modal.getByText('This application might not support Smart Accounts').waitFor();
      await demo.modal.getByRole('heading', { name: 'Your account wasn’t recognized' }).waitFor();
      expect(await demo.read('session')).toBe('none');
    },
  );
});

describe('the sign view', () => {
  it.runIf(process.env.LATCHKIT_FULL)('works by keyboard alone', async ({ demo, page }) => {
    await demo.open('siwx=required');
    await demo.connectButton.focus();
    await page.keyboard.press('Enter');
    await demo.shows('Connect');
    await demo.button(WALLET).focus();
    await page.keyboard.press('Enter');
    await demo.approve();
    await demo.shows('SIWXSignMessage', 'Sign in');
    await demo.signButton.waitFor();
    const names: string[] = [];
    for (let step = 0; step < 4; step += 1) {
      await page.keyboard.press('Tab');
      names.push(
        await page.evaluate(() => {
          let element = document.activeElement;
          while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
          return (element?.getAttribute('aria-label') ?? element?.textContent ?? '').slice(0, 7);
        }),
      );
    }
    expect(names).toEqual(['Close', 'Message', 'Cancel', 'Sign']);
    await page.keyboard.press('Enter');
    await demo.approve();
    await demo.isClosed();
    await expect.poll(() => session(demo)).toBeDefined();
  });

  it.runIf(process.env.LATCHKIT_FULL)(
    'runs under a strict content security policy',
    async ({ demo, page }) => {
      const violations: string[] = [];
      page.on('console', message => {
        if (/Content Security Policy|TrustedHTML/.test(message.text())) violations.push(message.text());
      });
      await reachSignIn(demo, 'csp=strict');
      await sign(demo);
      expect([(await session(demo)) !== undefined, violations]).toEqual([true, []]);
    },
  );
});

describe('sign-in on Solana', () => {
  const account = 'solana:FV3DkVXbDAcYwoKpev2ToSW3DCmuqBG4:JWgFSyNo41zoF2swjqVNsAfetK3AcBA6HAhNh5TrShV';
  const asked = (page: Page): Promise<string[]> =>
    page.evaluate(() => window.demo.solanaWallets[0]?.calls.map(({ method }) => method) ?? []);

  it('is one prompt where the wallet has a feature for it, and the gateway knows the session [CAP-01] [STATE-37]', async ({
    demo,
    page,
    stack,
  }) => {
    await reachSignIn(demo, 'adapters=solana');
    await sign(demo);
    const made = await session(demo);
    expect(made?.accountAddress).toBe(account);
    expect(made?.text).toContain('wants you to sign in with your Solana account:');
    expect(await tokenStatus(stack.gateway, made?.token ?? '')).toBe(account);
    const calls = await asked(page);
    expect(calls.filter(name => /signIn|signMessage/.test(name))).toEqual(['solana:signIn']);
    await page.reload();
    await demo.reads('session', JSON.stringify(made));
  });

  it.runIf(process.env.LATCHKIT_FULL)(
    'comes back after the visitor declined [STATE-38]',
    async ({ demo }) => {
      await comeBackToSignIn(demo, 'adapters=solana');
      await demo.signButton.click();
      await demo.reject();
      await demo.modal.getByText('Signature declined').waitFor();
      await sign(demo);
      expect((await session(demo))?.accountAddress).toBe(account);
    },
  );
});
