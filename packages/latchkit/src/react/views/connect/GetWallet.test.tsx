// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createLatchkit, memoryStorage, type WalletItem } from '../../../core/index.js';
import { mainnet } from '../../../networks/index.js';
import { renderInModal, visibleText } from '../../mount/renderInModal.test-support.js';
import { GetWallet } from './GetWallet.js';

afterEach(() => vi.restoreAllMocks());

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1';
const store = { app_store: 'https://apps.example/a', chrome_store: 'https://store.example/a' };

/** What the view says of a wallet. */
function said(userAgent: string, listing: object): string {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent);
  const kit = createLatchkit({ networks: [mainnet], storage: memoryStorage() });
  const wallet = {
    listing: { id: 'other', name: 'Harbor', chains: [], ...listing },
  } as unknown as WalletItem;
  return visibleText(renderInModal(kit, <GetWallet name="Harbor" wallet={wallet} />));
}

describe('GetWallet', () => {
  it('leads a phone to the page in the wallet’s app, and never asks it to reload (UX-41)', () => {
    expect(said('Mozilla/5.0 (X11; Linux x86_64)', store)).toContain('isn’t installed in this browser');
    const opens = said(IPHONE, { id: 'metamask', ...store });
    expect(opens).toMatch(/Continue in Harbor.*which opens this page.*Open in Harbor/);
    const app = said(IPHONE, { mobile_link: 'harbor://', ...store });
    expect(app).toMatch(/Continue in Harbor.*then open this page in its own browser.*Open Harbor.*App Store/);
    const missing = said(IPHONE, store);
    expect(missing).toMatch(/Get Harbor on this phone, then open this page in its own browser.*App Store/);
    for (const text of [opens, app, missing]) expect(text).not.toMatch(/reload|extension/);
  });
});
