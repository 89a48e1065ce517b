import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createLatchkit, type LatchkitEvent } from '../core/index.js';
import { mainnet } from '../networks/index.js';
import { frameError } from '../protocol/frame/frameErrors.js';
import { embeddedError } from './embeddedErrors.js';
import { reportFrameFailure } from './reportFrameFailure.js';

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

  it('ignores every other error', () => {
    const { kit, events, alerts } = setUp();
    reportFrameFailure(kit, frameError('OTP_INVALID', { context: { kind: 'constructor' } }));
    expect(alerts()).toEqual([]);
    expect(events).toEqual([]);
  });
});
