import { describe, expect, it } from 'vitest';
import { made, ORIGIN } from '../test/createdWallet.js';
import { memoryInstallation } from '../test/memoryInstallation.js';
import { ristrettoServer } from '../test/ristrettoServer.js';
import { sealFor, shareFor } from '../test/scriptedServices.js';
import { createKeyring } from './createKeyring.js';
import type { NewRecoverySet } from './Keyring.js';
import { sealPasskeyFactor } from './sealFactor.js';

const prfOf = (byte: number) => new Uint8Array(32).fill(byte);

/** A wallet that is not protected yet, and a new installation. */
async function wallet() {
  const one = await made();
  const { services, stored, keyring } = one;
  const other = await memoryInstallation();
  /** What the services release of a new version to an installation. */
  const released = async (set: NewRecoverySet, at = 0, to = one.installation) => {
    const half = await services.openAtWalletService(set.half);
    const wrapped = set.wraps?.[at]?.wrapped;
    return {
      recovery: await shareFor(to, stored, half),
      vaultShare:
        wrapped === undefined
          ? await sealFor(to, await services.openAtVault(set.share ?? ''))
          : await sealFor(to, { wrapped }),
    };
  };
  const recover = async (set: NewRecoverySet, factor?: string, at = 0) => {
    const { recovery, vaultShare } = await released(set, at, other);
    const there = createKeyring({ installation: other, origin: ORIGIN });
    return there.recover(recovery, vaultShare, services.keys.walletService, factor);
  };
  return { ...one, keyring, other, released, recover };
}

describe('protectWallet', () => {
  it('opens the wallet with each of its passkeys, and with no other [SEC-55]', async () => {
    const { keyring, installation, other, services, released, recover } = await wallet();
    const factors = [
      { id: 'a', jwe: await sealPasskeyFactor(prfOf(1), installation) },
      { id: 'b', jwe: await sealPasskeyFactor(prfOf(2), installation) },
    ];
    const set = await keyring.protect(services.keys, { mode: 'passkey', factors });
    expect([set.share, set.wraps?.map(({ id }) => id)]).toEqual([undefined, ['a', 'b']]);
    for (const [at, byte] of [
      [0, 1],
      [1, 2],
    ] as const) {
      const { recovery, vaultShare } = await released(set, at);
      await keyring.tryProtection(recovery, vaultShare, await sealPasskeyFactor(prfOf(byte), installation));
      expect(await recover(set, await sealPasskeyFactor(prfOf(byte), other), at)).toMatchObject({ epoch: 1 });
    }
    const { recovery, vaultShare } = await released(set);
    const wrong = await sealPasskeyFactor(prfOf(3), installation);
    await expect(keyring.tryProtection(recovery, vaultShare, wrong)).rejects.toMatchObject({
      code: 'KEYRING_FACTOR',
    });
    // Sealed to another installation, and none at all.
    for (const factor of [await sealPasskeyFactor(prfOf(1), installation), undefined]) {
      await expect(recover(set, factor)).rejects.toMatchObject({ code: 'KEYRING_MISMATCH' });
    }
  });

  it('encrypts the share of a new epoch for the same passkeys', async () => {
    const { keyring, installation, other, services, stored } = await wallet();
    const factor = (to: typeof other, byte = 1) => sealPasskeyFactor(prfOf(byte), to);
    const protection = {
      mode: 'passkey',
      factors: [{ id: 'a', jwe: await factor(installation) }],
    } as const;
    const set = await keyring.rekey(services.keys, protection);
    const { device, recovery } = await services.openShares(set.halves);
    const next = { wallet: { ...stored.wallet, epoch: 2 }, sealedSeed: set.sealedSeed };
    const released = async (to: typeof other) => ({
      share: await shareFor(to, next, recovery),
      vaultShare: await sealFor(to, { wrapped: set.wraps?.[0]?.wrapped ?? '' }),
    });
    const { share, vaultShare } = await released(installation);
    const ours = await shareFor(installation, next, device);
    const confirm = async (byte: number) =>
      keyring.confirm(ours, share, vaultShare, await factor(installation, byte));
    await expect(confirm(2)).rejects.toMatchObject({ code: 'KEYRING_FACTOR' });
    await confirm(1);
    expect(keyring.wallet()).toEqual(next.wallet);
    const there = createKeyring({ installation: other, origin: ORIGIN });
    const asked = await released(other);
    const { walletService } = services.keys;
    expect(
      await there.recover(asked.share, asked.vaultShare, walletService, await factor(other)),
    ).toMatchObject({
      epoch: 2,
    });
  });

  it('opens the wallet with its password in any Unicode form', async () => {
    const { keyring, installation, services, released } = await wallet();
    const vault = ristrettoServer();
    const salt = 'AAAAAAAAAAAAAAAAAAAAAA';
    const factorOf = async (password: string) =>
      keyring.finishPassword(vault(await keyring.startPassword(password)), salt, installation);
    // The same characters in two Unicode forms.
    const jwe = await factorOf('caf\u00e9 am See');
    const set = await keyring.protect(services.keys, { mode: 'password', factors: [{ id: 'p', jwe }] });
    const { recovery, vaultShare } = await released(set);
    await keyring.tryProtection(recovery, vaultShare, await factorOf('cafe\u0301 am See'));
    await expect(keyring.finishPassword('', salt, installation)).rejects.toMatchObject({
      code: 'KEYRING_LOCKED',
    });
  });

  it('returns to the login only, and refuses shares that do not belong together', async () => {
    const { keyring, services, stored, installation, released, recover } = await wallet();
    const set = await keyring.protect(services.keys, { mode: 'automatic' });
    const { recovery, vaultShare } = await released(set);
    await keyring.tryProtection(recovery, vaultShare);
    expect(await recover(set)).toMatchObject({ epoch: 1 });
    const old = await sealFor(installation, stored.vault);
    await expect(keyring.tryProtection(recovery, old)).rejects.toMatchObject({ code: 'KEYRING_MISMATCH' });
  });
});
