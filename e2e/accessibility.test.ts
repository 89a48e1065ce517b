import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { announcements, emptyRegions, recordAnnouncements } from './support/announcements.js';
import { violations } from './support/axe.js';
import { ADDRESS, eventually, SHORT_ADDRESS, WALLET } from './support/DemoPage.js';
import { it } from './support/demo.js';
import { focused, tabTo } from './support/keyboard.js';
import { movements } from './support/movements.js';
import { resize } from './support/resize.js';
import { pretendEmail } from './support/scenes/pretendEmail.js';
import { SCENES } from './support/scenes.js';
import { smallTargets } from './support/smallTargets.js';
import { standStill } from './support/standStill.js';
import { connectOnEvm, held, THREE_WALLETS } from './support/threeWallets.js';
import { shortTexts } from './support/viewTexts.js';

/** A desktop, and a phone, which shows the modal as a sheet. */
const DESKTOP = { width: 1280, height: 800 };
const SHEET = { width: 390, height: 844 };

const LOOKS = [
  ['light', DESKTOP],
  ['dark', SHEET],
  ['light', SHEET],
  ['dark', DESKTOP],
] as const;

/** The looks in which a scene is checked: one of the first two in turn; all four in the full run. */
const looksOf = (index: number) =>
  process.env.LATCHKIT_FULL ? LOOKS : LOOKS.slice(index % 2, (index % 2) + 1);

/** Checks whether the view scrolls horizontally, as focus would if something in it were too wide. */
function isWiderThanItsView(page: Page): Promise<boolean> {
  return page.evaluate(() =>
    [...document.querySelectorAll('*')].some(({ shadowRoot }) =>
      [...(shadowRoot?.querySelectorAll('.lk-body') ?? [])].some(
        ({ scrollWidth, clientWidth }) => scrollWidth > clientWidth,
      ),
    ),
  );
}

/**
 * Runs in the page: focuses and removes each control of the modal, as a change of its view does.
 *
 * @returns the controls whose removal took the focus out of the modal.
 */
async function removeFocused(): Promise<string[]> {
  const inside = 'dialog[data-view] :is(button, input, a[href])';
  const root = [...document.querySelectorAll('*')].find(({ shadowRoot }) =>
    shadowRoot?.querySelector(inside),
  )?.shadowRoot;
  if (!root) return ['There is no modal'];
  const lost: string[] = [];
  const controls = root.querySelectorAll<HTMLElement>(inside);
  for (const control of controls) {
    control.focus();
    if (root.activeElement !== control) continue;
    control.remove();
    // The modal learns of the change in a microtask.
    await new Promise(requestAnimationFrame);
    if (!root.activeElement) lost.push(control.textContent || control.className);
  }
  return lost;
}

/** Scenes with no part that another one does not have too: only the full run checks them. */
const OTHER_STATES = [
  'account',
  'account-nfts',
  'account-activity',
  'account-email',
  'receive-request',
  'profile-wallets-one',
  'profile-email',
  'connect',
  'connect-collapsed',
  'connect-empty',
  'connect-email',
  'connect-email-typed',
  'all-wallets-none',
  'connecting-not-installed',
  'connecting-waiting',
  'email-login',
  'email-device-denied',
  'email-otp',
  'email-otp-locked',
  'email-add',
  'email-update-current',
  'name-unavailable',
  'name-success',
  'switch-network-none',
  'switch-network-groups',
  'switch-active-chain',
  'what-is-a-network',
  'onramp-too-little',
  'onramp-pending',
  'onramp-declined',
  'onramp-done',
  'pay',
  'activity-bought',
  'send-refused',
  'send-reverted',
  'swap-reverted',
  'view-offline',
  'pay-swap',
  'pay-short',
  'pay-wait',
  'send-too-much',
  'send-waiting',
  'sign-in',
  'sign-in-waiting',
  'sign-in-declined',
  'social-hidden',
  'social-checking',
  'social-blocked',
  'social-refused',
  'farcaster-phone',
  'farcaster-expired',
  'swap-impact',
  'swap-tokens',
  'swap-waiting',
  'swap-failed',
  'pairing-connect',
  'pairing-listed',
  'pairing-loading',
  'pairing-phone',
  'pairing-basic',
  'wallet-request-phone',
];

const CHECKED = process.env.LATCHKIT_FULL
  ? SCENES
  : SCENES.filter(({ name }) => !OTHER_STATES.includes(name));

describe('axe finds nothing in', () => {
  it('scenes that exist, of which the full run alone checks some', () => {
    const names = SCENES.map(({ name }) => name);
    expect(OTHER_STATES.filter(name => !names.includes(name))).toEqual([]);
  });

  for (const [index, scene] of CHECKED.entries()) {
    it(`${scene.name}, where focus stays in the modal (UX-04) and a finger meets each control (UX-42)`, async ({
      demo,
      page,
    }) => {
      await recordAnnouncements(page);
      await scene.reach(demo, '');
      for (const [colorScheme, size] of looksOf(index)) {
        await page.emulateMedia({ colorScheme });
        await resize(page, size);
        await standStill(demo);
        const found = await violations(page);
        expect(found, `${colorScheme} at ${size.width}px: ${found.join('; ')}`).toEqual([]);
        expect(await isWiderThanItsView(page), `sideways at ${size.width}px`).toBe(false);
      }
      await resize(page, SHEET);
      await standStill(demo);
      // Each control is met in 44 by 44 pixels (UX-42).
      expect(await smallTargets(page)).toEqual([]);
      const said = await announcements(page);
      expect(said.filter(text => !text.includes(' '))).toEqual([]);
      expect(said.filter((text, at) => text === said[at - 1])).toEqual([]);
      expect(await emptyRegions(page)).toEqual([]);
      // These visitors prefer reduced motion.
      expect(await movements(demo.modal)).toEqual([]);
      // The dialog is named by its visible title, or else by a hidden heading.
      const title = await demo.modal.getByRole('heading', { level: 2 }).textContent();
      expect(await page.getByRole('dialog', { name: title ?? '', exact: true }).count()).toBe(1);
      // Last, because it takes the view apart.
      expect(await page.evaluate(removeFocused)).toEqual([]);
    });
  }
});

/** A narrow phone, and a desktop at 200 % zoom. */
const SMALL = [
  { width: 320, height: 640 },
  { width: 640, height: 400 },
];

/** The scenes that are checked in small viewports outside of the full run: those that did not fit once, and the tallest. */
const TIGHT = ['account-email', 'account', 'connect-email', 'sign-in', 'profile-email', 'send-review'];

/**
 * Runs in the page, with what can be opened open.
 *
 * @returns what does not fit: a view that scrolls sideways, a modal beyond the viewport, words broken in two, actions at the end of a
 * view that are out of sight.
 */
function misfits(): string[] {
  const modal = [...document.querySelectorAll('*')]
    .map(({ shadowRoot }) => shadowRoot?.querySelector<HTMLElement>('dialog[data-view]'))
    .find(one => one != null);
  if (!modal) return ['There is no modal'];
  for (const details of modal.querySelectorAll('details')) details.open = true;
  const found: string[] = [];
  const frame = modal.getBoundingClientRect();
  if (frame.left < 0 || frame.right > innerWidth || frame.top < 0 || frame.bottom > innerHeight)
    found.push('The modal is larger than the viewport');
  for (const body of modal.querySelectorAll('.lk-body')) {
    if (body.scrollWidth > body.clientWidth) found.push('The view scrolls sideways');
    if (innerHeight > 480) continue;
    for (const button of body.querySelectorAll(':is(.lk-pair, .lk-actions):last-child > .lk-btn')) {
      const { top, bottom } = button.getBoundingClientRect();
      if (top < frame.top || bottom > frame.bottom) found.push(`Out of sight: ${button.textContent}`);
    }
    for (const brand of modal.querySelectorAll('.lk-brand'))
      if (!body.contains(brand)) found.push('The branding line takes room from the ways to log in');
  }
  const texts = document.createTreeWalker(modal, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    // Addresses, codes and messages may break anywhere.
    if (text.parentElement?.closest('.lk-sr, .lk-code, .lk-whole, .lk-groups, .lk-address, [hidden]'))
      continue;
    for (const word of (text.textContent ?? '').matchAll(/[\p{L}\p{N}.,@’]+/gu)) {
      if (word[0].length > 18) continue;
      const range = document.createRange();
      range.setStart(text, word.index);
      range.setEnd(text, word.index + word[0].length);
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
      if (lines.size > 1) found.push(`Broken: ${word[0]}`);
    }
  }
  return found;
}

describe('fits in', () => {
  for (const scene of process.env.LATCHKIT_FULL
    ? SCENES
    : SCENES.filter(({ name }) => TIGHT.includes(name))) {
    it(`a narrow phone and a desktop at 200 % zoom: ${scene.name} (UX-27) (UX-28)`, async ({
      demo,
      page,
    }) => {
      await scene.reach(demo, '');
      for (const size of SMALL) {
        await resize(page, size);
        await standStill(demo);
        expect(await page.evaluate(misfits), `${size.width}px`).toEqual([]);
      }
    });
  }
});

/** Scenes with shortened amounts and addresses, the first two outside of the full run too: in rows, facts and cards, at both ends. */
const WITH_AMOUNTS = [
  'account',
  'swap-review',
  'pay',
  'pay-swap',
  'pay-wait',
  'profile-wallets-one',
  'send',
  'send-tokens',
  'swap',
  'swap-tokens',
];

/** Runs in the page: the corners of an element that are out of sight, cut or covered. */
function hiddenCorners(shown: Element): string[] {
  const { left, right, top, bottom } = shown.getBoundingClientRect();
  const root = shown.getRootNode() as ShadowRoot;
  const corners = { 'top left': [left, top], 'bottom right': [right, bottom] } as const;
  return Object.entries(corners).flatMap(([name, [x, y]]) => {
    // Within its round edge.
    const inside = [x === left ? x + 6 : x - 6, y === top ? y + 6 : y - 6] as const;
    return shown.contains(root.elementFromPoint(...inside)) ? [] : [name];
  });
}

describe('a tooltip', () => {
  it('stays while the pointer is on it, and Escape closes it alone (dependencies-D20)', async ({
    demo,
    page,
  }) => {
    await demo.open();
    await demo.connectButton.click();
    await demo.shows('Connect');
    const tip = demo.modal.locator('.lk-tip');
    await demo.button('Help').hover();
    await tip.waitFor();
    const box = await tip.boundingBox();
    if (!box) throw new Error('The tooltip has no place.');
    // Over the gap, and onto the tooltip.
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 12 });
    // Longer than a tooltip that hides takes, and than one takes to show again.
    await expect.poll(() => tip.evaluate(node => node.matches(':hover'))).toBe(true);
    expect(await tip.count()).toBe(1);
    await page.keyboard.press('Escape');
    await eventually(() => tip.count(), 0);
    await demo.shows('Connect');
    await page.keyboard.press('Escape');
    await demo.isClosed();
  });

  it.for(process.env.LATCHKIT_FULL ? WITH_AMOUNTS : WITH_AMOUNTS.slice(0, 2))(
    'is whole in sight beside each amount and address of %s (dependencies-D20)',
    async (name, { demo, page }) => {
      await SCENES.find(scene => scene.name === name)?.reach(demo, '');
      await standStill(demo);
      const amounts = demo.modal.locator('.lk-body:not(.lk-ghost) [data-tip]:visible');
      const tip = demo.modal.locator('.lk-tip');
      const count = await amounts.count();
      expect(count).toBeGreaterThan(0);
      for (let at = 0; at < count; at += 1) {
        const amount = amounts.nth(at);
        await amount.scrollIntoViewIfNeeded();
        await amount.hover();
        await tip.waitFor();
        await standStill(demo);
        expect(await tip.textContent()).toBe(await amount.getAttribute('data-tip'));
        expect(await tip.evaluate(hiddenCorners), `${name}, ${at}`).toEqual([]);
        await page.mouse.move(1, 1);
        await eventually(() => tip.count(), 0);
      }
    },
  );

  it('names a login that shows only its mark (dependencies-D20)', async ({ demo }) => {
    await demo.open();
    await demo.connectButton.click();
    await demo.shows('Connect');
    const marks = demo.modal.locator('.lk-social:not([data-wide])');
    expect(await marks.count()).toBeGreaterThan(2);
    const tip = demo.modal.locator('.lk-tip');
    for (const mark of [marks.first(), marks.last()]) {
      await mark.hover();
      const name = await mark.getAttribute('aria-label');
      await eventually(() => tip.allTextContents().then(found => found.join()), name);
      await standStill(demo);
      expect(await tip.evaluate(hiddenCorners)).toEqual([]);
    }
  });
});

describe('a screen reader', () => {
  it('hears each sentence of a payment once, also after the visitor declined, and the receiver as one (UX-44)', async ({
    demo,
    page,
  }) => {
    await recordAnnouncements(page);
    await SCENES.find(({ name }) => name === 'send-review')?.reach(demo, '');
    for (let times = 0; times < 2; times += 1) {
      await demo.modal.getByRole('button', { name: /^Send / }).click();
      await demo.reject();
      await demo.modal.getByText('Nothing was sent').first().waitFor();
      await demo.modal.getByText(/^First time sending to /).waitFor();
    }
    const said = await announcements(page);
    expect(said.filter(text => /^(Receiver|First time)/.test(text))).toEqual([
      'Receiver 0x70…dc79C8',
      'First time sending to 0x70…dc79C8. Sends can’t be undone.',
    ]);
  });
});

describe('a toast', () => {
  it('says alone that the visitor declined to sign, and covers no mark of the view (UX-52)', async ({
    demo,
    page,
  }) => {
    await recordAnnouncements(page);
    await SCENES.find(({ name }) => name === 'sign-in-declined')?.reach(demo, '');
    await demo.modal.getByRole('heading', { name: 'You didn’t sign' }).waitFor();
    await standStill(demo);
    expect((await announcements(page)).slice(-1)).toEqual(['Signature declined']);
    const end = async (selector: string, edge: 'top' | 'bottom') =>
      demo.modal.locator(selector).evaluate((one, side) => one.getBoundingClientRect()[side], edge);
    expect(await end('.lk-toast', 'bottom')).toBeLessThanOrEqual(await end('.lk-latch', 'top'));
  });
});

/** Runs in the page: puts each text in the place of a title or of a pair's first label, and returns those that need a second line. */
function tooLong({ titles, labels }: ReturnType<typeof shortTexts>): string[] {
  const find = <E extends HTMLElement>(selector: string) =>
    [...document.querySelectorAll('*')].flatMap(
      ({ shadowRoot }) => shadowRoot?.querySelector<E>(`dialog ${selector}`) ?? [],
    )[0];
  const [title, button] = [find('h2'), find('.lk-pair > button')];
  const label = button?.querySelector('span');
  if (!title || !button || !label) return ['There is no pair'];
  const height = button.offsetHeight;
  const icon = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  icon.setAttribute('class', 'lk-icon');
  label.before(icon);
  const isOneLine = () => {
    const range = document.createRange();
    range.selectNodeContents(label);
    return range.getBoundingClientRect().height < 2 * Number.parseFloat(getComputedStyle(label).fontSize);
  };
  return [
    ...titles.filter(text => {
      title.textContent = text;
      return title.scrollWidth > title.clientWidth;
    }),
    ...labels.filter(text => {
      label.textContent = text;
      return !isOneLine() || button.offsetHeight !== height;
    }),
  ];
}

describe('on a phone of 360 px', () => {
  it.for(['en', 'de', 'ar'])(
    'titles and pairs of buttons keep to one line, in %s (UX-53)',
    async (locale, { demo, page }) => {
      await resize(page, { width: 360, height: 780 });
      await SCENES.find(({ name }) => name === 'email-device-denied')?.reach(demo, `locale=${locale}`);
      const texts = shortTexts(locale);
      expect(Math.min(texts.titles.length, texts.labels.length)).toBeGreaterThan(15);
      expect(await page.evaluate(tooLong, texts)).toEqual([]);
    },
  );
});

describe('the list to pay with', () => {
  it.for(['en', 'de', 'ar'])('cuts no fee, in %s (UX-39)', async (locale, { demo }) => {
    await SCENES.find(({ name }) => name === 'pay-swap')?.reach(demo, `locale=${locale}`);
    await standStill(demo);
    const fees = demo.modal.locator('.lk-pay-options .lk-row-text .lk-row-sub');
    const cut = await fees.evaluateAll(found =>
      found.filter(one => one.scrollWidth > one.clientWidth).map(one => one.textContent),
    );
    expect(await fees.count()).toBeGreaterThan(0);
    expect(cut).toEqual([]);
  });
});

describe('by keyboard alone', () => {
  it('connects: focus moves in, is trapped, and returns to the opener', async ({ demo, page }) => {
    await demo.open();
    await demo.connectButton.focus();
    await page.keyboard.press('Enter');
    await demo.shows('Connect', 'Connect to Meridian');
    await eventually(async () => (await focused(page)).startsWith(WALLET), true);
    const inside = () =>
      page.evaluate(() => document.activeElement?.shadowRoot?.querySelector('[role="dialog"]') != null);
    for (const key of ['Tab', 'Shift+Tab']) {
      const seen = new Set<string>();
      for (let presses = 0; presses < 24; presses += 1) {
        await page.keyboard.press(key);
        expect(await inside()).toBe(true);
        seen.add(await focused(page));
      }
      expect([...seen]).toEqual(expect.arrayContaining(['Help', 'Close']));
    }
    await tabTo(page, WALLET);
    await page.keyboard.press('Space');
    await demo.prompt.waitFor();
    await tabTo(page, 'Approve');
    await page.keyboard.press('Enter');
    await demo.reads('status', 'connected');
    await demo.isClosed();
    await eventually(async () => (await focused(page)).startsWith('Account'), true);
  });

  it.runIf(process.env.LATCHKIT_FULL)(
    'switches network, and restores focus to the opener after Back',
    async ({ demo, page }) => {
      await demo.openConnected();
      await demo.connectButton.focus();
      await page.keyboard.press('Enter');
      await demo.shows('Account', 'Account');
      await tabTo(page, 'Network');
      await page.keyboard.press('Enter');
      await demo.shows('SwitchNetwork', 'Switch network');
      await eventually(() => focused(page), 'Switch network');
      await page.keyboard.press('Alt+ArrowLeft');
      await demo.shows('Account', 'Account');
      await eventually(async () => (await focused(page)).startsWith('Network'), true);
      await page.keyboard.press('Space');
      await demo.shows('SwitchNetwork', 'Switch network');
      await tabTo(page, 'Local chain B');
      await page.keyboard.press('Enter');
      await demo.reads('chain-id', '31338');
      await demo.shows('Account', 'Account');
      await page.keyboard.press('Escape');
      await demo.isClosed();
      await eventually(async () => (await focused(page)).startsWith('Account'), true);
    },
  );

  it.runIf(process.env.LATCHKIT_FULL)(
    'opens the wallets, switches to another one and disconnects one',
    async ({ demo, page }) => {
      await demo.open(THREE_WALLETS);
      await connectOnEvm(demo, 'One');
      await demo.connectButton.focus();
      await page.keyboard.press('Enter');
      await demo.shows('Account', 'Account');
      await tabTo(page, SHORT_ADDRESS);
      await page.keyboard.press('Enter');
      await demo.shows('ProfileWallets', 'Wallets');
      await eventually(() => focused(page), 'Wallets');
      await tabTo(page, 'Add wallet');
      await page.keyboard.press('Enter');
      await demo.shows('Connect');
      await tabTo(page, 'Two');
      await page.keyboard.press('Enter');
      await demo.shows('ChooseChain', 'Two');
      await tabTo(page, 'Ethereum networks');
      await page.keyboard.press('Enter');
      await demo.isClosed();
      await eventually(() => held(demo), ['eip155 Two', 'eip155 One']);
      await demo.connectButton.focus();
      await page.keyboard.press('Enter');
      await demo.shows('Account', 'Account');
      await tabTo(page, SHORT_ADDRESS);
      await page.keyboard.press('Enter');
      await demo.shows('ProfileWallets', 'Wallets');
      await tabTo(page, 'One');
      await page.keyboard.press('Space');
      await eventually(() => held(demo), ['eip155 One', 'eip155 Two']);
      // The focused row was removed, so the title has the focus.
      await eventually(() => focused(page), 'Wallets');
      await tabTo(page, 'Disconnect Two');
      await page.keyboard.press('Enter');
      await eventually(() => held(demo), ['eip155 One']);
      await eventually(() => focused(page), 'Wallets');
      await page.keyboard.press('Alt+ArrowLeft');
      await demo.shows('Account', 'Account');
      await eventually(async () => (await focused(page)).startsWith(SHORT_ADDRESS), true);
    },
  );

  it.runIf(process.env.LATCHKIT_FULL)(
    'receives and copies, then disconnects',
    async ({ demo, page, context }) => {
      await context.grantPermissions(['clipboard-read', 'clipboard-write']);
      await demo.openConnected();
      await demo.connectButton.focus();
      await page.keyboard.press('Enter');
      await demo.shows('Account', 'Account');
      await tabTo(page, 'Receive');
      await page.keyboard.press('Enter');
      await demo.shows('Receive', 'Receive');
      await tabTo(page, 'Copy address');
      await page.keyboard.press('Enter');
      await demo.button('Address copied').waitFor();
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(ADDRESS);
      await tabTo(page, 'Back', 'Shift+Tab');
      await page.keyboard.press('Enter');
      await demo.shows('Account', 'Account');
      await eventually(() => focused(page), 'Receive');
      await tabTo(page, 'Disconnect');
      await page.keyboard.press('Enter');
      await demo.reads('status', 'disconnected');
      await demo.isClosed();
      await eventually(() => focused(page), 'Connect wallet');
    },
  );

  it.runIf(process.env.LATCHKIT_FULL)(
    'leaves a pending wallet, and opens the help about wallets',
    async ({ demo, page }) => {
      await demo.open('faults=hang');
      await demo.connectButton.focus();
      await page.keyboard.press('Space');
      await demo.shows('Connect', 'Connect to Meridian');
      await tabTo(page, WALLET);
      await page.keyboard.press('Enter');
      await demo.shows('ConnectingExternal', WALLET);
      await page.keyboard.press('Alt+ArrowLeft');
      await demo.shows('Connect', 'Connect to Meridian');
      await eventually(async () => (await focused(page)).startsWith(WALLET), true);
      await tabTo(page, 'Help', 'Shift+Tab');
      await page.keyboard.press('Enter');
      await demo.shows('WhatIsAWallet', 'What is a wallet?');
      await page.keyboard.press('Alt+ArrowLeft');
      await eventually(() => focused(page), 'Help');
    },
  );
});

describe('by keyboard alone, a social login', () => {
  it.runIf(process.env.LATCHKIT_FULL)(
    'with Farcaster: copies the link, goes back, and tries again when the code has expired',
    async ({ demo, page, context }) => {
      await context.grantPermissions(['clipboard-read', 'clipboard-write']);
      const code = demo.modal.locator('[role=img][data-uri]');
      const presses = async (name: string) => {
        await tabTo(page, name);
        await page.keyboard.press('Enter');
      };
      await demo.open('wallet=none');
      await demo.connectButton.focus();
      await page.keyboard.press('Enter');
      await demo.shows('Connect');
      await presses('Continue with Farcaster');
      await demo.shows('ConnectingFarcaster', 'Farcaster');
      await code.waitFor();
      await eventually(() => focused(page), 'Farcaster');
      await presses('Copy link');
      await demo.button('Link copied').waitFor();
      const url = await code.getAttribute('data-uri');
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(url);
      await tabTo(page, 'Back', 'Shift+Tab');
      await page.keyboard.press('Enter');
      await demo.shows('Connect');
      await eventually(async () => (await focused(page)).startsWith('Continue with Farcaster'), true);
      await page.keyboard.press('Enter');
      await code.waitFor();
      await tabTo(page, 'Copy link');
      const social = { provider: 'farcaster', step: 'provider' } as const;
      await pretendEmail(demo, { name: 'ConnectingFarcaster' }, { social, code: 'LOGIN_EXPIRED' });
      await demo.modal.getByRole('heading', { name: 'The login has expired' }).waitFor();
      await eventually(() => focused(page), 'Try again');
      await page.keyboard.press('Enter');
      await code.waitFor();
      await eventually(() => focused(page), 'Copy link');
      await page.keyboard.press('Escape');
      await demo.isClosed();
      await eventually(() => focused(page), 'Connect wallet');
    },
  );

  it.runIf(process.env.LATCHKIT_FULL)(
    'with Google: opens the window again, tries again after a refusal, and goes back',
    async ({ demo, page }) => {
      const opens = async () => {
        const opened = page.waitForEvent('popup');
        await page.keyboard.press('Enter');
        return opened;
      };
      await demo.open('wallet=none');
      await demo.connectButton.focus();
      await page.keyboard.press('Enter');
      await demo.shows('Connect');
      await tabTo(page, 'Continue with Google');
      const first = await opens();
      await demo.shows('ConnectingSocial', 'Google');
      await eventually(() => focused(page), 'Google');
      await tabTo(page, 'Open the window again');
      const popup = await opens();
      await eventually(() => first.isClosed(), true);
      await popup.getByRole('button', { name: 'Refuse' }).press('Enter');
      await demo.modal.getByRole('heading', { name: 'Login declined' }).waitFor();
      await eventually(() => focused(page), 'Try again');
      const last = await opens();
      await demo.modal.getByRole('heading', { name: 'Continue with Google' }).waitFor();
      await eventually(() => focused(page), 'Open the window again');
      await page.keyboard.press('Alt+ArrowLeft');
      await demo.shows('Connect');
      await eventually(async () => (await focused(page)).startsWith('Continue with Google'), true);
      await eventually(() => last.isClosed(), true);
    },
  );
});

describe('preferences', () => {
  it('animates nothing for visitors who prefer reduced motion', async ({ demo, page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.addInitScript(() => {
      const travels: string[] = [];
      Object.assign(window, { travels });
      const animate = Element.prototype.animate;
      Element.prototype.animate = function (frames, options) {
        if (/transform|translate|scale|height|blockSize/i.test(JSON.stringify(frames))) {
          travels.push(`${this.className}: ${JSON.stringify(frames)}`);
        }
        return animate.call(this, frames, options);
      };
    });
    await demo.openConnected();
    await demo.connectButton.click();
    await demo.shows('Account');
    await demo.button('Receive').click();
    await demo.shows('Receive');
    await demo.button('Back').click();
    await demo.shows('Account');
    await demo.button('Close').click();
    await demo.isClosed();
    expect(await page.evaluate(() => (window as unknown as { travels: string[] }).travels)).toEqual([]);
  });

  it('shows visible controls in every scene with forced colours', async ({ demo, page }) => {
    await page.emulateMedia({ forcedColors: 'active' });
    await demo.open();
    await demo.connectButton.click();
    await demo.button(WALLET).waitFor();
    const border = await demo.modal.evaluate(dialog => {
      const { borderTopStyle, borderTopWidth, outlineStyle } = getComputedStyle(dialog);
      return outlineStyle !== 'none' || (borderTopStyle !== 'none' && Number.parseFloat(borderTopWidth) > 0);
    });
    expect(border).toBe(true);
    await standStill(demo);
    expect(await violations(page)).toEqual([]);
  });

  it('is mirrored in Arabic, and needs no sideways scrolling at 320px or 400 % zoom', async ({
    demo,
    page,
  }) => {
    await demo.openConnected('locale=ar');
    await demo.connectButton.click();
    await demo.shows('Account');
    const balance = demo.connectButton.locator('.lk-button-balance');
    await balance.waitFor();
    // 1280 × 1024 at 400 % zoom is 320 × 256.
    for (const viewport of [
      { width: 1280, height: 800 },
      { width: 320, height: 640 },
      { width: 320, height: 256 },
    ]) {
      await resize(page, viewport);
      const inset = await balance.evaluate(part => {
        const range = document.createRange();
        range.selectNodeContents(part);
        const edge = part.closest('button')?.getBoundingClientRect().right ?? 0;
        return edge - range.getBoundingClientRect().right;
      });
      expect(inset).toBeGreaterThanOrEqual(13);
      await standStill(demo);
      const { direction, sideways, closeIsLeft } = await demo.modal.evaluate(dialog => {
        const box = dialog.getBoundingClientRect();
        const close = dialog
          .querySelector('[data-icon="close"], button:last-of-type')
          ?.getBoundingClientRect();
        const buttons = [...dialog.querySelectorAll('button')].map(button => button.getBoundingClientRect());
        const end = buttons.filter(({ top }) => top < box.top + 80).sort((a, b) => a.left - b.left)[0];
        return {
          direction: getComputedStyle(dialog).direction,
          sideways: [dialog, ...dialog.querySelectorAll('*')].some(
            part =>
              part.scrollWidth > part.clientWidth + 1 &&
              /auto|scroll/.test(getComputedStyle(part).overflowX) &&
              part.clientWidth > 0,
          ),
          closeIsLeft: close !== undefined && end !== undefined && end.left - box.left < box.width / 2,
        };
      });
      expect(direction).toBe('rtl');
      expect(closeIsLeft).toBe(true);
      expect(sideways).toBe(false);
      const box = await demo.modal.boundingBox();
      expect(box?.x).toBeGreaterThanOrEqual(0);
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(viewport.width);
      expect(await violations(page)).toEqual([]);
    }
  });
});
