import { describe, expect } from 'vitest';
import { type ReviewVisit, it as reviews } from './support/reviews.js';
import { signInText } from './support/signInText.js';

const it = reviews.extend('contextOptions', { scope: 'file' }, () => ({
  viewport: { width: 800, height: 800 },
  locale: 'en-US',
  hasTouch: true,
}));

const invoice = {
  domain: { name: 'Shop', chainId: 1 },
  types: { Invoice: [{ type: 'string', name: 'number' }] },
  primaryType: 'Invoice',
  message: { number: 'INV-1' },
};

/** Requests what a trusted page may have approved in the frame and what moves no value alone, and waits until Approve is armed. */
async function askForInvoice(visit: ReviewVisit): Promise<{ readonly x: number; readonly y: number }> {
  await visit.open('trusted');
  const { evm } = await visit.addresses();
  await visit.request('invoice', 'eth_signTypedData_v4', [evm, JSON.stringify(invoice)]);
  await expect.poll(() => visit.approve.isEnabled()).toBe(true);
  return visit.centreOf(visit.approve);
}

/** Taps `times` times, 50 ms apart by the events' timestamps, however slow the machine is. */
async function tapFast({ page }: ReviewVisit, x: number, y: number, times: number): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const start = Date.now() / 1_000;
  for (let tap = 0; tap < times; tap++) {
    const timestamp = start + tap / 20;
    await devtools.send('Input.dispatchTouchEvent', {
      type: 'touchStart',
      touchPoints: [{ x, y }],
      timestamp,
    });
    await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [], timestamp });
  }
  await devtools.detach();
}

/** Moves the frame, as a host may. */
const placeFrame = (visit: ReviewVisit, top: string) =>
  visit.page.evaluate(to => {
    const iframe = document.querySelector('iframe');
    if (iframe) Object.assign(iframe.style, { position: 'relative', top: to });
  }, top);

const again = (visit: ReviewVisit) => visit.frame.getByRole('button', { name: 'Tap again to approve' });

describe('a finger in the frame', () => {
  it.runIf(process.env.LATCHKIT_FULL)('approves a sign-in to the page by one tap', async ({ visit }) => {
    await visit.open();
    await visit.sign('message', await signInText(visit));
    await expect.poll(() => visit.approve.isEnabled()).toBe(true);
    const { x, y } = await visit.centreOf(visit.approve);
    await visit.page.touchscreen.tap(x, y);
    await expect.poll(() => visit.answer('message')).toMatchObject({ result: expect.any(String) });
  });

  it('approves what gives rights by a second tap, half a second after the first', async ({ visit }) => {
    const { x, y } = await askForInvoice(visit);
    await visit.page.touchscreen.tap(x, y);
    await again(visit).waitFor();
    expect(await visit.signatures()).toBe(0);
    await visit.waitIn(600);
    await visit.page.touchscreen.tap(x, y);
    await expect.poll(() => visit.answer('invoice')).toMatchObject({ result: expect.any(String) });
  });

  it('approves no message where the host moves the frame as it taps the page', async ({ visit }) => {
    await visit.open();
    await visit.sign('taken', 'Hello');
    await expect.poll(() => visit.approve.isEnabled()).toBe(true);
    await placeFrame(visit, '120px');
    const { x, y } = await visit.centreOf(visit.approve);
    await placeFrame(visit, '0px');
    await visit.waitIn(600);
    expect(await visit.approve.isEnabled()).toBe(true);
    await placeFrame(visit, '120px');
    await visit.page.touchscreen.tap(x, y);
    await again(visit).waitFor();
    expect(await visit.signatures()).toBe(0);
  });

  it('approves nothing by two taps at once, nor where the host moved the frame between them', async ({
    visit,
  }) => {
    const { x, y } = await askForInvoice(visit);
    await tapFast(visit, x, y, 2);
    await again(visit).waitFor();
    expect(await visit.signatures()).toBe(0);
    await placeFrame(visit, '40px');
    await visit.waitIn(600);
    await visit.page.touchscreen.tap(x, y + 40);
    await again(visit).waitFor();
    expect(await visit.signatures()).toBe(0);
    // Twice at its current position.
    await visit.waitIn(600);
    await visit.page.touchscreen.tap(x, y + 40);
    await expect.poll(() => visit.answer('invoice')).toMatchObject({ result: expect.any(String) });
  });
});
