// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type LatchkitOptions, mainnet } from '../../../core/index.js';
import { connectorOf, scriptedAdapter } from '../../../core/scriptedAdapter.test-support.js';
import { type MountedViews, mountViews } from '../../modal/mountViews.test-support.js';
import { EMAIL, kitWithFlow } from '../email/scriptedFlow.test-support.js';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const CONNECT = { name: 'Connect' } as const;
const BITCOIN = { ...mainnet, chainNamespace: 'bip122', caipNetworkId: 'bip122:0' } as const;
const NONE = () => scriptedAdapter('eip155', []);
const title = ({ page }: MountedViews) => page.querySelector('h2')?.textContent;
/** What can be done, from the top. */
const order = ({ page }: MountedViews) =>
  [...page.querySelectorAll('.lk-body :is(input[type="email"], .lk-or, .lk-row[data-return])')].map(one =>
    one.matches('input') ? 'email' : one.matches('.lk-or') ? (one.textContent ?? '') : 'wallet',
  );

/** A page whose directory has not answered yet. */
function waitingKit(options: Partial<LatchkitOptions> = {}) {
  const made = kitWithFlow({ gateway: 'http://127.0.0.1:9', features: { email: false }, ...options });
  made.kit.kernel.listings = new Promise(() => {});
  return made;
}

const LISTED = { featured: [{ id: 'listed', name: 'Listed', chains: [] }], recommended: [], count: 72 };

describe('ConnectView with email', () => {
  it('begins with email where no wallet is installed [LOG-14]', async () => {
    const { kit } = kitWithFlow({ adapters: [NONE()], customWallets: [{ id: 'a', name: 'A' }] });
    const modal = await mountViews(kit, CONNECT);
    expect(title(modal)).toBe('Log in to Test');
    expect(order(modal)).toEqual(['email', 'or use a wallet', 'wallet']);
  });

  it('begins with wallets where one is installed [LOG-15]', async () => {
    const { kit } = kitWithFlow();
    const modal = await mountViews(kit, CONNECT);
    expect(title(modal)).toBe('Connect to Test');
    expect(order(modal)).toEqual(['wallet', 'or log in with', 'email']);
  });

  it('keeps its order when a wallet is found later: nothing moves under the pointer', async () => {
    const adapter = NONE();
    const { kit } = kitWithFlow({ adapters: [adapter], customWallets: [{ id: 'a', name: 'A' }] });
    const modal = await mountViews(kit, CONNECT);
    await modal.run(() => adapter.report({ type: 'connectors', connectors: [connectorOf('io.late')] }));
    expect(order(modal)).toEqual(['email', 'or use a wallet', 'wallet', 'wallet']);
  });

  it('offers email only where it is on, configured and of use', async () => {
    const offered = async (options: Partial<LatchkitOptions>) => {
      const modal = await mountViews(kitWithFlow(options).kit, CONNECT);
      return order(modal).includes('email');
    };
    expect(await offered({})).toBe(true);
    expect(await offered({ features: { email: false } })).toBe(false);
    expect(await offered({ embeddedWallet: undefined })).toBe(false);
    expect(await offered({ networks: [BITCOIN], adapters: [scriptedAdapter('bip122', [])] })).toBe(false);
    expect(await offered({ networks: [mainnet], adapters: [NONE()] })).toBe(true);
  });

  it('sends nothing before the terms are agreed to', async () => {
    const { kit, flow } = kitWithFlow({
      termsConditionsUrl: 'https://example.com/terms',
      features: { legalCheckbox: true },
    });
    const modal = await mountViews(kit, CONNECT);
    await modal.type(EMAIL);
    const tick = modal.page.querySelector<HTMLInputElement>('input[type="checkbox"]');
    if (!tick) throw new Error('No tick.');
    tick.closest('label')?.setAttribute('class', '');
    await modal.submit();
    expect((tick.getRootNode() as ShadowRoot).activeElement).toBe(tick);
    expect(modal.button('Continue with email').getAttribute('aria-disabled')).toBe('true');
    expect(flow.calls.some(call => call.startsWith('start'))).toBe(false);
    await modal.run(() => tick.click());
    await modal.submit();
    expect(flow.calls).toContain(`start ${EMAIL}`);
  });
});

describe('ConnectView while the directory is on its way', () => {
  it('keeps the places of its wallets, and lets nothing be clicked that will move', async () => {
    const { kit } = waitingKit({ customWallets: [{ id: 'custom', name: 'Custom' }] });
    const modal = await mountViews(kit, CONNECT);
    expect(modal.text()).toContain('io.one');
    expect(modal.text()).not.toMatch(/Custom|All wallets/);
    const places = () => modal.page.querySelectorAll('.lk-group .lk-skel[data-shape="tile"]').length;
    expect(places()).toBe(9);
    await modal.run(() => kit.kernel.set({ listings: LISTED }));
    expect(places()).toBe(0);
    expect(modal.text()).toMatch(/io\.one.*Listed.*Custom.*All wallets/);
  });

  it('waits a second for it, and no longer', async () => {
    const { kit } = waitingKit();
    const modal = await mountViews(kit, CONNECT);
    await modal.run(() => vi.advanceTimersByTime(1_000));
    expect(modal.text()).toContain('All wallets');
  });

  it('moves no row while one is pressed: the click that follows hits what was pressed', async () => {
    const { kit } = waitingKit();
    const modal = await mountViews(kit, CONNECT);
    await modal.run(() => vi.advanceTimersByTime(1_000));
    const row = modal.page.querySelector('[data-return="all-wallets"]');
    await modal.run(() => row?.dispatchEvent(new Event('pointerdown', { bubbles: true })));
    await modal.run(() => kit.kernel.set({ listings: LISTED }));
    expect(modal.text()).not.toContain('Listed');
    await modal.run(() => {
      row?.dispatchEvent(new Event('pointerup', { bubbles: true, composed: true }));
      vi.advanceTimersByTime(0);
    });
    expect(modal.text()).toMatch(/Listed.*All wallets/);
  });
});
