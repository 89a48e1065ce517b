import { describe, expect } from 'vitest';
import { eventually } from './support/DemoPage.js';
import { it } from './support/demo.js';

declare global {
  interface Window {
    /** What the modal showed at each change: the view it names, the title it draws, and whether it says that it is busy. */
    modalStates: { view: string | undefined; title: string; busy: boolean }[];
  }
}

/** Runs in the page: records what the open modal shows at each change from now on. */
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
  it('is busy until it is drawn, also while the view before it still shows', async ({ demo, page }) => {
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

describe('Connect at rest', () => {
  it('has loaded neither WalletConnect’s client nor its code, until a row that needs them is reached for', async ({
    demo,
    page,
  }) => {
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
  });
});
