import type { KeyringContext, MadeSet } from './createHold.js';
import { joinHalves, splitKey } from './halves.js';
import type { GatewayShare } from './Keyring.js';
import { keyringError } from './keyringError.js';
import { openWallet } from './openWallet.js';
import { openHalf, type ServiceKey, sealHalves } from './sealHalves.js';
import { isSameAddresses } from './walletKeys.js';
import { withSecrets } from './withSecrets.js';

/** Opens the device set with the wallet service's share. */
export function openDeviceDoor({ installation, hold }: KeyringContext, share: GatewayShare): Promise<void> {
  return withSecrets(async secret => {
    const { wallet, sealedSeed } = share;
    const door = await installation.readDoor(wallet);
    if (!door) throw keyringError('KEYRING_LOCKED');
    const half = await openHalf(share.jwe, installation.sealingKey, installation.jkt);
    await openWallet(secret, wallet, sealedSeed, secret(joinHalves(half, door.half)));
    hold.take({ wallet, door: { ...door, sealedSeed }, half });
  });
}

/** Opens the recovery set with both services' shares and creates a device set. */
export function openRecoveryDoor(
  { installation, hold }: KeyringContext,
  { jwe, wallet, sealedSeed }: GatewayShare,
  vaultHalf: string,
  gateway: ServiceKey,
): Promise<{ readonly epoch: number; readonly half: string }> {
  return withSecrets(async secret => {
    const { sealingKey, jkt } = installation;
    const theirs = secret(await openHalf(jwe, sealingKey, jkt));
    const ours = secret(await openHalf(vaultHalf, sealingKey, jkt));
    const walletKey = secret(joinHalves(theirs, ours));
    await openWallet(secret, wallet, sealedSeed, walletKey);
    const device = splitKey(walletKey);
    const { walletId, epoch } = wallet;
    const door = { walletId, epoch, half: device.ours, sealedSeed };
    await installation.keepDoor(door);
    hold.take({ wallet, door, half: device.theirs });
    return { epoch, half: await sealHalves({ half: device.theirs }, gateway) };
  });
}

/** Opens a new wallet through both share sets with what the services returned, then stores this installation's set. */
export function openMadeSet(
  { installation, hold }: KeyringContext,
  device: GatewayShare,
  recovery: GatewayShare,
  vaultHalf: string,
): Promise<void> {
  return withSecrets(async secret => {
    const made = hold.made();
    if (!made) throw keyringError('KEYRING_LOCKED');
    if (!isOf(made, device) || !isOf(made, recovery)) throw keyringError('KEYRING_MISMATCH');
    const { sealingKey, jkt } = installation;
    const { door } = made;
    const half = await openHalf(device.jwe, sealingKey, jkt);
    const theirs = secret(await openHalf(recovery.jwe, sealingKey, jkt));
    const ours = secret(await openHalf(vaultHalf, sealingKey, jkt));
    await openWallet(secret, device.wallet, door.sealedSeed, secret(joinHalves(half, door.half)));
    await openWallet(secret, recovery.wallet, door.sealedSeed, secret(joinHalves(theirs, ours)));
    await installation.keepDoor(door);
    hold.keepMade(undefined);
    hold.take({ wallet: device.wallet, door, half });
  });
}

function isOf({ door, addresses }: MadeSet, { wallet, sealedSeed }: GatewayShare): boolean {
  return (
    wallet.walletId === door.walletId &&
    wallet.epoch === door.epoch &&
    sealedSeed === door.sealedSeed &&
    isSameAddresses(wallet.addresses, addresses)
  );
}
