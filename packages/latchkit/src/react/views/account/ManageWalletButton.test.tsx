// @vitest-environment jsdom
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { connect } from '../../../core/index.js';
import { frameError } from '../../../protocol/frame/frameErrors.js';
import { mountViews } from '../../mount/mountViews.test-support.js';
import { kitWithFlow } from '../email/scriptedFlow.test-support.js';

/** Account of a connected wallet: the embedded one of a user, or another. */
async function account(isEmbedded: boolean) {
  const { kit, flow } = kitWithFlow();
  await connect(kit, { connectorId: 'io.one' });
  if (isEmbedded) {
    kit.kernel.set(({ namespaces: { eip155, ...others } }) => {
      if (!eip155) throw new Error('No EVM wallet is connected.');
      const embeddedWalletInfo = { user: { email: 'mira@example.com' } } as never;
      return {
        namespaces: { ...others, eip155: { ...eip155, account: { ...eip155.account, embeddedWalletInfo } } },
      };
    });
  }
  const opened = { close: vi.fn() };
  vi.stubGlobal('open', () => opened);
  onTestFinished(() => {
    vi.unstubAllGlobals();
  });
  const modal = await mountViews(kit, { name: 'Account' });
  await vi.waitFor(() => modal.button('Copy address'));
  return { kit, flow, modal, opened };
}

describe('ManageWalletButton', () => {
  it('is on Account of the embedded wallet only', async () => {
    expect((await account(false)).modal.text()).not.toContain('Manage wallet');
    expect((await account(true)).modal.text()).toContain('Manage wallet');
  });

  it.each([
    ['INTERNAL', 'account.manageFailed', true],
    ['FROZEN', 'account.manageFrozen', true],
    ['ABORTED', undefined, true],
    // The view of the wallet page says it.
    ['SITE_PAUSED', undefined, true],
    // The wallet window says it.
    ['REJECTED', undefined, false],
  ] as const)('says why the portal did not open, and closes its tab: %s', async (code, text, isClosed) => {
    const { kit, flow, modal, opened } = await account(true);
    flow.answer('manage', frameError(code));
    await modal.click('Manage wallet');
    await vi.waitFor(() => expect(flow.calls).toContain('manage'));
    await vi.waitFor(() => expect(opened.close.mock.calls.length).toBe(isClosed ? 1 : 0));
    await vi.waitFor(() => expect(kit.store.getState().toast?.text).toBe(text));
  });
});

describe('Account of the embedded wallet', () => {
  it('has one row for what few visitors change, a way to log out in sight, and an icon that copies (UX-25)', async () => {
    const { modal } = await account(true);
    expect(modal.text()).not.toContain('Change email');
    await modal.click('Wallet settings');
    expect(modal.text()).toContain('Change email');
    expect(modal.button('Log out').closest('.lk-body')).toBeNull();
    expect(modal.button('Manage wallet').closest('.lk-body')).toBeNull();
    const copy = modal.button('Copy address');
    expect([copy.className, copy.parentElement?.querySelector('.lk-addr')?.textContent]).toEqual([
      'lk-icon-btn',
      expect.stringMatching(/^0x/),
    ]);
    // Back from one of its views finds it open.
    await modal.run(() => modal.page.querySelector<HTMLElement>('[data-return="change-email"]')?.click());
    await vi.waitFor(() => expect(modal.view()).toBe('UpdateEmailWallet'));
    await modal.click('Back');
    expect(modal.text()).toContain('Change email');
  });

  it('is shorter for another wallet: it has no settings', async () => {
    const { modal } = await account(false);
    expect(modal.text()).not.toContain('Wallet settings');
    expect(modal.button('Disconnect').closest('.lk-body')).toBeNull();
    expect(modal.button('Copy address').className).toBe('lk-icon-btn');
  });
});
