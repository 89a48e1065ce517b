import { vouchedInstallation, type WalletAccount } from 'latchkit/protocol';
import type { KeyringContext } from './createUnlockedWallet.js';
import type { NewDeviceSet, Provision } from './Keyring.js';
import { keyringError } from './keyringError.js';
import { openSealedWallet } from './openSealedWallet.js';
import type { Approval, SigningRequest } from './SigningRequest.js';
import { openShare, type ServiceKey, sealForInstallation } from './sealShares.js';
import { joinKey } from './splitKey.js';
import { createDeviceSet } from './unlockShares.js';
import { withSecrets } from './withSecrets.js';

/** Seals the wallet key of the unlocked wallet to the installation that the approved request names. */
export function provisionSibling(
  { unlocked, ledger }: KeyringContext,
  request: SigningRequest,
  approval: Approval,
): Promise<Provision> {
  return withSecrets(async secret => {
    const { wallet, deviceShare, share } = unlocked.shares();
    const isMeant = request.kind === 'provision' && request.account === wallet.addresses.evm;
    if (!isMeant || approval.surface !== 'window') throw keyringError('KEYRING_REFUSED');
    await ledger.consume(request, approval);
    const to = vouchedInstallation.parse(JSON.parse(request.payload));
    const walletKey = secret(joinKey(share, deviceShare.share));
    const { sealedSeed } = deviceShare;
    await openSealedWallet(secret, wallet, sealedSeed, walletKey);
    return { jwe: await sealForInstallation(walletKey, to, purposeOf(wallet)), sealedSeed };
  });
}

/** Opens the wallet with the key that a sibling sealed to this installation, and creates a device set. */
export function adoptWallet(
  context: KeyringContext,
  { jwe, sealedSeed }: Provision,
  wallet: WalletAccount,
  walletService: ServiceKey,
): Promise<NewDeviceSet> {
  return withSecrets(async secret => {
    const { sealingKey, jkt } = context.installation;
    const walletKey = secret(await openShare(jwe, sealingKey, jkt, purposeOf(wallet)));
    return createDeviceSet(context, secret, { wallet, sealedSeed }, walletKey, walletService);
  });
}

const purposeOf = ({ walletId, epoch }: WalletAccount) => `provision ${walletId}|${epoch}`;
