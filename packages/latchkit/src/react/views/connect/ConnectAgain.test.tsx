// @vitest-environment jsdom
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { lazily } from '../../../core/adapter/lazily.js';
import { scriptedAdapter } from '../../../core/testSupport/scriptedAdapter.test-support.js';
import { startedKit } from '../../../core/testSupport/startedKit.test-support.js';
import { createError } from '../../../protocol/errors.js';
import { mountViews } from '../../mount/mountViews.test-support.js';

const GONE = new TypeError('Importing a module script failed.');
const lost = lazily(() => Promise.reject<never>(GONE));

/** How an engine, or a part of it, says that its code is gone. */
const WAYS = [
  {
    part: 'the engine',
    fail: () => lost().catch(cause => Promise.reject(createError('FAILED_TO_CONNECT', { cause }))),
  },
  { part: 'a part of the engine', fail: lost },
];

/** The view of a wallet whose connection fails in this way. */
async function connecting(fail: () => Promise<never>) {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  onTestFinished(() => {
    vi.restoreAllMocks();
  });
  const adapter = scriptedAdapter();
  adapter.answer.connect = fail;
  const { kit } = startedKit({}, adapter);
  onTestFinished(() => kit.destroy());
  const modal = await mountViews(kit, { name: 'ConnectingExternal', walletId: 'io.one' });
  await vi.waitFor(() => expect(modal.text()).toContain('Try again'));
  return modal;
}

describe('ConnectAgain', () => {
  it.each(WAYS)('asks to reload the page where the code of $part is gone (MOD-04)', async ({ fail }) => {
    const modal = await connecting(fail);
    expect(modal.text()).toContain('This page may have changed. Reload it.');
    expect(modal.button('Reload the page')).toBeDefined();
    expect(modal.text()).not.toContain('Check that it’s unlocked');
  });

  it('names being offline instead, and asks for no reload, which would lose the page (MOD-04)', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    const modal = await connecting(lost);
    expect(modal.text()).toContain('You’re offline. Try again when you’re back online.');
    expect(modal.text()).not.toContain('Reload the page');
  });

  it('asks for no reload where the wallet failed', async () => {
    const modal = await connecting(() => Promise.reject(createError('FAILED_TO_CONNECT')));
    expect(modal.text()).toContain('Check that it’s unlocked, then try again.');
    expect(modal.text()).not.toContain('Reload the page');
  });
});
