// @vitest-environment jsdom
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { setClosable } from '../../../core/modal/closeModal.js';
import { mountViews } from '../../mount/mountViews.test-support.js';
import { kitWithFlow, tell } from '../email/scriptedFlow.test-support.js';

const APPROVE = { name: 'ApproveTransaction' } as const;
const box = (page: Element) => page.querySelector<HTMLElement>('.lk-wallet');

describe('ApproveTransactionView', () => {
  it('shows the wallet page in its slot, at the height that it requests [VIEW-27]', async () => {
    // jsdom has no animations.
    Element.prototype.getAnimations ??= () => [];
    const { kit } = kitWithFlow();
    const modal = await mountViews(kit, APPROVE);
    expect(modal.page.querySelector('h2')?.textContent).toBe('Review request');
    expect(box(modal.page)?.querySelector('slot')?.name).toBe('frame');
    expect(box(modal.page)?.dataset.covered).toBe('');
    expect(modal.text()).toContain('Opening your wallet');
    await modal.run(() => tell(kit, { height: 512 }));
    expect(box(modal.page)?.dataset.covered).toBeUndefined();
    expect(box(modal.page)?.style.getPropertyValue('--_height')).toBe('512px');
    expect(modal.text()).not.toContain('Opening your wallet');
  });

  it('has no Back: a request is answered or closed', async () => {
    const { kit } = kitWithFlow();
    const modal = await mountViews(kit, APPROVE);
    expect([...modal.page.querySelectorAll('button')].map(one => one.getAttribute('aria-label'))).toEqual([
      'Close',
    ]);
    await modal.click('Close');
    expect(modal.view()).toBeUndefined();
  });

  it('rejects a request at once when it is left, as Reject does (UX-29)', async () => {
    Element.prototype.getAnimations ??= () => [];
    const { kit } = kitWithFlow();
    const modal = await mountViews(kit, APPROVE);
    await modal.run(() => tell(kit, { height: 512 }));
    await modal.click('Close');
    expect(modal.view()).toBeUndefined();
  });

  it('asks before a request is left that is being sent, and does not let a required sign-in be left (UX-29)', async () => {
    Element.prototype.getAnimations ??= () => [];
    const { kit } = kitWithFlow();
    const modal = await mountViews(kit, APPROVE);
    await modal.run(() => tell(kit, { height: 512 }));
    await modal.run(() => setClosable(kit, false));
    await modal.click('Close');
    expect(modal.view()).toBe('ApproveTransaction');
    expect(kit.store.getState().modal.shake).toBe(true);
    await modal.run(() => setClosable(kit, true));
    await modal.run(() => tell(kit, { height: 512, isSending: true }));
    await modal.click('Close');
    expect(modal.view()).toBe('ApproveTransaction');
    expect(modal.text()).toContain('Leave while it’s being sent?');
    expect(box(modal.page)?.dataset.covered).toBe('');
    await modal.click('Stay');
    expect(modal.text()).not.toContain('Leave while it’s being sent?');
    expect(box(modal.page)?.dataset.covered).toBeUndefined();
    await modal.click('Close');
    // It has arrived meanwhile: nothing is left to ask.
    await modal.run(() => tell(kit, { height: 512, isSending: undefined }));
    expect(modal.text()).not.toContain('Leave while it’s being sent?');
    await modal.run(() => tell(kit, { height: 512, isSending: true }));
    await modal.click('Close');
    await modal.click('Leave');
    expect(modal.view()).toBeUndefined();
  });

  it('counts down until the site can ask again, and says then that it can (UX-06)', async () => {
    vi.useFakeTimers();
    onTestFinished(() => {
      vi.useRealTimers();
    });
    const { kit } = kitWithFlow();
    const modal = await mountViews(kit, APPROVE);
    await modal.run(() => tell(kit, { held: { why: 'declined', until: Date.now() + 24_000 } }));
    expect(modal.text()).toContain('You declined several requests of this site');
    expect(modal.text()).toContain('Try again in 0:24.');
    expect(box(modal.page)?.dataset.covered).toBe('');
    await modal.run(() => vi.advanceTimersByTime(14_000));
    expect(modal.text()).toContain('Try again in 0:10.');
    await modal.run(() => vi.advanceTimersByTime(10_000));
    expect(modal.text()).toContain('The site can ask your wallet again now.');
    await modal.run(() => tell(kit, { held: { why: 'blocked', until: Date.now() + 3_600_000 } }));
    expect(modal.text()).toContain('It can ask again in 1:00:00.');
    await modal.run(() => [...modal.page.querySelectorAll('button')].at(-1)?.click());
    expect(modal.view()).toBeUndefined();
  });
});
