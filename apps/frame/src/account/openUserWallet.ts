import type { Keyring } from '@latchkit/keyring';
import {
  commitWalletCall,
  type commitWalletRequest,
  confirmRecoveryCall,
  type confirmRecoveryRequest,
  draftWalletCall,
  type draftWalletRequest,
  enrolInstallationCall,
  type enrolInstallationRequest,
  frameError,
  isError,
  putRecoveryCall,
  type putRecoveryRequest,
  releaseDeviceShareCall,
  type releaseDeviceShareRequest,
  releaseRecoveryCall,
  type releaseRecoveryRequest,
  releaseRecoveryShareCall,
  type releaseRecoveryShareRequest,
  type WalletAccount,
  type WalletUser,
} from 'latchkit/protocol';
import type { ServiceClient } from '../services/createServiceClient.js';

/** The services and the keyring that the account uses. */
export interface WalletServices {
  readonly walletService: ServiceClient;
  readonly vault: ServiceClient;
  readonly keyring: Keyring;
}

/** Proof from both services that a sign-in was verified. */
export interface SignInEvidence {
  readonly access: string;
  readonly authReceipt: string;
  /** The vault's grant; absent on a known installation. */
  readonly approvalGrant: string | undefined;
}

/**
 * Opens the user's wallet after a sign-in: with this installation's own share set, with the recovery set, or by creating a
 * wallet. The keyring is unlocked afterwards.
 *
 * @returns the wallet, which this installation can open from then on.
 * @throws KEYRING_LOCKED, KEYRING_MISMATCH The own share set can't be opened, and the sign-in has no grant of the vault.
 */
export async function openUserWallet(
  services: WalletServices,
  user: WalletUser,
  evidence: SignInEvidence,
): Promise<WalletAccount> {
  const { wallet } = user;
  if (!wallet) {
    return createUserWallet(services, evidence).catch(error => {
      // Another device created the user's wallet first.
      if (isError(error) && error.context.service === 'WALLET_EXISTS')
        return recoverWallet(services, evidence, undefined);
      throw error;
    });
  }
  if (!user.isEnrolled) return recoverWallet(services, evidence, wallet);
  return unlockWallet(services, evidence.access).catch(error => {
    // The wallet service knows this installation, but its share is lost.
    if (isShareSetLost(error) && evidence.approvalGrant) return recoverWallet(services, evidence, wallet);
    throw error;
  });
}

/** Whether this installation's own share set can no longer be opened. */
export function isShareSetLost(error: unknown): boolean {
  if (!isError(error)) return false;
  const { code, context } = error;
  return code === 'KEYRING_LOCKED' || code === 'KEYRING_MISMATCH' || context.service === 'SHARE_NOT_FOUND';
}

/** Gets the wallet service's share and opens this installation's share set with it. */
export async function unlockWallet(
  { walletService, keyring }: WalletServices,
  access: string,
): Promise<WalletAccount> {
  const share = await walletService.call<typeof releaseDeviceShareRequest>(releaseDeviceShareCall, {
    body: {},
    access,
  });
  await keyring.unlock(share);
  return share.wallet;
}

/** @param known - Undefined: the wallet service knows which wallet the user has. */
async function recoverWallet(
  { walletService, vault, keyring }: WalletServices,
  { access, approvalGrant, authReceipt }: SignInEvidence,
  known: WalletAccount | undefined,
): Promise<WalletAccount> {
  if (approvalGrant === undefined) throw frameError('NOT_CONNECTED');
  const shared = walletService.call<typeof releaseRecoveryShareRequest>(releaseRecoveryShareCall, {
    body: { approvalGrant },
    access,
  });
  const release = ({ walletId, epoch, recoveryVersion: version }: WalletAccount) =>
    vault.call<typeof releaseRecoveryRequest>(releaseRecoveryCall, {
      body: { approvalGrant, authReceipt, walletId, epoch, version },
    });
  const [share, { jwe }, key] = await Promise.all([
    shared,
    release(known ?? (await shared).wallet),
    walletService.sealingKey(),
  ]);
  const body = await keyring.recover(share, jwe, key);
  await walletService.call<typeof enrolInstallationRequest>(enrolInstallationCall, { body, access });
  return share.wallet;
}

/**
 * Creates a wallet in two phases: both services store their shares of a draft, which is opened with what they return before it
 * is committed. The wallet is not shown before that, so nothing can be lost.
 */
async function createUserWallet(
  { walletService, vault, keyring }: WalletServices,
  { access, approvalGrant, authReceipt }: SignInEvidence,
): Promise<WalletAccount> {
  if (approvalGrant === undefined) throw frameError('NOT_CONNECTED');
  const walletId = crypto.randomUUID();
  const [serviceKey, vaultKey] = await Promise.all([walletService.sealingKey(), vault.sealingKey()]);
  const { recoveryHalf, epoch, ...draft } = await keyring.create(walletId, {
    walletService: serviceKey,
    vault: vaultKey,
  });
  const [, { version, recoveryReceipt }] = await Promise.all([
    walletService.call<typeof draftWalletRequest>(draftWalletCall, { body: draft, access }),
    vault.call<typeof putRecoveryRequest>(putRecoveryCall, {
      params: { walletId },
      body: { approvalGrant, authReceipt, epoch, half: recoveryHalf },
    }),
  ]);
  const [device, recovery, { jwe }] = await Promise.all([
    walletService.call<typeof releaseDeviceShareRequest>(releaseDeviceShareCall, {
      body: { walletId },
      access,
    }),
    walletService.call<typeof releaseRecoveryShareRequest>(releaseRecoveryShareCall, {
      body: { approvalGrant, walletId },
      access,
    }),
    vault.call<typeof releaseRecoveryRequest>(releaseRecoveryCall, {
      body: { approvalGrant, authReceipt, walletId, epoch, version },
    }),
  ]);
  await keyring.confirm(device, recovery, jwe);
  const { wallet, commitReceipt } = await walletService.call<typeof commitWalletRequest>(commitWalletCall, {
    params: { id: walletId },
    body: { recoveryReceipt },
    access,
  });
  // The wallet exists. Deleting the vault's losing drafts is housekeeping, which nobody waits for; they also expire.
  void vault
    .call<typeof confirmRecoveryRequest>(confirmRecoveryCall, {
      params: { walletId },
      body: { commitReceipt },
      keepalive: true,
    })
    .catch(() => {});
  return wallet;
}
