import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { chainRequest } from '../support/chain.js';
import { type DemoPage, SHORT_ADDRESS } from '../support/DemoPage.js';
import { it } from '../support/demo.js';
import { expectSamePixels, picture } from './support/pixels.js';

/** An account that no other test pays from or to, so that its balance is the same in both pictures. */
const ASIDE = '0x00000000000000000000000000000000000a51de';

/** Connects with that account. */
async function openAside(demo: DemoPage, query: string): Promise<void> {
  await demo.openConnected(query);
  await demo.page.evaluate(address => window.demo.wallets[0]?.changeAccounts([address]), ASIDE);
  await demo.reads('address', ASIDE);
}

/** The views, and how to reach each from the previous one. */
const WALKS: Readonly<Record<string, readonly (readonly [string, (demo: DemoPage) => Promise<void>])[]>> = {
  disconnected: [
    ['Connect', demo => demo.connectButton.click()],
    ['WhatIsAWallet', demo => demo.button('Help').click()],
  ],
  connected: [
    ['Account', demo => demo.connectButton.click()],
    ['Receive', demo => demo.button('Receive').click()],
    ['Account', demo => demo.button('Back').click()],
    ['SwitchNetwork', demo => demo.button('Network').click()],
  ],
};

/** Records every policy violation that the page and the browser report. */
async function violations(page: Page): Promise<() => Promise<string[]>> {
  const logged: string[] = [];
  page.on('console', message => {
    if (/Content.Security.Policy|Trusted ?Type|violates/i.test(message.text())) logged.push(message.text());
  });
  await page.addInitScript(() => {
    const seen: string[] = [];
    Object.assign(window, { violations: seen });
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) => {
      seen.push(`${violatedDirective} ${blockedURI} ${sourceFile}`);
    });
  });
  return async () => [
    ...logged,
    ...(await page.evaluate(() => (window as unknown as { violations: string[] }).violations)),
  ];
}

describe('a strict policy', () => {
  for (const [state, steps] of Object.entries(WALKS)) {
    it.runIf(process.env.LATCHKIT_FULL || state === 'connected')(
      `is not violated by any view, and changes no pixel of it: ${state}`,
      async ({ demo, page, stack }) => {
        await chainRequest(stack.chainA, 'anvil_setBalance', [ASIDE, '0x6f05b59d3b20000']);
        const violated = await violations(page);
        const walk = async (query: string) => {
          if (state === 'connected') await openAside(demo, `prompt=auto&theme=light${query}`);
          else await demo.open(`theme=light${query}`);
          const seen: Buffer[] = [];
          for (const [view, go] of steps) {
            await go(demo);
            await demo.shows(view);
            await page.waitForLoadState('networkidle');
            await page.mouse.move(1, 1);
            seen.push(await picture(page));
          }
          return seen;
        };
        const loose = await walk('');
        const strict = await walk('&csp=strict');
        for (const [at, [view]] of steps.entries())
          await expectSamePixels(page, loose[at] ?? Buffer.of(), strict[at] ?? Buffer.of(), undefined, view);
        expect(await violated()).toEqual([]);
      },
    );
  }

  it('lets a wallet connect and sign', async ({ demo, page }) => {
    const violated = await violations(page);
    await demo.open('csp=strict');
    expect((await page.request.get(page.url())).headers()['content-security-policy']).toContain(
      "script-src 'self'",
    );
    await demo.connect();
    await expect.poll(() => demo.connectButton.getAttribute('aria-label')).toContain(SHORT_ADDRESS);
    await demo.hostButton('Sign message').click();
    await demo.approve();
    await expect.poll(() => demo.read('signature')).toMatch(/^0x[0-9a-f]{130}$/);
    expect(await violated()).toEqual([]);
  });
});
