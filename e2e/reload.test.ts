import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { ADDRESS, type DemoPage, eventually } from './support/DemoPage.js';
import { it } from './support/demo.js';
import { passesUntil, stopClock } from './support/stopClock.js';

const RELOADS = process.env.LATCHKIT_FULL === '1' ? 100 : 5;
const CONNECTIONS = 'latchkit.v1.connections';

/**
 * Records every status that the host page shows, from its first frame on, and when the demo wallet first responded to
 * `eth_accounts`.
 */
async function recordTimeline(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const line: string[] = [];
    Object.assign(window, { timeline: line });
    const tell = (text: string | null | undefined) => {
      if (text && line.at(-1) !== text) line.push(text);
    };
    const look = () => tell(document.querySelector('[data-testid="host-status"]')?.textContent);
    new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true });
    // Registered before the page's listeners, so that every response is recorded before the page receives it.
    window.addEventListener('eip6963:announceProvider', event => {
      const { provider } = (event as CustomEvent).detail;
      if (provider.watched) return;
      const request = provider.request.bind(provider);
      Object.assign(provider, {
        watched: true,
        request: async (asked: { method: string }) => {
          const answer = await request(asked);
          if (asked.method === 'eth_accounts' && answer.length > 0) tell('answered');
          return answer;
        },
      });
    });
  });
}

const timeline = (demo: DemoPage): Promise<string[]> =>
  demo.page.evaluate(() => (window as unknown as { timeline: string[] }).timeline);
const record = (demo: DemoPage) => demo.page.evaluate(key => localStorage.getItem(key), CONNECTIONS);

describe('reloading while connected', () => {
  it(`never says connected before the wallet answered, nor disconnected in between, ${RELOADS} times [STATE-07]`, async ({
    demo,
  }) => {
    await recordTimeline(demo.page);
    await demo.openConnected('');
    for (let time = 1; time <= RELOADS; time += 1) {
      await demo.page.reload();
      await demo.page.locator('[data-testid="host-status"][data-value="connected"]').waitFor();
      // Later records are repeats, because wagmi sends the request more than once.
      const seen = (await timeline(demo)).filter((word, index, all) => all.indexOf(word) === index);
      expect(seen, `reload ${time}`).toEqual(['reconnecting', 'answered', 'connected']);
      expect(await demo.prompt.count()).toBe(0);
    }
    expect(await demo.read('address')).toBe(ADDRESS);
  });

  it.runIf(process.env.LATCHKIT_FULL)(
    'leaves connections alone, and asks no wallet, when reconnecting is off [STATE-08]',
    async ({ demo }) => {
      await recordTimeline(demo.page);
      await demo.comeBack();
      await demo.open('reconnect=0');
      await demo.connectButton.click();
      await demo.shows('Connect');
      expect(await timeline(demo)).toEqual(['disconnected']);
      expect(await demo.methods()).toEqual([]);
      expect(await record(demo)).toBeNull();
    },
  );

  it.runIf(process.env.LATCHKIT_FULL)(
    'says disconnected when the wallet fails, or no longer knows the page [STATE-09]',
    async ({ demo }) => {
      await demo.page.addInitScript(() => {
        window.addEventListener('eip6963:announceProvider', event => {
          const { provider } = (event as CustomEvent).detail;
          provider.request = () => Promise.reject(new Error('The wallet is broken.'));
        });
      });
      await demo.comeBack();
      await demo.open();
      await demo.reads('status', 'disconnected');
      expect(await demo.read('address')).toBe('');
    },
  );

  it('says disconnected once the permission was withdrawn in the wallet while the page was closed [STATE-09]', async ({
    demo,
  }) => {
    await demo.openConnected();
    await demo.page.evaluate(() => {
      for (const key of Object.keys(localStorage)) {
        if (key.startsWith('fake-wallet')) localStorage.removeItem(key);
      }
    });
    await demo.page.reload();
    await demo.reads('status', 'disconnected');
    expect(await demo.prompt.count()).toBe(0);
  });

  it.runIf(process.env.LATCHKIT_FULL)('starts on the network used last [ENT-27]', async ({ demo }) => {
    await demo.openConnected();
    await demo.hostButton('Switch network').click();
    await demo.reads('chain-id', '31338');
    await demo.page.reload();
    expect(await demo.read('chain-id')).toBe('31338');
    await demo.reads('status', 'connected');
    expect(await demo.read('chain-id')).toBe('31338');
  });

  it.runIf(process.env.LATCHKIT_FULL)(
    'waits for a wallet that is announced late: reconnecting, then connected [STATE-07]',
    async ({ demo }) => {
      await recordTimeline(demo.page);
      await demo.comeBack();
      await stopClock(demo.page);
      await demo.open('late=1000');
      expect(await demo.read('status')).toBe('reconnecting');
      await demo.page.clock.runFor(1_000);
      await demo.reads('status', 'connected');
      expect((await timeline(demo)).filter(word => word !== 'answered')).toEqual([
        'reconnecting',
        'connected',
      ]);
    },
  );

  it.runIf(process.env.LATCHKIT_FULL)(
    'gives up on a wallet that is not announced within 3 s, and keeps the record for the next visit',
    async ({ demo }) => {
      await recordTimeline(demo.page);
      await demo.comeBack();
      await stopClock(demo.page);
      await demo.open('wallet=none');
      await demo.page.clock.runFor(2_900);
      expect(await demo.read('status')).toBe('reconnecting');
      await passesUntil(demo, 'disconnected');
      expect(await timeline(demo)).toEqual(['reconnecting', 'disconnected']);
      expect(await record(demo)).not.toBeNull();
      await demo.open('');
      await demo.reads('status', 'connected');
      await eventually(() => demo.read('address'), ADDRESS);
    },
  );
});
