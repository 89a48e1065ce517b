// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createLatchkit, memoryStorage } from '../../../core/index.js';
import { mainnet } from '../../../networks/index.js';
import { renderInModal, visibleText } from '../../mount/renderInModal.test-support.js';
import { AllWalletsView } from './AllWalletsView.js';

afterEach(() => vi.restoreAllMocks());

/** What the view says of a search that found nothing. */
function nothing(pairs: boolean): string {
  const kit = createLatchkit({ networks: [mainnet], storage: memoryStorage() });
  const { directory } = kit.store.getState();
  const connector = { id: 'walletConnect', type: 'WALLET_CONNECT', chain: 'eip155', name: 'WalletConnect' };
  kit.kernel.set({
    directory: { ...directory, page: 1, status: 'idle', search: 'zzz', count: 0 },
    ...(pairs && { connectors: [connector] as never }),
  });
  return visibleText(renderInModal(kit, <AllWalletsView view={{ name: 'AllWallets' }} depth={1} />));
}

describe('AllWalletsView', () => {
  it('leads from a search without a match to the QR code that every wallet can scan (UX-40)', () => {
    expect(nothing(true)).toMatch(/No wallet matches “zzz”.*Clear search.*Connect any wallet by QR code/);
    expect(nothing(false)).not.toContain('QR code');
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (iPhone) Safari/604.1');
    // A phone can't scan its own screen.
    expect(nothing(true)).not.toContain('QR code');
  });
});
