import { describe, expect } from 'vitest';
import { it } from './support/reviews.js';

describe('an approval in the frame', () => {
  it('signs what was shown, once the visitor pressed', async ({ visit }) => {
    await visit.open();
    await visit.sign('first', 'Hello');
    await visit.armed();
    await visit.press(visit.approve);
    await expect.poll(() => visit.answer('first')).toMatchObject({ result: expect.stringMatching(/^0x/) });
    expect(await visit.signatures()).toBe(1);
  });
});
