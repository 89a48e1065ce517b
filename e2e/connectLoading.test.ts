import { describe, expect } from 'vitest';
import { eventually } from './support/DemoPage.js';
import { it } from './support/demo.js';
import { standStill } from './support/standStill.js';

declare global {
  interface Window {
    /** What the modal showed at each change: view, title and busy state. */
    modalStates: { view: string | undefined; title: string; busy: boolean }[];
    /** The modal's height in pixels and its number of wallet slots, frame by frame. */
    modalSizes: { height: number; places: number }[];
  }
}

/** Runs in the page: records what the open modal shows at each change. */
function recordModal(): void {
  const root = [...document.querySelectorAll('*')].find(one =>
    one.shadowRoot?.querySelector('.lk-modal'),
  )?.shadowRoot;
  if (!root) throw new Error('There is no modal.');
  window.modalStates = [];
  new MutationObserver(() => {
    const modal = root.querySelector<HTMLElement>('.lk-modal');
    const busy = modal?.querySelector('.lk-content[aria-busy="true"], .lk-body[aria-busy="true"]') != null;
    const title = modal?.querySelector('#lk-title')?.textContent ?? '';
    window.modalStates.push({ view: modal?.dataset.view, title, busy });
  }).observe(root, { subtree: true, childList: true, attributes: true, characterData: true });
}

describe('a view whose code is on its way', () => {
  it('is busy until it is rendered, even while the previous view still shows', async ({ demo, page }) => {
    await demo.open('preload=none');
    await demo.connectButton.click();
    await demo.shows('Connect');
    await page.evaluate(recordModal);
    const held: (() => void)[] = [];
    let holding = true;
    await page.route('**/assets/*.js', async route => {
      if (holding) await new Promise<void>(release => held.push(release));
      await route.continue();
    });
    await demo.button('Help').click();
    await eventually(() => held.length > 0, true);
    holding = false;
    for (const release of held) release();
    await demo.shows('WhatIsAWallet');
    const states = (await page.evaluate(() => window.modalStates)).filter(
      ({ view }) => view === 'WhatIsAWallet',
    );
    expect(states.some(({ busy }) => busy)).toBe(true);
    expect([...new Set(states.filter(({ busy }) => !busy).map(({ title }) => title))]).toEqual([
      'What is a wallet?',
    ]);
  });
});

/** Runs in the page: records the modal's height and its number of wallet slots in each frame. */
function recordSizes(): void {
  const root = [...document.querySelectorAll('*')].find(one =>
    one.shadowRoot?.querySelector('.lk-modal'),
  )?.shadowRoot;
  if (!root) throw new Error('There is no modal.');
  window.modalSizes = [];
  const record = () => {
    const height = root.querySelector<HTMLElement>('.lk-modal')?.offsetHeight ?? 0;
    window.modalSizes.push({ height, places: root.querySelectorAll('.lk-body li').length });
    requestAnimationFrame(record);
  };
  record();
}

describe('Connect while the directory does not answer', () => {
  it('reserves a slot for each wallet that may arrive, so that the list never shrinks', async ({
    demo,
    page,
  }) => {
    let answer = () => {};
    const answered = new Promise<void>(resolve => {
      answer = resolve;
    });
    await page.route(/\/getWallets\?/, async route => {
      await answered;
      await route.continue();
    });
    await demo.open();
    await demo.connectButton.click();
    await demo.shows('Connect');
    await page.evaluate(recordSizes);
    await eventually(() => page.evaluate(() => window.modalSizes.length > 20), true);
    expect(await demo.modal.getByText('Rainbow').count()).toBe(0);
    answer();
    await demo.modal.getByText(/^All \d+/).waitFor();
    await standStill(demo);
    const sizes = await page.evaluate(() => window.modalSizes);
    for (const measure of ['height', 'places'] as const) {
      const values = sizes.map(size => size[measure]);
      expect(values, measure).toEqual(values.toSorted((one, other) => one - other));
    }
  });
});

describe('Connect at rest', () => {
  it.runIf(process.env.LATCHKIT_FULL)(
    'has loaded neither WalletConnect’s client nor its code, until a row that needs them is reached for',
    async ({ demo, page }) => {
      const loaded: string[] = [];
      const sockets: string[] = [];
      page.on('request', request => loaded.push(new URL(request.url()).pathname));
      page.on('websocket', socket => sockets.push(socket.url()));
      await demo.open('walletConnect=1');
      await demo.connectButton.click();
      await demo.shows('Connect');
      await demo.button('MetaMask').waitFor();
      await page.waitForLoadState('networkidle');
      const pairing = () =>
        loaded.filter(path => /\/(createClient|ConnectingWalletConnectView|QrCode)-/.test(path));
      expect(pairing()).toEqual([]);
      expect(sockets).toEqual([]);
      await demo.button('WalletConnect').hover();
      await eventually(() => sockets.length, 1);
      expect(pairing().length).toBeGreaterThan(0);
    },
  );
});
