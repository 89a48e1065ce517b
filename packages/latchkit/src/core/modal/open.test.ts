// @vitest-environment jsdom
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { connect } from '../connection/connect.js';
import { startedKit } from '../testSupport/startedKit.test-support.js';
import { closeModal, setClosable } from './closeModal.js';
import { currentView } from './modalState.js';
import { navigate } from './navigate.js';
import { openModal } from './openModal.js';
import { placeModal } from './rootElement.js';

afterEach(() => vi.useRealTimers());

describe('open', () => {
  const OF_FEATURES = {
    email: ['EmailLogin', 'EmailVerifyDevice', 'EmailVerifyOtp'],
    socials: ['ConnectingFarcaster', { name: 'ConnectingSocial', provider: 'google' }],
    onramp: ['Onramp'],
    swaps: ['Swap', { name: 'SwapSelectToken', side: 'to' }, 'SwapReview'],
    receive: ['Receive'],
    send: ['Send', 'SendReview', 'SendSelectToken'],
    activity: ['Activity'],
    pay: ['Pay'],
  } as const;

  it('opens no view of a feature that is off, and says so (rows-D3)', () => {
    const off = Object.fromEntries(Object.keys(OF_FEATURES).map(feature => [feature, false]));
    for (const options of [{ features: off }, { basic: true, features: {} }]) {
      const { kit, events } = startedKit(options);
      const views = Object.values(OF_FEATURES).flat();
      for (const view of views) {
        openModal(kit, { view });
        expect(currentView(kit.store.getState().modal).name, JSON.stringify(view)).toBe('Connect');
      }
      const reported = events.flatMap(event => (event.event === 'INTERNAL_ERROR' ? [event.errorType] : []));
      expect(reported).toEqual(views.map(() => 'VIEW_NOT_OFFERED'));
    }
  });

  it('opens the views of features that are on, and only those of offered providers', () => {
    const { kit } = startedKit({ features: { pay: true, socials: ['github', 'farcaster'] } });
    const shown = () => currentView(kit.store.getState().modal).name;
    for (const view of Object.values(OF_FEATURES).flat()) {
      openModal(kit, { view });
      const name = typeof view === 'string' ? view : view.name;
      expect(shown()).toBe(name === 'ConnectingSocial' ? 'Connect' : name);
    }
    openModal(kit, { view: { name: 'ConnectingSocial', provider: 'github' } });
    expect(shown()).toBe('ConnectingSocial');
  });
});

describe('open and close', () => {
  it('open the modal and close it again [STATE-01]', () => {
    const { kit } = startedKit();
    const seen: boolean[] = [];
    kit.store.subscribe(({ modal }) => seen.push(modal.open));
    openModal(kit);
    closeModal(kit);
    expect(seen).toEqual([true, false]);
  });

  it('open on Account with an address, on Connect without [OPEN-01] [OPEN-02]', async () => {
    const { kit } = startedKit();
    openModal(kit);
    expect(currentView(kit.store.getState().modal).name).toBe('Connect');
    closeModal(kit);
    await connect(kit, { connectorId: 'io.one' });
    openModal(kit);
    expect(currentView(kit.store.getState().modal).name).toBe('Account');
  });

  it('open on the view that the host names [OPEN-12]', () => {
    const { kit } = startedKit();
    openModal(kit, { view: 'WhatIsANetwork' });
    expect(currentView(kit.store.getState().modal).name).toBe('WhatIsANetwork');
  });

  it('reset the view to Connect on close [OPEN-06]', () => {
    const { kit } = startedKit();
    openModal(kit);
    navigate(kit, { name: 'WhatIsAWallet' });
    closeModal(kit);
    expect(kit.store.getState().modal.views).toEqual([{ name: 'Connect' }]);
  });

  it('shake for 500 ms and stay when closing is disabled [STATE-02]', () => {
    vi.useFakeTimers();
    const { kit } = startedKit();
    openModal(kit);
    setClosable(kit, false);
    closeModal(kit);
    const modal = () => kit.store.getState().modal;
    expect(modal()).toMatchObject({ open: true, shake: true });
    vi.advanceTimersByTime(499);
    expect(modal().shake).toBe(true);
    vi.advanceTimersByTime(1);
    expect(modal()).toMatchObject({ open: true, shake: false });
    closeModal(kit, { force: true });
    expect(modal().open).toBe(false);
  });

  it('warns once in the console that no modal is mounted', () => {
    vi.useFakeTimers();
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    onTestFinished(() => warn.mockRestore());
    const { kit } = startedKit();
    openModal(kit);
    vi.advanceTimersByTime(1_000);
    expect(warn.mock.calls.join()).toContain('<LatchkitProvider>');
    closeModal(kit);
    openModal(kit);
    vi.advanceTimersByTime(1_000);
    expect(warn).toHaveBeenCalledOnce();
    kit.destroy();
  });

  it('does not warn when a modal is mounted, even shortly after it was opened', () => {
    vi.useFakeTimers();
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    onTestFinished(() => warn.mockRestore());
    const { kit } = startedKit();
    openModal(kit);
    placeModal(kit, { container: undefined, isMounted: true });
    vi.advanceTimersByTime(1_000);
    expect(warn).not.toHaveBeenCalled();
    kit.destroy();
  });
});
