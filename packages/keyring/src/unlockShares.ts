import type { KeyringContext, PendingShareSet } from './createUnlockedWallet.js';
import type { NewDeviceSet, WalletServiceShare } from './Keyring.js';
import { keyringError } from './keyringError.js';
import { openSealedWallet } from './openSealedWallet.js';
import { recoveredKey } from './protectWallet.js';
import { proveKeys } from './proveKeys.js';
import { openShare, type ServiceKey, sealShares } from './sealShares.js';
import { joinKey, splitKey } from './splitKey.js';
import { isSameAddresses } from './walletKeys.js';
import { type KeepSecret, withSecrets } from './withSecrets.js';

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
  context: KeyringContext,
  recovery: WalletServiceShare,
  vaultShare: string,
  walletService: ServiceKey,
  factor: string | undefined,
): Promise<NewDeviceSet> {
  return withSecrets(async secret => {
    const walletKey = secret(await recoveredKey(context, secret, recovery, vaultShare, factor));
    return createDeviceSet(context, secret, recovery, walletKey, walletService);
  });
}

/** What both services returned of a new wallet or epoch. See `Keyring.confirm`. */
interface ReturnedShares {
  readonly device: WalletServiceShare;
  readonly recovery: WalletServiceShare;
  readonly vaultShare: string;
  readonly factor: string | undefined;
}

/** Opens the wallet with its key, and creates a device set for this installation. The wallet is unlocked afterwards. */
export async function createDeviceSet(
  { installation, unlocked }: KeyringContext,
  secret: KeepSecret,
  { wallet, sealedSeed }: Pick<WalletServiceShare, 'wallet' | 'sealedSeed'>,
  walletKey: Uint8Array<ArrayBuffer>,
  walletService: ServiceKey,
): Promise<NewDeviceSet> {
  const { keys } = await openSealedWallet(secret, wallet, sealedSeed, walletKey);
  const device = splitKey(walletKey);
  const { walletId, epoch } = wallet;
  const deviceShare = { walletId, epoch, share: device.ours, sealedSeed };
  await installation.keepDeviceShare(deviceShare);
  unlocked.replace({ wallet, deviceShare, share: device.theirs });
  const half = await sealShares({ half: device.theirs }, walletService);
  return { epoch, half, proofs: proveKeys(keys, walletId, installation.jkt) };
}

/** Opens a new wallet through both share sets with what the services returned, then stores this installation's set. */
export function confirmShareSet(
  context: KeyringContext,
  { device, recovery, vaultShare, factor }: ReturnedShares,
): Promise<void> {
  return withSecrets(async secret => {
    const { installation, unlocked } = context;
    const pending = unlocked.pending();
    if (!pending) throw keyringError('KEYRING_LOCKED');
    if (!isOf(pending, device) || !isOf(pending, recovery)) throw keyringError('KEYRING_MISMATCH');
    const { sealingKey, jkt } = installation;
    const { deviceShare } = pending;
    const share = await openShare(device.jwe, sealingKey, jkt);
    await openSealedWallet(
      secret,
      device.wallet,
      deviceShare.sealedSeed,
      secret(joinKey(share, deviceShare.share)),
    );
    const recovered = secret(await recoveredKey(context, secret, recovery, vaultShare, factor));
    await openSealedWallet(secret, recovery.wallet, deviceShare.sealedSeed, recovered);
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
