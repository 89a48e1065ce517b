// @vitest-environment jsdom
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { gatewayClock } from '../kernel/gatewayClock.js';
import { closeModal } from '../modal/closeModal.js';
import { ADDRESS, scriptedAdapter } from '../testSupport/scriptedAdapter.test-support.js';
import { startedKit } from '../testSupport/startedKit.test-support.js';
import { until } from '../testSupport/stubGateway.test-support.js';
import { pay } from './pay.js';

const RIGHT = Date.UTC(2026, 10, 29, 12);

describe('runPayment', () => {
  it.each([
    ['is open', -3_600_000, 600_000, 'PAYMENT_CLOSED'],
    ['is open', 3_600_000, 600_000, 'PAYMENT_CLOSED'],
    ['has expired', -3_600_000, -600_000, 'PAYMENT_EXPIRED'],
    ['has expired', 3_600_000, -600_000, 'PAYMENT_EXPIRED'],
  ])('%s by the gateway’s clock, on a page whose clock is %d ms off (GW-09)', async (_, off, left, code) => {
    vi.useFakeTimers({ toFake: ['Date'], now: RIGHT + off });
    onTestFinished(() => void vi.useRealTimers());
    const adapter = scriptedAdapter();
    const { kit } = startedKit(
      { features: { pay: true } },
      {
        ...adapter,
        isAddress: () => true,
        transfer: async () => {
          throw new Error('Not asked');
        },
      },
    );
    onTestFinished(() => kit.destroy());
    const headers = { date: new Date(RIGHT).toUTCString(), 'cache-control': 'no-store' };
    gatewayClock(kit).read(new Response('{}', { headers }));
    const terms = {
      asset: 'eip155:1',
      amount: 1n,
      recipient: ADDRESS,
      expiresAt: RIGHT + left,
    } as const;
    const paid = pay(kit, terms).catch((error: unknown) => error);
    const isOpen = () => kit.store.getState().pay !== undefined;
    if (left > 0) await until(isOpen);
    closeModal(kit, { force: true });
    expect(await paid).toMatchObject({ code });
  });
});
