// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
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

  it('asks before a visible request is left, and does not let a required sign-in be left', async () => {
    Element.prototype.getAnimations ??= () => [];
    const { kit } = kitWithFlow();
    const modal = await mountViews(kit, APPROVE);
    await modal.run(() => tell(kit, { height: 512 }));
    await modal.click('Close');
    expect(modal.view()).toBe('ApproveTransaction');
    expect(modal.text()).toContain('Reject this request?');
    expect(box(modal.page)?.dataset.covered).toBe('');
    await modal.click('Keep reviewing');
    expect(modal.text()).not.toContain('Reject this request?');
    expect(box(modal.page)?.dataset.covered).toBeUndefined();
    await modal.run(() => setClosable(kit, false));
    await modal.click('Close');
    expect(modal.text()).not.toContain('Reject this request?');
    expect(kit.store.getState().modal.shake).toBe(true);
    await modal.run(() => setClosable(kit, true));
    await modal.click('Close');
    await modal.click('Reject request');
    expect(modal.view()).toBeUndefined();
  });
});
