import type { Page } from 'playwright-core';
import { encodeFunctionData, erc20Abi, type Hex, recoverMessageAddress, toEventSelector, toHex } from 'viem';
import { describe, expect } from 'vitest';
import { awaitedLater } from '../../scripts/lib/awaitedLater.mjs';
import { checkLooksInFull, WINDOW } from '../support/checkLooks.js';
import { passTime } from '../support/passTime.js';
import { it, type ReviewVisit } from './support/reviews.js';

/** Bytes that are not readable text, which are approved only in the window. */
const HASH: Hex = `0x${'9c'.repeat(32)}`;

const approveIn = (window: Page) =>
  window.locator('.actions').getByRole('button', { name: 'Approve anyway' });

/** Moves the mouse to Approve, and waits until a press would count. */
async function armedIn(window: Page): Promise<void> {
  await approveIn(window).hover();
  await passTime(window, 600);
  await expect.poll(() => approveIn(window).isEnabled()).toBe(true);
}

async function askUnreadable(visit: ReviewVisit, name = 'hash'): Promise<void> {
  await visit.request(name, 'personal_sign', [HASH, (await visit.addresses()).evm]);
  await visit.frame.getByRole('button', { name: 'Review in the wallet window' }).waitFor();
}

describe("the wallet's window", () => {
  it('reviews what must not be approved in the frame, and the frame signs what was decided there', async ({
    visit,
  }) => {
    await visit.open();
    await askUnreadable(visit);
    const events = await visit.page.evaluate(() => window.hostFrame.events);
    expect(events).toContainEqual({ type: 'SURFACE_NEEDED', payload: { id: expect.any(String) } });
    const review = await visit.openWindow();
    expect(await review.locator('.origin').textContent()).toBe(new URL(visit.page.url()).origin);
    // The window follows the system, not the host's theme.
    const theme = () => review.evaluate(() => document.documentElement.dataset.theme);
    for (const colorScheme of ['dark', 'light'] as const) {
      await review.emulateMedia({ colorScheme });
      await expect.poll(theme).toBe(colorScheme);
    }
    await checkLooksInFull(review, 'window-message', WINDOW);
    await armedIn(review);
    const closed = awaitedLater(review.waitForEvent('close'));
    await approveIn(review).click();
    await expect.poll(() => visit.answer('hash')).toMatchObject({ result: expect.any(String) });
    await closed;
    const { result } = (await visit.answer('hash')) as { result: Hex };
    expect(await recoverMessageAddress({ message: { raw: HASH }, signature: result })).toBe(
      (await visit.addresses()).evm,
    );
    expect(await visit.signatures()).toBe(1);
  });

  it('shows the loss that a simulation pays back, and calls the simulation a try [SEC-109]', async ({
    visit,
  }) => {
    await visit.open();
    const { evm } = await visit.addresses();
    const [token, thief] = [`0x${'d1'.repeat(20)}`, `0x${'a1'.repeat(20)}` as Hex] as const;
    const word = (value: string) => `0x${value.slice(2).toLowerCase().padStart(64, '0')}`;
    // The hostile contract pays back in the simulation only.
    const back = {
      address: token,
      topics: [toEventSelector('Transfer(address,address,uint256)'), word(thief), word(evm)],
      data: word(toHex(1_000)),
    };
    const answers: Readonly<Record<string, unknown>> = {
      ...{ eth_getTransactionCount: '0x0', eth_getBlockByNumber: { baseFeePerGas: toHex(500_000_000) } },
      ...{ eth_maxPriorityFeePerGas: toHex(1_000_000_000), eth_getBalance: toHex(10n ** 18n) },
      ...{ eth_estimateGas: toHex(60_000), eth_getCode: '0x00' },
      eth_simulateV1: [
        {
          calls: [
            { status: '0x1', logs: [] },
            { status: '0x1', logs: [back] },
          ],
        },
      ],
    };
    visit.sites.rules.chain = method => {
      if (!Object.hasOwn(answers, method)) throw new Error('Reverted');
      return answers[method];
    };
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [thief, 1_000n] });
    const calls = [
      { to: token, data },
      { to: `0x${'b1'.repeat(20)}`, data: '0x01' },
    ];
    await visit.request('calls', 'wallet_sendCalls', [{ version: '2.0.0', from: evm, calls }]);
    await visit.frame.getByRole('button', { name: 'Review in the wallet window' }).waitFor();
    const review = await visit.openWindow();
    const status = review.getByText('Tried out once; this contract can act differently when it runs.');
    await status.waitFor();
    const tones = () =>
      review
        .locator('.changes')
        .first()
        .locator('.change')
        .evaluateAll(all =>
          all.map(one => [one.getAttribute('data-tone'), one.querySelector('.amount')?.textContent]),
        );
    expect(await tones()).toEqual([
      ['out', expect.stringContaining('1,000')],
      ['tried', expect.stringMatching(/1,000.*when tried out/)],
    ]);
    // Neither good news nor bad.
    expect(await status.locator('xpath=..').getAttribute('data-tone')).toBeNull();
    await checkLooksInFull(review, 'window-tried', WINDOW);
    await review.getByRole('button', { name: 'Reject' }).first().click();
    await expect.poll(() => visit.answer('calls')).toEqual({ code: 'REJECTED' });
  });

  it('is heard when the host opened it', async ({ visit }) => {
    await visit.open();
    await askUnreadable(visit);
    const opened = awaitedLater(visit.page.context().waitForEvent('page'));
    await visit.page.evaluate(wallet => {
      const { events } = window.hostFrame;
      const asked = events.find(one => (one as { type: string }).type === 'SURFACE_NEEDED');
      const { id } = (asked as { payload: { id: string } }).payload;
      window.open(`${wallet}/window#${id}`, '', 'popup,width=420,height=720');
    }, visit.sites.wallet);
    const review = await opened;
    await armedIn(review);
    await review.locator('.actions').getByRole('button', { name: 'Reject' }).click();
    await expect.poll(() => visit.answer('hash')).toEqual({ code: 'REJECTED' });
  });

  it.runIf(process.env.LATCHKIT_FULL)(
    'can be opened again after it was closed, and closes when the request is over',
    async ({ visit }) => {
      await visit.open();
      await askUnreadable(visit);
      await (await visit.openWindow()).close();
      const again = await visit.openWindow();
      const closed = awaitedLater(again.waitForEvent('close'));
      await visit.page.evaluate(() => window.abortRequest());
      await expect.poll(() => visit.answer('hash')).toEqual({ code: 'ABORTED' });
      await closed;
      expect(await visit.signatures()).toBe(0);
    },
  );

  it('SEC-62: a double click whose first half closes a window over it approves nothing', async ({
    visit,
  }) => {
    await visit.open();
    await askUnreadable(visit);
    const review = await visit.openWindow();
    await armedIn(review);
    const box = await approveIn(review).boundingBox();
    if (box === null) throw new Error('There is no button.');
    const at = [box.x + box.width / 2, box.y + box.height / 2] as const;
    // Simulates the events of the covering window closing, because the test driver keeps every page focused.
    for (const event of ['focus', 'visibilitychange']) {
      // Until after the click, which may be late on a busy machine.
      const telling = await review.evaluate(name => {
        const tell = () => (name === 'focus' ? window : document).dispatchEvent(new Event(name));
        tell();
        return Number(setInterval(tell, 50));
      }, event);
      await review.mouse.dblclick(...at);
      await review.evaluate(timer => clearInterval(timer), telling);
      await review.waitForTimeout(300);
      expect(await visit.signatures(), event).toBe(0);
      await armedIn(review);
    }
    // Pressed before the other window closed, and released after it.
    await review.mouse.move(...at);
    await review.mouse.down();
    await review.evaluate(() => window.dispatchEvent(new Event('focus')));
    await review.waitForTimeout(700);
    await review.mouse.up();
    await review.waitForTimeout(300);
    expect(await visit.signatures()).toBe(0);
    await armedIn(review);
    await review.mouse.click(...at);
    await expect.poll(() => visit.signatures()).toBe(1);
  });

  it('SEC-63: a decision of another window, or for another digest, counts for nothing', async ({ visit }) => {
    await visit.open();
    await askUnreadable(visit);
    const review = await visit.openWindow();
    await armedIn(review);
    const forge = (digest: string) =>
      review.evaluate(given => {
        const now = Date.now();
        const decision = {
          lk: 1,
          type: 'DECISION',
          id: location.hash.slice(1),
          digest: given,
          press: { armedAt: now, decidedAt: now },
        };
        for (let at = 0; at < window.opener.length; at++) window.opener[at].postMessage(decision, origin);
        window.opener.postMessage(decision, origin);
      }, digest);
    /** Resolves once the frame's listeners have received a message of this type. */
    const hears = (type: string) =>
      visit.frame.evaluate(
        wanted =>
          new Promise<void>(resolve => {
            addEventListener('message', ({ data }) => data?.type === wanted && resolve());
          }),
        type,
      );
    const decided = awaitedLater(hears('DECISION'));
    const greeted = awaitedLater(hears('HELLO'));
    // Evaluations run in order, so both listeners are there once this one has returned.
    await visit.frame.evaluate(() => {});
    await forge('another');
    await decided;
    // A message from the host has another origin.
    await visit.page.evaluate(wallet => {
      const { events } = window.hostFrame;
      const asked = events.find(one => (one as { type: string }).type === 'SURFACE_NEEDED');
      const { id } = (asked as { payload: { id: string } }).payload;
      const hello = { lk: 1, type: 'HELLO', purpose: 'approval', id };
      const heard: unknown[] = [];
      Object.assign(window, { heard });
      addEventListener('message', event => heard.push(event.data));
      document.querySelector('iframe')?.contentWindow?.postMessage(hello, wallet);
    }, visit.sites.wallet);
    await greeted;
    await visit.waitIn(400);
    expect(await visit.page.evaluate(() => (window as unknown as { heard: unknown[] }).heard)).toEqual([]);
    expect(await visit.answer('hash')).toBeUndefined();
    expect(await visit.signatures()).toBe(0);
  });

  it('SEC-17: does nothing in a frame, even where no policy keeps it out', async ({ visit }) => {
    await visit.open();
    await askUnreadable(visit);
    visit.sites.rules.openFiles = true;
    await visit.page.evaluate(wallet => {
      const { events } = window.hostFrame;
      const asked = events.find(one => (one as { type: string }).type === 'SURFACE_NEEDED');
      const { id } = (asked as { payload: { id: string } }).payload;
      const iframe = document.createElement('iframe');
      iframe.name = 'held';
      iframe.style.cssText = 'width:400px;height:500px';
      document.body.append(iframe);
      // When opened into a frame, it has an opener, as a window has.
      window.open(`${wallet}/window#${id}`, 'held');
    }, visit.sites.wallet);
    const held = () => visit.page.frames().find(one => one.url().includes('/window#'));
    await expect.poll(() => held()?.url()).toContain('/window#');
    const frame = held();
    await frame?.waitForLoadState();
    expect(await frame?.evaluate(() => window.opener !== null)).toBe(true);
    await visit.page.waitForTimeout(1_500);
    expect(await frame?.locator('body > *').count()).toBe(0);
  });
});
