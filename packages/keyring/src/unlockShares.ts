import type { KeyringContext, PendingShareSet } from './createUnlockedWallet.js';
import type { WalletServiceShare } from './Keyring.js';
import { keyringError } from './keyringError.js';
import { openSealedWallet } from './openSealedWallet.js';
import { openShare, type ServiceKey, sealShares } from './sealShares.js';
import { joinKey, splitKey } from './splitKey.js';
import { isSameAddresses } from './walletKeys.js';
import { withSecrets } from './withSecrets.js';

/** Opens the device set with the wallet service's share. */
export function unlockDeviceSet(
  { installation, unlocked }: KeyringContext,
  { jwe, wallet, sealedSeed }: WalletServiceShare,
): Promise<void> {
  return withSecrets(async secret => {
    const deviceShare = await installation.readDeviceShare(wallet);
    if (!deviceShare) throw keyringError('KEYRING_LOCKED');
    const share = await openShare(jwe, installation.sealingKey, installation.jkt);
    await openSealedWallet(secret, wallet, sealedSeed, secret(joinKey(share, deviceShare.share)));
    unlocked.replace({ wallet, deviceShare: { ...deviceShare, sealedSeed }, share });
  });
}

/** Opens the recovery set with both services' shares and creates a device set. */
export function unlockRecoverySet(
  { installation, unlocked }: KeyringContext,
  { jwe, wallet, sealedSeed }: WalletServiceShare,
  vaultShare: string,
  walletService: ServiceKey,
): Promise<{ readonly epoch: number; readonly half: string }> {
  return withSecrets(async secret => {
    const { sealingKey, jkt } = installation;
    const theirs = secret(await openShare(jwe, sealingKey, jkt));
    const ours = secret(await openShare(vaultShare, sealingKey, jkt));
    const walletKey = secret(joinKey(theirs, ours));
    await openSealedWallet(secret, wallet, sealedSeed, walletKey);
    const device = splitKey(walletKey);
    const { walletId, epoch } = wallet;
    const deviceShare = { walletId, epoch, share: device.ours, sealedSeed };
    await installation.keepDeviceShare(deviceShare);
    unlocked.replace({ wallet, deviceShare, share: device.theirs });
    return { epoch, half: await sealShares({ half: device.theirs }, walletService) };
  });
}

/** Opens a new wallet through both share sets with what the services returned, then stores this installation's set. */
export function confirmShareSet(
  { installation, unlocked }: KeyringContext,
  device: WalletServiceShare,
  recovery: WalletServiceShare,
  vaultShare: string,
): Promise<void> {
  return withSecrets(async secret => {
    const pending = unlocked.pending();
    if (!pending) throw keyringError('KEYRING_LOCKED');
    if (!isOf(pending, device) || !isOf(pending, recovery)) throw keyringError('KEYRING_MISMATCH');
    const { sealingKey, jkt } = installation;
    const { deviceShare } = pending;
    const share = await openShare(device.jwe, sealingKey, jkt);
    const theirs = secret(await openShare(recovery.jwe, sealingKey, jkt));
    const ours = secret(await openShare(vaultShare, sealingKey, jkt));
    await openSealedWallet(
      secret,
      device.wallet,
      deviceShare.sealedSeed,
      secret(joinKey(share, deviceShare.share)),
    );
    await openSealedWallet(secret, recovery.wallet, deviceShare.sealedSeed, secret(joinKey(theirs, ours)));
    await installation.keepDeviceShare(deviceShare);
    unlocked.stageShareSet(undefined);
    unlocked.replace({ wallet: device.wallet, deviceShare, share });
  });
}

function isOf(
  { deviceShare, addresses }: PendingShareSet,
  { wallet, sealedSeed }: WalletServiceShare,
): boolean {
  return (
    wallet.walletId === deviceShare.walletId &&
    wallet.epoch === deviceShare.epoch &&
    sealedSeed === deviceShare.sealedSeed &&
    isSameAddresses(wallet.addresses, addresses)
  );
}
