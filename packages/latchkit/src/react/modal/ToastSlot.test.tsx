// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { closeModal, openModal } from '../../core/index.js';
import { showToast } from '../../internal/index.js';
import { mountViews } from '../mount/mountViews.test-support.js';
import { kitWithFlow } from '../views/email/scriptedFlow.test-support.js';

const FAILED = { tone: 'danger', text: 'toast.copyFailed' } as const;

describe('a toast', () => {
  it('of the page stays over the page when the modal closes', async () => {
    const { kit } = kitWithFlow();
    const modal = await mountViews(kit, { name: 'EmailLogin' });
    await modal.run(() => showToast(kit, { ...FAILED, page: true }));
    const [shown] = modal.page.querySelectorAll('.lk-toast span');
    const text = shown?.textContent ?? '';
    expect(text).not.toBe('');
    await modal.run(() => closeModal(kit));
    expect(modal.text()).toBe(text);
  });

  it('of the modal is over when the modal closes', async () => {
    const { kit } = kitWithFlow();
    const modal = await mountViews(kit, { name: 'EmailLogin' });
    await modal.run(() => showToast(kit, FAILED));
    await modal.run(() => closeModal(kit));
    expect(modal.text()).toBe('');
    await modal.run(() => openModal(kit));
    expect(modal.page.querySelector('.lk-toast')).toBeNull();
  });
});
