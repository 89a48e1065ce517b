import { describe, expect } from 'vitest';
import { awaitedLater } from '../../scripts/lib/awaitedLater.mjs';
import { it, type ReviewVisit } from './support/reviews.js';
import { permitFor } from './support/typedData.js';

/** Bytes that are not readable text, which are approved only in the window. */
const BYTES = `0x${'9c'.repeat(32)}`;

/** Waits until Approve is not armed, and expects that this lasts longer than the arming delay. */
async function expectDisabled(visit: ReviewVisit): Promise<void> {
  await expect.poll(() => visit.approve.isEnabled()).toBe(false);
  await visit.waitIn(1_200);
  expect(await visit.approve.isEnabled()).toBe(false);
}

describe('an approval in the frame', () => {
  it('is not made by a press that ends elsewhere', async ({ shared: visit }) => {
    await visit.sign('slipped', 'Hello');
    await visit.armed();
    const reject = await visit.centreOf(visit.reject);
    await visit.page.mouse.down();
    await visit.page.mouse.move(reject.x, reject.y - 120);
    await visit.page.mouse.up();
    await visit.waitIn(400);
    expect(await visit.signatures()).toBe(0);
    expect(await visit.answer('slipped')).toBeUndefined();
  });

  it('SEC-59: needs all of the card in view, and not its button alone', async ({ shared: visit }) => {
    await visit.sign('cut', 'Hello');
    await visit.armed();
    await visit.page.evaluate(() => {
      const iframe = document.querySelector('iframe');
      // The line that says whose words these are, and who asks.
      if (iframe) iframe.style.cssText += ';clip-path:inset(70px 0 0 0)';
    });
    await expectDisabled(visit);
  });

  it('does not count on a page that the browser hides', async ({ visit }) => {
    await visit.open();
    await visit.sign('hidden', 'Hello');
    await visit.armed();
    await visit.frame.evaluate(() => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, value: 'hidden' });
      document.dispatchEvent(new Event('visibilitychange'));
    });
    await expectDisabled(visit);
  });

  it('comes at least a second after the one before', async ({ visit }) => {
    await visit.open();
    await visit.sign('first', 'One');
    await visit.request('second', 'personal_sign', ['Two', (await visit.addresses()).evm]);
    await visit.armed();
    const enabled = awaitedLater(
      visit.frame.evaluate(
        () =>
          new Promise<number>(resolve => {
            const look = () => {
              const isNext = document.querySelector('.message')?.textContent === 'Two';
              const approve = document.querySelector<HTMLButtonElement>('.actions button:last-child');
              if (isNext && approve?.disabled === false) resolve(performance.now());
              else requestAnimationFrame(look);
            };
            look();
          }),
      ),
    );
    // A request takes about a second to be ready anyway. With a clock that is ahead while the approval is noted, only the limit
    // can still delay the next one.
    await visit.frame.evaluate(() => {
      const clocks = [performance, Date] as { now: () => number }[];
      const skew = () => {
        for (const clock of clocks) {
          const now = clock.now.bind(clock);
          clock.now = () => now() + 3_000;
          setTimeout(() => (clock.now = now));
        }
      };
      addEventListener('pointerup', skew, { capture: true, once: true });
    });
    await visit.press(visit.approve);
    await expect.poll(() => visit.answer('first')).toMatchObject({ result: expect.any(String) });
    const signedAt = await visit.frame.evaluate(() => window.signedAt?.[0] ?? Number.NaN);
    // An approved request is signed within a few milliseconds.
    expect((await enabled) - signedAt).toBeGreaterThan(900);
  });
});

describe("a request for the wallet's window", () => {
  it('is not taken by the host, whose messages are not of the wallet’s origin', async ({ visit }) => {
    await visit.open();
    const { evm } = await visit.addresses();
    await visit.page.evaluate(() => {
      window.hostFrame.frame.on(event => {
        if (event.type === 'SURFACE_NEEDED') Object.assign(window, { needed: event.payload.id });
      });
    });
    await visit.request('taken', 'personal_sign', [BYTES, evm]);
    const needed = () => visit.page.evaluate(() => (window as { needed?: string }).needed);
    await expect.poll(needed).toBeDefined();
    await visit.page.evaluate(
      id => {
        const hello = { lk: 1, type: 'HELLO', purpose: 'approval', id };
        document.querySelector('iframe')?.contentWindow?.postMessage(hello, '*');
      },
      await needed(),
    );
    // If the host had taken the request, it would never reach the window.
    const window_ = await visit.openWindow();
    expect(await window_.locator('.message').textContent()).toBe(BYTES);
  });

  it('is offered to the first window only, for as long as that is open', async ({ visit }) => {
    await visit.open();
    const { evm } = await visit.addresses();
    await visit.request('pinned', 'personal_sign', [BYTES, evm]);
    const first = await visit.openWindow();
    const opened = awaitedLater(visit.page.context().waitForEvent('page'));
    await visit.page.evaluate(address => window.open(address), first.url());
    const second = await opened;
    await second.waitForLoadState();
    await visit.waitIn(2_000);
    expect(await second.locator('.content h1').count()).toBe(0);
    await first.close();
    await second.locator('.content h1').waitFor();
  });
});

describe('what a frame may not see', () => {
  const hidden = {
    'a polygon': 'clip-path:polygon(0 80%,100% 80%,100% 100%,0 100%)',
    'a path': 'clip-path:path("M0 340H400V420H0Z")',
    'a circle': 'clip-path:circle(60px at 75% 90%)',
    'a mask': 'mask-image:linear-gradient(transparent 80%,#000 0)',
    'a border mask': '-webkit-mask-box-image:linear-gradient(transparent 80%,#000 0)',
    'a view box': 'object-view-box:inset(80% 0 0 0)',
  };
  // What may be approved there does not depend on how the frame is hidden.
  const tried = Object.entries(hidden).slice(process.env.LATCHKIT_FULL ? 0 : -1);
  for (const [name, css] of tried) {
    it(`SEC-59: ${name} over the frame gets no rights approved in it`, async ({ shared: visit }) => {
      await visit.page.evaluate(style => {
        const iframe = document.querySelector('iframe');
        if (iframe) iframe.style.cssText += `;${style}`;
      }, css);
      const { evm } = await visit.addresses();
      await visit.request('hidden', 'eth_signTypedData_v4', [evm, JSON.stringify(permitFor(evm))]);
      const actions = visit.frame.locator('.actions button');
      await expect.poll(() => actions.allTextContents()).toEqual(['Reject', 'Review in the wallet window']);
      expect(await visit.signatures()).toBe(0);
    });
  }
});
