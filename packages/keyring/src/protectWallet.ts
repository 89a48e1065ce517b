import type { KeyringContext } from './createUnlockedWallet.js';
import type {
  NewRecoverySet,
  NewVaultShare,
  Protection,
  ServiceKeys,
  WalletServiceShare,
} from './Keyring.js';
import { keyringError } from './keyringError.js';
import { openSealedWallet } from './openSealedWallet.js';
import { isSameSeed, type SeedName } from './sealSeed.js';
import { openShare, openWrapped, type ServiceKey, sealShares } from './sealShares.js';
import { joinKey, splitKey } from './splitKey.js';
import { type KeepSecret, withSecrets } from './withSecrets.js';
import { unwrapShare, wrapShare } from './wrapShare.js';

/** Splits the unlocked wallet's key again for the recovery set, with the vault's share as the protection wants it. */
export function protectWallet(
  context: KeyringContext,
  { walletService, vault }: ServiceKeys,
  protection: Protection,
): Promise<NewRecoverySet> {
  return withSecrets(async secret => {
    const { wallet, deviceShare, share } = context.unlocked.shares();
    const walletKey = secret(joinKey(share, deviceShare.share));
    await openSealedWallet(secret, wallet, deviceShare.sealedSeed, walletKey);
    const recovery = splitKey(walletKey);
    const ours = secret(recovery.ours);
    const half = await sealShares({ half: secret(recovery.theirs) }, walletService);
    const { epoch } = wallet;
    return {
      epoch,
      half,
      ...(await sealVaultShare(context, secret, { ours, vault, protection, name: wallet })),
    };
  });
}

/** A share of the vault, and how it is sealed. */
export interface VaultShare {
  readonly ours: Uint8Array<ArrayBuffer>;
  readonly vault: ServiceKey;
  readonly protection: Protection;
  /** The epoch that it belongs to. */
  readonly name: SeedName;
}

/** Seals the vault's share as the protection wants it: plain, or encrypted with each factor. */
export async function sealVaultShare(
  { installation }: Pick<KeyringContext, 'installation'>,
  secret: KeepSecret,
  { ours, vault, protection, name }: VaultShare,
): Promise<NewVaultShare> {
  if (protection.mode === 'automatic') return { share: await sealShares({ half: ours }, vault) };
  const wraps = await Promise.all(
    protection.factors.map(async ({ id, jwe }) => {
      const factor = secret(await openShare(jwe, installation.sealingKey, installation.jkt));
      return { id, wrapped: await wrapShare(ours, factor, name) };
    }),
  );
  return { wraps };
}

/**
 * Opens the unlocked wallet with the recovery set that both services have stored but not committed: nothing else proves that the
 * passkey or the password opens it.
 */
export function tryProtection(
  context: KeyringContext,
  recovery: WalletServiceShare,
  vaultShare: string,
  factor: string | undefined,
): Promise<void> {
  return withSecrets(async secret => {
    const { wallet, deviceShare } = context.unlocked.shares();
    if (!isSameSeed(recovery.wallet, wallet)) throw keyringError('KEYRING_MISMATCH');
    const walletKey = secret(await recoveredKey(context, secret, recovery, vaultShare, factor));
    await openSealedWallet(secret, wallet, deviceShare.sealedSeed, walletKey);
  });
}

/**
 * Joins both shares of a recovery set.
 *
 * @param factor - The key of the passkey or password that the vault's share is encrypted with, as JWE to this installation.
 * @throws KEYRING_FACTOR The passkey or the password is another one. KEYRING_MISMATCH
 */
export async function recoveredKey(
  { installation: { sealingKey, jkt } }: Pick<KeyringContext, 'installation'>,
  secret: KeepSecret,
  { jwe, wallet }: WalletServiceShare,
  vaultShare: string,
  factor: string | undefined,
): Promise<Uint8Array<ArrayBuffer>> {
  const theirs = secret(await openShare(jwe, sealingKey, jkt));
  if (factor === undefined) return joinKey(theirs, secret(await openShare(vaultShare, sealingKey, jkt)));
  const wrapped = await openWrapped(vaultShare, sealingKey, jkt);
  const key = secret(await openShare(factor, sealingKey, jkt));
  return joinKey(theirs, secret(await unwrapShare(wrapped, key, wallet)));
}
