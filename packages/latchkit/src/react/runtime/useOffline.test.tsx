// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { connect, type View } from '../../core/index.js';
import { scriptedAdapter } from '../../core/testSupport/scriptedAdapter.test-support.js';
import { startedKit } from '../../core/testSupport/startedKit.test-support.js';
import { mountViews } from '../mount/mountViews.test-support.js';
import { whyFailed } from './useOffline.js';

let isOnline = true;

beforeEach(() => {
  vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => isOnline);
});
afterEach(() => {
  isOnline = true;
  vi.restoreAllMocks();
});

function goOnline(online: boolean): void {
  isOnline = online;
  window.dispatchEvent(new Event(online ? 'online' : 'offline'));
}

const OFFLINE = 'You’re offline. This loads when you’re back online.';

/** A page whose wallet reads no balance, and whose gateway never answers. */
function unreadable() {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (input: RequestInfo | URL) => {
    asked.push(new URL(String(input)).pathname);
    throw new TypeError('Failed to fetch');
  });
  onTestFinished(() => {
    vi.unstubAllGlobals();
  });
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const adapter = scriptedAdapter();
  adapter.answer.getBalance = () => {
    asked.push('balance');
    return Promise.reject(new Error('offline'));
  };
  const { kit } = startedKit({ gateway: 'http://127.0.0.1:9' }, adapter);
  onTestFinished(() => kit.destroy());
  return { kit, asked };
}

describe('a view that could not be read', () => {
  it.each<[View, string, string]>([
    [{ name: 'Account' }, 'Couldn’t load your balance', 'balance'],
    [{ name: 'Account' }, 'Couldn’t load your tokens', '/v1/supported-chains'],
    [{ name: 'Activity' }, 'Nothing is lost', '/v1/supported-chains'],
    [{ name: 'AllWallets' }, 'The list isn’t available right now', '/getWallets'],
    [{ name: 'Swap' }, 'Swaps aren’t available right now', '/convert'],
  ])(
    'names being offline, and reads again when the browser is online: %s, %s (UX-10)',
    async (view, plain, path) => {
      const { kit, asked } = unreadable();
      if (view.name !== 'AllWallets') await connect(kit, { connectorId: 'io.one' });
      const modal = await mountViews(kit, view);
      await vi.waitFor(() => expect(modal.text()).toContain(plain));
      await modal.run(() => goOnline(false));
      expect(modal.text()).not.toContain(plain);
      expect(modal.text()).toContain(OFFLINE);
      const before = asked.filter(one => one.includes(path)).length;
      await modal.run(() => goOnline(true));
      await vi.waitFor(() => expect(asked.filter(one => one.includes(path)).length).toBeGreaterThan(before));
    },
  );
});

describe('whyFailed', () => {
  it('names being offline instead of another reason', () => {
    expect(whyFailed('email.unavailable')).toBe('email.unavailable');
    isOnline = false;
    expect(whyFailed('email.unavailable')).toBe('error.offlineTry');
  });
});
