import type { WalletAccount } from 'latchkit/protocol';
import { createApprovalLedger } from './createApprovalLedger.js';
import type { RandomSource } from './createEntropy.js';
import { createUnlockedWallet, type KeyringContext } from './createUnlockedWallet.js';
import type { Keyring } from './Keyring.js';
import type { KeyringInstallation } from './KeyringInstallation.js';
import { keyringError } from './keyringError.js';
import { openSealedWallet } from './openSealedWallet.js';
import type { Approval, SigningRequest } from './SigningRequest.js';
import { createWallet, rekeyWallet } from './sealShareSet.js';
import { signRequest } from './signRequest.js';
import { joinKey } from './splitKey.js';
import { confirmShareSet, unlockDeviceSet, unlockRecoverySet } from './unlockShares.js';
import { withSecrets } from './withSecrets.js';

export interface KeyringOptions {
  readonly installation: KeyringInstallation;
  /** Origin of the host page: approvals for another origin are rejected. */
  readonly origin: string;
  /** Milliseconds since 1970. Default: the system clock. */
  readonly now?: () => number;
  /** Default: `crypto.getRandomValues`. */
  readonly random?: RandomSource;
}

/** A keyring in the current thread. */
export interface LocalKeyring extends Keyring {
  /** The unlocked wallet; undefined while locked. */
  wallet(): WalletAccount | undefined;
  /** Removes the wallet service's share and any unconfirmed share set from memory. */
  lock(): void;
}

/** Creates a locked keyring. */
export function createKeyring({
  installation,
  origin,
  now = Date.now,
  random,
}: KeyringOptions): LocalKeyring {
  const unlocked = createUnlockedWallet(now);
  const context: KeyringContext = {
    installation,
    unlocked,
    random,
    ledger: createApprovalLedger(origin, now),
  };
  return {
    wallet: unlocked.wallet,
    hasDeviceShare: () => installation.hasDeviceShare(),
    create: (walletId, services) => createWallet(context, walletId, services),
    rekey: services => rekeyWallet(context, services),
    confirm: (device, recovery, vaultShare) => confirmShareSet(context, device, recovery, vaultShare),
    unlock: share => unlockDeviceSet(context, share),
    recover: (recovery, vaultShare, walletService) =>
      unlockRecoverySet(context, recovery, vaultShare, walletService),
    sign: (request, approval) => signApproved(context, request, approval),
    lock: unlocked.clear,
  };
}

function signApproved(
  { unlocked, ledger }: KeyringContext,
  request: SigningRequest,
  approval: Approval,
): Promise<string> {
  return withSecrets(async secret => {
    const { wallet, deviceShare, share } = unlocked.shares();
    const { evm, solana } = wallet.addresses;
    if (request.account !== (request.kind.startsWith('solana') ? solana : evm)) {
      throw keyringError('KEYRING_REFUSED');
    }
    await ledger.consume(request, approval);
    const walletKey = secret(joinKey(share, deviceShare.share));
    const { keys } = await openSealedWallet(secret, wallet, deviceShare.sealedSeed, walletKey);
    return signRequest(request, keys);
  });
}
