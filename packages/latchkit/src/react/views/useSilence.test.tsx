// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLatchkit, type Latchkit, memoryStorage } from '../../core/index.js';
import { connectorOf, scriptedAdapter } from '../../core/testSupport/scriptedAdapter.test-support.js';
import { mainnet } from '../../networks/index.js';
import { mountViews } from '../mount/mountViews.test-support.js';

const never = () => new Promise<never>(() => {});

/** A kit with a wallet that never responds. */
async function silentKit(): Promise<Latchkit> {
  const adapter = scriptedAdapter('eip155', [connectorOf('harbor', { name: 'Harbor' })]);
  adapter.answer.connect = never;
  const kit = createLatchkit({
    networks: [mainnet],
    adapters: [adapter],
    storage: memoryStorage(),
    projectId: 'p',
  });
  await kit.kernel.start();
  return kit;
}

describe('useSilence', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
  afterEach(() => void vi.useRealTimers());

  it('explains after a minute what to do about a wallet that does not connect', async () => {
    const kit = await silentKit();
    const views = await mountViews(kit, { name: 'ConnectingExternal', walletId: 'harbor' });
    await vi.waitFor(() => expect(views.text()).toContain('Confirm in Harbor'));
    await views.run(() => vi.advanceTimersByTime(59_000));
    expect(views.text()).not.toContain('hasn’t answered');
    await views.run(() => vi.advanceTimersByTime(1_000));
    expect(views.text()).toContain('Harbor hasn’t answered yet. Open it from your browser’s toolbar');
    views.button('Open Harbor again');
  });

  it('explains it for a request to a wallet on another device too', async () => {
    const kit = await silentKit();
    kit.kernel.set(({ walletConnect }) => ({
      walletConnect: {
        ...walletConnect,
        wallet: { name: 'Harbor' },
        requests: [
          { id: 1, method: 'personal_sign', chainId: 'eip155:1', startedAt: Date.now(), status: 'sent' },
        ],
      },
    }));
    const views = await mountViews(kit, { name: 'WalletRequest' });
    await vi.waitFor(() => expect(views.text()).toContain('Confirm in Harbor'));
    await views.run(() => vi.advanceTimersByTime(60_000));
    expect(views.text()).toContain('stop waiting and try again');
  });
});
