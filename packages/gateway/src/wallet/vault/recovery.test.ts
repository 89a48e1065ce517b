import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { passTime } from '../../../test/passTime.js';
import { Refusal } from '../../../test/wallet/walletFrame.js';
import { type WalletSuite, walletSuite } from '../../../test/wallet/walletSuite.js';
import { WALLET_ALLOWANCES } from '../shared/walletLimits.js';

const HOUR = 3_600_000;

let suite: WalletSuite;
beforeAll(async () => {
  suite = await walletSuite({ allowanceFactor: 1 });
});
afterAll(() => suite.close());
afterEach(() => {
  vi.useRealTimers();
});

/** A login in a browser that has kept nothing: a new installation. */
async function visit(email: string) {
  const frame = await suite.frame();
  const signedIn = await frame.signIn(email);
  return signedIn.user.wallet ? (await frame.recover(signedIn)).account : frame.create(signedIn);
}

describe('releaseRecovery', () => {
  it('says to a browser that forgets each visit how long the limit of a day still holds, and opens after it (MOD-06)', async () => {
    const email = suite.address();
    for (let visits = 0; visits < WALLET_ALLOWANCES.recoveries.count; visits += 1) {
      await visit(email);
      passTime(HOUR);
    }
    const refusal = await visit(email).catch((error: unknown) => error);
    if (!(refusal instanceof Refusal)) throw new Error('It was not refused');
    const { retryAfter = 0 } = refusal;
    expect([refusal.status, refusal.code]).toEqual([429, 'RATE_LIMITED']);
    // More than a moment, and the rest of the day since the first visit.
    expect(retryAfter).toBeGreaterThan(12 * 3_600);
    expect(retryAfter).toBeLessThanOrEqual(24 * 3_600);
    passTime(retryAfter * 1_000);
    await expect(visit(email)).resolves.toMatchObject({ walletId: expect.any(String) });
  });
});
