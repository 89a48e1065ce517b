import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { audit } from './support/audit.js';
import { it as labIt } from './support/lab.js';

const it = labIt.extend('page', async ({ page }) => {
  await audit(page);
  return page;
});

/** Returns the number of announcement listeners on the page. */
const announcementListeners = (page: Page) =>
  page.evaluate(() => window.holdings().listeners['Window eip6963:announceProvider']);
const holdings = (page: Page) => page.evaluate(() => window.holdings());
const CYCLES = process.env.LATCHKIT_FULL ? 2_000 : 200;

describe('instances on a page', () => {
  it('two instances: one modal each, one announcement listener each, nothing left after destroy()', async ({
    lab,
    page,
  }) => {
    await lab.open();
    await page.evaluate(() => window.lab.wallet());
    const before = await holdings(page);
    await page.evaluate(() => {
      window.lab.host();
      window.lab.host({}, { into: '#other' });
    });
    await expect.poll(() => lab.button.count()).toBe(2);
    for (const index of [0, 1]) await lab.button.nth(index).hover();
    await expect.poll(() => announcementListeners(page)).toBe(2);
    for (const index of [0, 1]) {
      await lab.button.nth(index).click();
      await lab.shows('Connect');
      expect(await lab.modal.count()).toBe(1);
      expect(
        await page.evaluate(() => window.lab.hosts.map(({ kit }) => kit.store.getState().modal.open)),
      ).toEqual([index === 0, index === 1]);
      await lab.row('Lab Wallet').waitFor();
      expect(await lab.row('Lab Wallet').count()).toBe(1);
      await page.keyboard.press('Escape');
      await lab.isClosed();
    }
    await page.evaluate(() => {
      for (const host of window.lab.hosts) host.destroy();
    });
    await expect.poll(() => holdings(page)).toEqual(before);
  });

  it.runIf(process.env.LATCHKIT_FULL)(
    'destroyed while connected and while the modal is open: nothing is left',
    async ({ lab, page }) => {
      await lab.open();
      await page.evaluate(() => window.lab.wallet());
      const before = await holdings(page);
      await page.evaluate(() => void window.lab.host());
      await lab.knows('dev.latchkit.demo');
      await page.evaluate(async () => {
        await window.lab.hosts[0]?.connect('dev.latchkit.demo');
        window.lab.hosts[0]?.open();
      });
      await lab.shows('Account');
      await page.evaluate(() => window.lab.hosts[0]?.destroy());
      await expect.poll(() => holdings(page)).toEqual(before);
      expect(await page.evaluate(() => window.lab.wallets[0]?.listenerCount())).toBe(0);
      expect(await page.evaluate(() => document.documentElement.getAttribute('style'))).toBe(null);
    },
  );

  it.runIf(process.env.LATCHKIT_FULL)(
    'one modal and one announcement listener under StrictMode',
    async ({ lab, page }) => {
      await lab.open('dev');
      await page.evaluate(() => {
        window.lab.wallet();
        window.lab.host({}, { strict: true });
      });
      await lab.button.click();
      await lab.shows('Connect');
      expect(await lab.modal.count()).toBe(1);
      expect(await page.locator('latchkit-root').count()).toBe(1);
      await expect.poll(() => announcementListeners(page)).toBe(1);
      await lab.row('Lab Wallet').waitFor();
      expect(await lab.row('Lab Wallet').count()).toBe(1);
    },
  );

  it.runIf(process.env.LATCHKIT_FULL)(
    'the bundle loaded twice: one modal each, one announcement listener each, nothing left after destroy()',
    async ({ lab, page }) => {
      await lab.open();
      const script = await page.locator('script[type="module"]').first().getAttribute('src');
      await page.evaluate(
        source =>
          new Promise<void>((resolve, reject) => {
            const copy = document.createElement('script');
            copy.type = 'module';
            copy.src = source;
            copy.onload = () => resolve();
            copy.onerror = () => reject(new Error('The copy did not load.'));
            document.head.append(copy);
          }),
        new URL(script ?? '', lab.address('lab', 'copy')).href,
      );
      expect(await page.evaluate(() => window.labs?.length)).toBe(2);
      await page.evaluate(() => window.lab.wallet());
      const before = await holdings(page);
      await page.evaluate(() => {
        window.labs?.[0]?.host();
        window.labs?.[1]?.host({}, { into: '#other' });
      });
      await expect.poll(() => lab.button.count()).toBe(2);
      for (const index of [0, 1]) await lab.button.nth(index).hover();
      await expect.poll(() => announcementListeners(page)).toBe(2);
      for (const index of [0, 1]) {
        await lab.button.nth(index).click();
        await lab.shows('Connect');
        expect(await lab.modal.count()).toBe(1);
        await lab.row('Lab Wallet').waitFor();
        expect(await lab.row('Lab Wallet').count()).toBe(1);
        await page.keyboard.press('Escape');
        await lab.isClosed();
      }
      await page.evaluate(() => {
        for (const { hosts } of window.labs ?? []) for (const host of hosts) host.destroy();
      });
      await expect.poll(() => holdings(page)).toEqual(before);
    },
  );

  it.runIf(process.env.LATCHKIT_FULL)(
    `${CYCLES} times open and close: neither listeners, timers nor elements grow, and the heap is bounded`,
    {
      timeout: Math.max(300_000, 60_000 + CYCLES * 300),
    },
    async ({ lab, page }) => {
      // Animations are not tested here, so their timers may run fast.
      await page.addInitScript(() => {
        const { setTimeout } = window;
        Object.assign(window, {
          setTimeout: (handler: TimerHandler, ms = 0, ...args: unknown[]) =>
            setTimeout(handler, Math.min(ms, 10), ...args),
        });
      });
      await lab.open();
      await page.evaluate(() => {
        window.lab.wallet();
        window.lab.host();
      });
      const devtools = await page.context().newCDPSession(page);
      const heap = async () => {
        await devtools.send('HeapProfiler.collectGarbage');
        const counters = await devtools.send('Memory.getDOMCounters');
        const { usedSize } = await devtools.send('Runtime.getHeapUsage');
        return { ...counters, usedSize };
      };
      const cycle = (times: number) =>
        page.evaluate(async wanted => {
          const host = window.lab.hosts[0];
          const modal = () =>
            document.querySelector('latchkit-root')?.shadowRoot?.querySelector('[role=dialog]');
          const until = async (shown: boolean) => {
            while (Boolean(modal()?.querySelector('.lk-row')) !== shown || Boolean(modal()) !== shown)
              await new Promise(requestAnimationFrame);
          };
          for (let done = 0; done < wanted; done += 1) {
            host?.open();
            await until(true);
            host?.close();
            await until(false);
          }
        }, times);
      // The first cycles load code and data that stay in memory.
      await cycle(10);
      const before = { holdings: await holdings(page), heap: await heap() };
      await cycle(CYCLES);
      await expect.poll(() => holdings(page)).toEqual(before.holdings);
      // One per cycle would be a leak. Garbage collection may need more than one round.
      const grown = async () => {
        const after = await heap();
        const bounds = { nodes: CYCLES / 2, jsEventListeners: CYCLES / 2, usedSize: 2_000_000 } as const;
        return (Object.keys(bounds) as (keyof typeof bounds)[]).filter(
          name => after[name] - before.heap[name] >= bounds[name],
        );
      };
      await expect.poll(grown).toEqual([]);
    },
  );
});
