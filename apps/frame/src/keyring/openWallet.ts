import type { WalletAccount } from 'latchkit/protocol';
import { addressesOf, isSameAddresses } from './addressesOf.js';
import { keyringError } from './keyringError.js';
import { openSeed } from './sealSeed.js';
import { type WalletKeys, walletKeys } from './walletKeys.js';
import type { KeepSecret } from './withSecrets.js';

/** A wallet while it is open. */
export interface OpenWallet {
  readonly entropy: Uint8Array<ArrayBuffer>;
  readonly keys: WalletKeys;
}

/**
 * Opens a wallet with its key. The seed's own seal tells whether the key is right, and the addresses that come of it must be
 * those that are stored.
 *
 * @throws KEYRING_MISMATCH
 */
export async function openWallet(
  secret: KeepSecret,
  { walletId, epoch, addresses }: WalletAccount,
  sealedSeed: string,
  walletKey: Uint8Array<ArrayBuffer>,
): Promise<OpenWallet> {
  const entropy = secret(await openSeed(sealedSeed, walletKey, { walletId, epoch }));
  const keys = await walletKeys(entropy, secret);
  if (!isSameAddresses(addressesOf(keys), addresses)) throw keyringError('KEYRING_MISMATCH');
  return { entropy, keys };
}
