import type { WalletAccount } from 'latchkit/protocol';
import { keyringError } from './keyringError.js';
import { openSeed } from './sealSeed.js';
import { addressesOf, isSameAddresses, type WalletKeys, walletKeys } from './walletKeys.js';
import type { KeepSecret } from './withSecrets.js';

/** An opened wallet. */
export interface SealedWalletContents {
  readonly entropy: Uint8Array<ArrayBuffer>;
  readonly keys: WalletKeys;
}

/**
 * Opens a wallet with its key. Decrypting the seed verifies the key; the derived addresses must match the stored ones.
 *
 * @throws KEYRING_MISMATCH
 */
export async function openSealedWallet(
  secret: KeepSecret,
  { walletId, epoch, addresses }: WalletAccount,
  sealedSeed: string,
  walletKey: Uint8Array<ArrayBuffer>,
): Promise<SealedWalletContents> {
  const entropy = secret(await openSeed(sealedSeed, walletKey, { walletId, epoch }));
  const keys = await walletKeys(entropy, secret);
  if (!isSameAddresses(addressesOf(keys), addresses)) throw keyringError('KEYRING_MISMATCH');
  return { entropy, keys };
}
