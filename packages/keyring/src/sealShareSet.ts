import type { WalletAddresses } from 'latchkit/protocol';
import { createEntropy } from './createEntropy.js';
import type { KeyringContext } from './createUnlockedWallet.js';
import type {
  NewShareSet,
  NewVaultShare,
  NewWallet,
  Protection,
  SecondWallet,
  ServiceKeys,
} from './Keyring.js';
import { openSealedWallet } from './openSealedWallet.js';
import { sealVaultShare } from './protectWallet.js';
import { proveKeys } from './proveKeys.js';
import { type SeedName, sealSeed } from './sealSeed.js';
import { type ServiceKey, sealShares } from './sealShares.js';
import { joinKey, SHARE_LENGTH, splitKey } from './splitKey.js';
import { addressesOf, walletKeys } from './walletKeys.js';
import { type KeepSecret, withSecrets } from './withSecrets.js';

/** Creates a wallet: a new seed under a new key. */
export function createWallet(
  context: KeyringContext,
  walletId: string,
  services: ServiceKeys,
): Promise<NewWallet> {
  return withSecrets(async secret => {
    const { ours, ...made } = await newSeed(context, secret, walletId, services.walletService);
    return { ...made, recoveryHalf: await sealShares({ half: ours }, services.vault) };
  });
}

/** Creates a wallet to move to, whose vault's share is encrypted as the protection of the present one wants it. */
export function createSecondWallet(
  context: KeyringContext,
  walletId: string,
  { walletService, vault }: ServiceKeys,
  protection: Protection,
): Promise<SecondWallet> {
  return withSecrets(async secret => {
    const { ours, ...made } = await newSeed(context, secret, walletId, walletService);
    const name = { walletId, epoch: made.epoch };
    return { ...made, ...(await sealVaultShare(context, secret, { ours, vault, protection, name })) };
  });
}

/** A new seed under a new key, with the proof of its keys, and the vault's share `ours`, which the caller seals. */
async function newSeed(
  context: KeyringContext,
  secret: KeepSecret,
  walletId: string,
  walletService: ServiceKey,
) {
  const entropy = secret(createEntropy(context.random));
  const keys = await walletKeys(entropy, secret);
  const { jkt } = context.installation;
  const { ours, set } = await sealShareSet(context, secret, walletService, {
    ...{ entropy, walletId, epoch: 1, addresses: addressesOf(keys) },
  });
  return { ...set, ours, proofs: proveKeys(keys, walletId, jkt) };
}

/** Encrypts the unlocked wallet with a new key: the next epoch. */
export function rekeyWallet(
  context: KeyringContext,
  { walletService, vault }: ServiceKeys,
  protection: Protection,
): Promise<NewShareSet & NewVaultShare> {
  return withSecrets(async secret => {
    const { wallet, deviceShare, share } = context.unlocked.shares();
    const walletKey = secret(joinKey(share, deviceShare.share));
    const { entropy } = await openSealedWallet(secret, wallet, deviceShare.sealedSeed, walletKey);
    const { walletId, addresses, epoch } = wallet;
    const name = { walletId, epoch: epoch + 1 };
    const { ours, set } = await sealShareSet(context, secret, walletService, { entropy, addresses, ...name });
    return { ...set, ...(await sealVaultShare(context, secret, { ours, vault, protection, name })) };
  });
}

interface Seed extends SeedName {
  readonly entropy: Uint8Array<ArrayBuffer>;
  readonly addresses: WalletAddresses;
}

/**
 * Seals a seed with a new key and splits the key for both share sets; this installation's part is held in memory until it is
 * confirmed.
 *
 * @returns the set, and the vault's share `ours`, which the caller seals.
 */
async function sealShareSet(
  { unlocked }: KeyringContext,
  secret: KeepSecret,
  walletService: ServiceKey,
  { entropy, addresses, walletId, epoch }: Seed,
): Promise<{ readonly set: NewShareSet; readonly ours: Uint8Array<ArrayBuffer> }> {
  const walletKey = secret(crypto.getRandomValues(new Uint8Array(SHARE_LENGTH)));
  const device = splitKey(walletKey);
  const recovery = splitKey(walletKey);
  for (const share of [device.theirs, recovery.theirs]) secret(share);
  const sealedSeed = await sealSeed(entropy, walletKey, { walletId, epoch });
  unlocked.stageShareSet({ deviceShare: { walletId, epoch, share: device.ours, sealedSeed }, addresses });
  const halves = await sealShares({ device: device.theirs, recovery: recovery.theirs }, walletService);
  return { set: { walletId, epoch, sealedSeed, addresses, halves }, ours: secret(recovery.ours) };
}
