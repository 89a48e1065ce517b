import { freezeOwnWalletCall, readHomeCall, unfreezeOwnWalletCall } from 'latchkit/protocol';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { refused } from '../../../../test/refused.js';
import { atPortal, portalOwner } from '../../../../test/wallet/portalVisitor.js';
import { type WalletSuite, walletSuite } from '../../../../test/wallet/walletSuite.js';

let suite: WalletSuite;
beforeAll(async () => {
  suite = await walletSuite({ allowanceFactor: 1 });
});
afterAll(() => suite.close());
afterEach(() => {
  vi.useRealTimers();
});

describe('a session without a share of the wallet', () => {
  it('freezes it until a settled browser ends the freeze, and not again', async () => {
    const owner = await portalOwner(suite);
    const thief = await atPortal(suite, await suite.frame(suite.portalPage), owner.email);
    await thief.ask(freezeOwnWalletCall, { body: {} });
    expect(await refused(owner.frame.open(owner.access))).toBe('403 FROZEN');
    const code = await owner.code('unfreeze');
    await owner.ask(unfreezeOwnWalletCall, { body: { code } });
    expect(await refused(thief.ask(freezeOwnWalletCall, { body: {} }))).toBe('401 INVALID_SESSION');
    expect(await refused(owner.frame.open(owner.access))).toBe('not refused');
    // The session that ended the freeze goes on.
    expect(await owner.ask(readHomeCall)).toMatchObject({ frozenUntil: null });
  });
});
