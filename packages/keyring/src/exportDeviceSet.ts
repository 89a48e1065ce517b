import { ed25519 } from '@noble/curves/ed25519';
import { utf8ToBytes } from '@noble/hashes/utils';
import { smartAccountAddress } from 'latchkit/protocol';
import type { KeyringContext } from './createUnlockedWallet.js';
import type { ExportedWallet, WalletServiceShare } from './Keyring.js';
import { keyringError } from './keyringError.js';
import { openSealedWallet } from './openSealedWallet.js';
import { recoveryPhrase } from './recoveryPhrase.js';
import { openShare } from './sealShares.js';
import { joinKey } from './splitKey.js';
import { withSecrets } from './withSecrets.js';

/** Opens the device set with a share that the wallet service released for an export. The share is not kept. */
export function exportDeviceSet(
  { installation }: KeyringContext,
  { jwe, wallet, sealedSeed }: WalletServiceShare,
): Promise<ExportedWallet> {
  return withSecrets(async secret => {
    const deviceShare = await installation.readDeviceShare(wallet);
    if (!deviceShare) throw keyringError('KEYRING_LOCKED');
    const ours = secret(deviceShare.share);
    // A share that was released to sign opens no export: only the wallet service's own page gets one for that.
    const purpose = `export ${wallet.walletId}`;
    const theirs = secret(await openShare(jwe, installation.sealingKey, installation.jkt, purpose));
    const walletKey = secret(joinKey(theirs, ours));
    const { entropy, keys } = await openSealedWallet(secret, wallet, sealedSeed, walletKey);
    // Copies: the originals are overwritten.
    return {
      phrase: recoveryPhrase(entropy),
      evm: Uint8Array.from(keys.evm),
      owner: Uint8Array.from(keys.owner),
      solana: Uint8Array.from([...keys.solana, ...ed25519.getPublicKey(keys.solana)]),
      smartAccount: Uint8Array.from(utf8ToBytes(smartAccountAddress(wallet.addresses.owner))),
    };
  });
}
