// @vitest-environment jsdom
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { lostCode } from '../../../core/adapter/lostCode.js';
import {
  createLatchkit,
  type Latchkit,
  memoryStorage,
  type WalletConnectState,
} from '../../../core/index.js';
import { connectorOf } from '../../../core/testSupport/scriptedAdapter.test-support.js';
import { mainnet } from '../../../networks/index.js';
import { createError } from '../../../protocol/errors.js';
import { renderInModal, visibleText } from '../../mount/renderInModal.test-support.js';
import { walletNameOf } from '../useWalletName.js';
import { ConnectingWalletConnectView } from './ConnectingWalletConnectView.js';
import { DeliveryStatus } from './DeliveryStatus.js';

const URI = `wc:${'ab'.repeat(32)}@2?relay-protocol=irn&symKey=${'cd'.repeat(32)}&expiryTimestamp=1`;

function kitWith(walletConnect: Partial<WalletConnectState>): Latchkit {
  const kit = createLatchkit({ networks: [mainnet], storage: memoryStorage(), projectId: 'p' });
  kit.kernel.set({
    connectors: [connectorOf('walletConnect', { name: 'WalletConnect', type: 'WALLET_CONNECT' })],
    walletConnect: { status: 'idle', relay: 'idle', requests: [], ...walletConnect },
  });
  return kit;
}

const view = <ConnectingWalletConnectView view={{ name: 'ConnectingWalletConnect' }} depth={1} />;
const shown = (walletConnect: Partial<WalletConnectState>) => renderInModal(kitWith(walletConnect), view);

describe('ConnectingWalletConnectView', () => {
  it('shows the link as a QR code, and offers to copy it [VIEW-10]', () => {
    const markup = shown({ status: 'ready', relay: 'open', uri: URI });
    expect(markup).toContain(`data-uri="${URI.replaceAll('&', '&amp;')}"`);
    expect(visibleText(markup)).toContain('Scan with a wallet on your phone Copy link');
  });

  it('shows a placeholder while a link is prepared, and offers nothing to copy', () => {
    const markup = shown({ status: 'starting', relay: 'connecting' });
    expect(markup).toContain('aria-label="Preparing a QR code"');
    expect(markup).not.toContain('data-uri');
    expect(markup).toMatch(/<button[^>]*disabled[^>]*>.*?Copy link/s);
  });

  it('asks to reload the page where the code of WalletConnect is gone (MOD-04)', () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    onTestFinished(() => {
      vi.restoreAllMocks();
    });
    const error = lostCode(new TypeError('Importing a module script failed.'));
    const text = visibleText(shown({ status: 'failed', relay: 'unreachable', error }));
    expect(text).toMatch(/This page may have changed\. Reload it\..*Reload the page/);
    expect(text).not.toContain('prepare a link');
  });

  it.each([
    ['unreachable', createError('REQUEST_FAILED'), 'Can’t reach WalletConnect'],
    ['unreachable', createError('REQUEST_FAILED', { context: { offline: true } }), 'You’re offline'],
    ['failed', createError('REQUEST_FAILED'), 'Couldn’t prepare a link'],
  ] as const)('explains the problem: %s', (status, error, title) => {
    const text = visibleText(
      shown({ status, relay: 'unreachable', uri: status === 'failed' ? undefined : URI, error }),
    );
    expect(text).toContain(title);
    expect(text).toMatch(/Try again$/);
  });
});

describe('DeliveryStatus', () => {
  const request = { id: 1, method: 'personal_sign', chainId: 'eip155:1', startedAt: Date.now() } as const;
  const delivery = (walletConnect: Partial<WalletConnectState>) =>
    visibleText(
      renderInModal(
        kitWith({ wallet: { name: 'Pocket' }, relay: 'open', ...walletConnect }),
        <DeliveryStatus />,
      ),
    );

  it('shows the status of the latest request, and links to an app on this device', () => {
    expect(delivery({ requests: [{ ...request, status: 'sending' }] })).toBe('Sending the request to Pocket');
    expect(delivery({ requests: [{ ...request, status: 'sent' }] })).toBe('Sent to Pocket');
    const wallet = { name: 'Pocket', href: 'pocket://' };
    expect(delivery({ wallet, requests: [{ ...request, status: 'sent' }] })).toBe(
      'Sent to Pocket Open Pocket',
    );
    expect(delivery({ relay: 'unreachable', requests: [{ ...request, status: 'sending' }] })).toContain(
      'Can’t reach Pocket right now.',
    );
    expect(delivery({ requests: [] })).toBe('');
  });
});

describe('walletNameOf', () => {
  it('returns the name of the connected wallet', () => {
    const kit = kitWith({ wallet: { name: 'Pocket' } });
    const state = kit.store.getState();
    const { eip155 } = state.namespaces;
    if (!eip155) throw new Error('No chain.');
    const connection = { status: 'connected', connectorId: 'walletConnect' } as never;
    expect(walletNameOf({ ...state, namespaces: { eip155: { ...eip155, connection } } })).toBe('Pocket');
  });
});
