import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createLatchkit, type LatchkitEvent } from '../core/index.js';
import { mainnet } from '../networks/index.js';
import { frameError } from '../protocol/frame/frameErrors.js';
import { embeddedError } from './embeddedErrors.js';
import { reportFrameFailure, reportSilence } from './reportFrameFailure.js';

function setUp() {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
  const kit = createLatchkit({ networks: [mainnet], projectId: '0'.repeat(32) });
  const events: LatchkitEvent[] = [];
  kit.on(event => events.push(event));
  onTestFinished(() => {
    kit.destroy();
    logged.mockRestore();
  });
  return { kit, events, logged, alerts: () => kit.store.getState().alerts };
}

describe('reportFrameFailure', () => {
  it.each([
    [
      embeddedError('FRAME_LOAD_FAILED', { context: { kind: 'iframe_load_failed' } }),
      'iframe_load_failed',
      'Embedded Wallet Not Loaded',
    ],
    [
      frameError('TIMEOUT', { context: { kind: 'iframe_request_timeout' } }),
      'iframe_request_timeout',
      'Embedded Wallet Timed Out',
    ],
    [
      frameError('ORIGIN_NOT_ALLOWED', { context: { kind: 'unverified domain' } }),
      'unverified domain',
      'Invalid App Configuration',
    ],
  ])('records kind and alert of %s [ERR-32] [ERR-33] [ERR-34]', (error, kind, shortMessage) => {
    const { kit, events, logged, alerts } = setUp();
    reportFrameFailure(kit, error);
    expect(alerts()).toMatchObject([{ shortMessage, longMessage: expect.stringContaining(kind) }]);
    expect(events).toMatchObject([{ event: 'INTERNAL_ERROR', source: kind, errorType: error.code }]);
    expect(logged).toHaveBeenCalledWith(expect.stringContaining(kind));
  });

  it.each([
    ['nothing', 'iframe_load_failed: nothing answers at https://wallet.example. Start the wallet service'],
    ['other', 'what answers at https://wallet.example is not a wallet service'],
    ['policy', 'Add https://wallet.example to frame-src.'],
    [
      undefined,
      'within 20 s. Check that the wallet service runs and allows this origin. Its address is https',
    ],
  ])('names the address and what to do where no wallet page comes: %s (DX-04)', (reason, said) => {
    const { kit, logged, alerts } = setUp();
    const context = { kind: 'iframe_load_failed', address: 'https://wallet.example', reason };
    reportFrameFailure(kit, embeddedError('FRAME_LOAD_FAILED', { context }));
    expect(alerts()).toMatchObject([{ shortMessage: 'Embedded Wallet Not Loaded' }]);
    expect(logged).toHaveBeenCalledWith(expect.stringContaining(said));
  });

  it('says that it could not look, and how it could (DX-04)', () => {
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => {});
    onTestFinished(() => warned.mockRestore());
    const { kit, alerts } = setUp();
    reportSilence(kit, 'https://wallet.example');
    expect(alerts()).toMatchObject([{ shortMessage: 'Embedded Wallet Silent', tone: 'warning' }]);
    expect(warned).toHaveBeenCalledWith(expect.stringMatching(/https:\/\/wallet\.example.*connect-src/));
  });

  it('ignores every other error', () => {
    const { kit, events, alerts } = setUp();
    reportFrameFailure(kit, frameError('OTP_INVALID', { context: { kind: 'constructor' } }));
    expect(alerts()).toEqual([]);
    expect(events).toEqual([]);
  });
});
