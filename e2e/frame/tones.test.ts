import { describe, expect } from 'vitest';
import { it, type ReviewVisit } from './support/reviews.js';
import { invoice, permitFor, SPENDER } from './support/typedData.js';

describe('the tone of a review', () => {
  /** Waits for the visible tone: the tier, the tones of the warnings, and the approve button. */
  async function hasTone(
    visit: ReviewVisit,
    data: object,
    wanted: {
      readonly tier: string;
      readonly notices: readonly string[];
      readonly buttons: readonly string[];
    },
  ) {
    await visit.open('trusted');
    const { evm } = await visit.addresses();
    await visit.request('toned', 'eth_signTypedData_v4', [evm, JSON.stringify(data)]);
    const screen = visit.frame.locator('.screen[data-tier]');
    const tone = async () => ({
      tier: await screen.getAttribute('data-tier'),
      notices: await screen
        .locator('.content .notice')
        .evaluateAll(all => all.map(one => (one as HTMLElement).dataset.tone)),
      buttons: await screen.locator('.actions button').allTextContents(),
    });
    await expect.poll(tone).toEqual(wanted);
  }

  it.runIf(process.env.LATCHKIT_FULL)(
    'is caution for an invoice that names no contract, because anyone can use what is signed',
    async ({ visit }) => {
      await hasTone(visit, invoice, {
        tier: 'caution',
        notices: ['warning'],
        buttons: ['Reject', 'Approve'],
      });
    },
  );

  it('is caution for an invoice to a contract, and in the frame of a trusted origin', async ({ visit }) => {
    const named = { ...invoice, domain: { ...invoice.domain, verifyingContract: SPENDER } };
    await hasTone(visit, named, { tier: 'caution', notices: ['warning'], buttons: ['Reject', 'Approve'] });
    await visit.armed();
    await visit.press(visit.approve);
    await expect.poll(() => visit.answer('toned')).toMatchObject({ result: expect.any(String) });
  });

  it.runIf(process.env.LATCHKIT_FULL)(
    'is neutral for limited access, whose amount is not red',
    async ({ visit }) => {
      await visit.open('trusted');
      const { evm } = await visit.addresses();
      await hasTone(visit, permitFor(evm), { tier: 'neutral', notices: [], buttons: ['Reject', 'Approve'] });
      const colorOf = (part: string) =>
        visit.frame.locator(part).evaluate(one => getComputedStyle(one).color);
      expect(await colorOf('.change[data-tone="risk"] .amount')).toBe('rgb(130, 81, 19)');
    },
  );

  it('is danger for access without limit, with Approve anyway in the window', async ({ visit }) => {
    await visit.open('trusted');
    const { evm } = await visit.addresses();
    const { message, ...permit } = permitFor(evm);
    const all = { ...permit, message: { ...message, value: String(2n ** 256n - 1n) } };
    const buttons = ['Reject', 'Review in the wallet window'];
    await hasTone(visit, all, { tier: 'danger', notices: ['danger'], buttons });
    const window = await visit.openWindow();
    await window.locator('.actions').getByRole('button', { name: 'Approve anyway' }).waitFor();
    expect(await window.locator('.screen').getAttribute('data-tier')).toBe('danger');
  });
});
