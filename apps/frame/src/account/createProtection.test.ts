import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { type WalletSuite, walletSuite } from '../../../../packages/gateway/test/wallet/walletSuite.js';
import { changingOwner, plugIn, prf } from './changingOwner.test-support.js';

vi.setConfig({ testTimeout: 60_000 });

let suite: WalletSuite;
beforeAll(async () => {
  suite = await walletSuite();
});
afterAll(() => suite.close());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('createProtection', () => {
  it('lets each of two passkeys open the wallet on a new device, until one is removed, also after a rekey [SEC-55]', async () => {
    plugIn(suite, prf);
    const { wallet, change, read, newDevice, rekey } = await changingOwner(suite);
    await change.addPasskey('First', 'Ada');
    expect(await read()).toMatchObject({ mode: 'passkey', passkeys: [{ name: 'First' }] });
    expect(await newDevice()).toEqual(wallet.addresses);
    await change.addPasskey('Second', 'Ada');
    const [first] = (await read()).passkeys;
    await change.removePasskey(first?.id ?? '');
    expect((await read()).passkeys.map(({ name }) => name)).toEqual(['Second']);
    await (await rekey()).run();
    expect((await read()).passkeys.map(({ name }) => name)).toEqual(['Second']);
    expect(await newDevice()).toEqual(wallet.addresses);
    // A browser without the passkey.
    plugIn(suite, prf);
    await expect(newDevice()).rejects.toMatchObject({ code: 'REJECTED' });
  });

  it('needs a passkey to return to the login alone', async () => {
    plugIn(suite, prf);
    const { wallet, change, read, newDevice, rekey } = await changingOwner(suite);
    await change.addPasskey('First', 'Ada');
    await change.reset();
    plugIn(suite);
    expect((await read()).mode).toBe('automatic');
    expect(await newDevice()).toEqual(wallet.addresses);
    await (await rekey()).run();
    expect(await newDevice()).toEqual(wallet.addresses);
  });

  it('opens the wallet with its password until a passkey replaces it', async () => {
    plugIn(suite, prf);
    const { wallet, change, read, newDevice } = await changingOwner(suite);
    await change.setPassword('four words from nowhere');
    expect((await read()).mode).toBe('password');
    expect(await newDevice('four words from nowhere')).toEqual(wallet.addresses);
    await change.addPasskey('First', 'Ada');
    expect(await read()).toMatchObject({ mode: 'passkey', passkeys: [{ name: 'First' }] });
    expect(await newDevice()).toEqual(wallet.addresses);
  });

  it('refuses a passkey without a key, and one that gives another key when it is tried', async () => {
    plugIn(suite);
    const { wallet, change, read, newDevice } = await changingOwner(suite);
    await expect(change.addPasskey('First', 'Ada')).rejects.toMatchObject({ code: 'KEYRING_NO_PRF' });
    let uses = 0;
    plugIn(suite, (passkey, salt) => {
      uses += 1;
      return passkey.prf(`${salt}${uses}`);
    });
    await expect(change.addPasskey('First', 'Ada')).rejects.toMatchObject({ code: 'KEYRING_FACTOR' });
    expect((await read()).mode).toBe('automatic');
    plugIn(suite);
    expect(await newDevice()).toEqual(wallet.addresses);
  });
});
