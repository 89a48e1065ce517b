import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type WalletSuite, walletSuite } from '../testing/walletSuite.js';

let suite: WalletSuite;
beforeAll(async () => {
  suite = await walletSuite();
});
afterAll(() => suite.close());

describe('a wallet', () => {
  it('is made in two phases, and opened by its device and by recovery: the same seed and addresses', async () => {
    const email = suite.address();
    const first = await suite.frame();
    const signedIn = await first.signIn(email);
    expect(signedIn.user).toMatchObject({ email, wallet: null, isEnrolled: false });
    const account = await first.create(signedIn);
    const { seed } = await first.open(signedIn.session.access);
    const second = await suite.frame();
    const again = await second.signIn(email);
    expect(again.user.wallet).toEqual(account);
    const recovered = await second.recover(again);
    expect(recovered).toEqual({ account, seed });
    expect(await second.open(again.session.access)).toEqual({ account, seed });
  });
});
