import type { KeyReceiver, Keyring } from '@latchkit/keyring';
import {
  askRecoveryPasskeyCall,
  type askRecoveryPasskeyRequest,
  type CallInput,
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
  type PasskeyAssertion,
  type PasskeyQuestion,
  putRecoveryCall,
  type putRecoveryRequest,
  releaseDeviceShareCall,
  type releaseDeviceShareRequest,
  releaseRecoveryCall,
  type releaseRecoveryRequest,
  releaseRecoveryShareCall,
  type releaseRecoveryShareRequest,
  releaseWithPasswordCall,
  type releaseWithPasswordRequest,
  type WalletAccount,
  type WalletUser,
} from 'latchkit/protocol';
import type { AnsweredPasskey } from '../passkeys/answerPasskey.js';
import type { ServiceClient } from '../services/createServiceClient.js';

/** The services and the keyring that the account uses. */
export interface WalletServices {
  readonly walletService: ServiceClient;
  readonly vault: ServiceClient;
  readonly keyring: Keyring;
  readonly installation: KeyReceiver;
  /** Lets the user use a passkey of the wallet. */
  readonly askPasskey: AskPasskey;
  /** Lets the user type the password of the wallet. */
  readonly askPassword: AskPassword;
}

/** Lets the user type the password of a wallet. `isWrong`: the last one was. @throws as {@link AskPasskey} */
export type AskPassword = (isWrong: boolean, wallet: WalletAccount) => Promise<string>;

/** Lets the user use a passkey of a wallet, for its recovery on this installation. @throws REJECTED, WINDOW_BLOCKED; ABORTED */
export type AskPasskey = (question: PasskeyQuestion, wallet: WalletAccount) => Promise<AnsweredPasskey>;

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
  { walletService, keyring }: Pick<WalletServices, 'walletService' | 'keyring'>,
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
  services: WalletServices,
  { access, approvalGrant, authReceipt }: SignInEvidence,
  known: WalletAccount | undefined,
): Promise<WalletAccount> {
  const { walletService, keyring } = services;
  if (approvalGrant === undefined) throw frameError('NOT_CONNECTED');
  const shared = walletService.call<typeof releaseRecoveryShareRequest>(releaseRecoveryShareCall, {
    body: { approvalGrant },
    access,
  });
  const wallet = known ?? (await shared).wallet;
  const { walletId, epoch, recoveryVersion: version } = wallet;
  const wanted = { approvalGrant, authReceipt, walletId, epoch, version };
  const [share, released, key] = await Promise.all([
    shared,
    releaseVaultShare(services, wanted, wallet),
    walletService.sealingKey(),
  ]);
  const open = ({ jwe, factor }: ReleasedShare) => keyring.recover(share, jwe, key, factor);
  const opened =
    released === 'PASSWORD'
      ? await openByPassword(services, wanted, wallet, open)
      : { ...(await open(released)), passkeyGrant: released.passkeyGrant };
  await walletService.call<typeof enrolInstallationRequest>(enrolInstallationCall, { body: opened, access });
  return share.wallet;
}

/** Which share the vault releases, and the proofs of the sign-in. */
type WantedShare = CallInput<typeof askRecoveryPasskeyRequest>['body'];

/** The vault's share, and the key of the factor that encrypts it. */
interface ReleasedShare {
  readonly jwe: string;
  readonly factor: string | undefined;
  readonly passkeyGrant?: string | undefined;
}

/** Gets the vault's share, with a passkey if the wallet has one; `PASSWORD`: it needs the password. */
async function releaseVaultShare(
  { vault, askPasskey }: WalletServices,
  wanted: WantedShare,
  wallet: WalletAccount,
): Promise<ReleasedShare | 'PASSWORD'> {
  const released = (assertion?: PasskeyAssertion) =>
    vault.call<typeof releaseRecoveryRequest>(releaseRecoveryCall, { body: { ...wanted, assertion } });
  try {
    return { ...(await released()), factor: undefined };
  } catch (error) {
    const service = isError(error) ? error.context.service : undefined;
    if (service === 'PASSWORD_REQUIRED') return 'PASSWORD';
    if (service !== 'PASSKEY_REQUIRED') throw error;
  }
  const question = await vault.call<typeof askRecoveryPasskeyRequest>(askRecoveryPasskeyCall, {
    body: wanted,
  });
  const { assertion, factor } = await askPasskey(question, wallet);
  return { ...(await released(assertion)), factor };
}

/** Asks for the password until one opens the wallet, or the vault refuses further tries. @throws PASSWORD_LOCKED */
async function openByPassword<Opened>(
  { vault, keyring, installation, askPassword }: WalletServices,
  wanted: WantedShare,
  wallet: WalletAccount,
  open: (share: ReleasedShare) => Promise<Opened>,
): Promise<Opened> {
  for (let isWrong = false; ; isWrong = true) {
    const blinded = await keyring.startPassword(await askPassword(isWrong, wallet));
    const body = { ...wanted, blinded };
    const { evaluated, salt, jwe } = await vault
      .call<typeof releaseWithPasswordRequest>(releaseWithPasswordCall, { body })
      .catch(cause => {
        if (!isError(cause, 'RATE_LIMITED')) throw cause;
        throw frameError('PASSWORD_LOCKED', { cause, context: { retryAfter: cause.context.retryAfter } });
      });
    const factor = await keyring.finishPassword(evaluated, salt, installation);
    try {
      return await open({ jwe, factor });
    } catch (error) {
      if (!isError(error) || error.code !== 'KEYRING_FACTOR') throw error;
    }
  }
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
