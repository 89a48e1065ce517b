import { afterEach, describe, expect, it, vi } from 'vitest';
import { passTime } from '../../test/passTime.js';
import type { WalletFrame } from '../../test/wallet/walletFrame.js';
import { walletSuite } from '../../test/wallet/walletSuite.js';

const [LOGINS, USERS] = process.env.LATCHKIT_FULL ? [1_000, 200] : [9, 3];

afterEach(() => {
  vi.useRealTimers();
});

describe(`${LOGINS} logins of ${USERS} users`, () => {
  it('give every user one wallet, with the same addresses on every device [SEC-53]', {
    timeout: Math.max(180_000, LOGINS * 3_000),
  }, async () => {
    const suite = await walletSuite();
    const users = Array.from({ length: USERS }, (_, index) => ({
      email: `login${index}@mail.example`,
      devices: [] as WalletFrame[],
      addresses: new Set<string>(),
      wallets: new Set<string>(),
    }));
    for (let login = 0; login < LOGINS; login += 1) {
      const user = users[login % USERS];
      if (user === undefined) throw new Error('There is no such user');
      if (login % USERS === 0) passTime(3_600_000);
      // Every second login is on a known device.
      const known = Math.floor(login / USERS) % 2 === 1 ? user.devices.at(-1) : undefined;
      const frame = known ?? (await suite.frame());
      const signedIn = await frame.signIn(user.email);
      const account =
        known === undefined
          ? signedIn.user.wallet === null
            ? await frame.create(signedIn)
            : (await frame.recover(signedIn)).account
          : (await frame.open(signedIn.session.access)).account;
      if (known === undefined) user.devices.push(frame);
      user.addresses.add(JSON.stringify(account.addresses));
      user.wallets.add(account.walletId);
    }
    for (const { email, addresses, wallets } of users)
      expect([email, addresses.size, wallets.size]).toEqual([email, 1, 1]);
    expect(new Set(users.flatMap(({ addresses }) => [...addresses])).size).toBe(USERS);
    const [counted] = await suite.database.query(
      'select count(*)::int as count from latchkit_wallet.wallets',
    );
    expect(counted?.count).toBe(USERS);
    await suite.close();
  });
});
