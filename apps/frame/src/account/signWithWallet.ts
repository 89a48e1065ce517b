import type { Approval, SessionKeyring, SigningRequest } from '@latchkit/keyring';
import { frameError, isError } from 'latchkit/protocol';
import type { AccountParts } from './Account.js';
import { isShareSetLost, unlockWallet } from './openUserWallet.js';
import { fetchUser, refreshUser } from './restoreSession.js';

/** Signs for the current session and unlocks the wallet first if necessary. See `Account.sign`. */
export async function signWithWallet(
  parts: AccountParts,
  request: SigningRequest,
  approval: Approval,
): Promise<string> {
  await requireActiveSession(parts);
  const signature = await withUnlockedWallet(parts, keyring => keyring.sign(request, approval));
  // Another page may have ended the session during signing.
  if (await parts.follow()) throw frameError('NOT_CONNECTED');
  return signature;
}

/**
 * Refuses to sign when another page, another device or the wallet service has ended the session, when the user's active wallet is
 * another one now, or when the wallet is frozen: a share in memory would still be enough to sign for a while.
 */
export async function requireActiveSession(parts: AccountParts): Promise<void> {
  const { authState, pageChannel, follow } = parts;
  if ((await follow()) || !authState.user()) throw frameError('NOT_CONNECTED');
  const { isFrozen, wallet } = await fetchUser(parts);
  if (wallet?.walletId !== authState.user()?.wallet.walletId) {
    await refreshUser(parts);
    throw frameError('NOT_CONNECTED');
  }
  if (!isFrozen) return;
  pageChannel.post({ type: 'FROZEN' });
  authState.lock();
  throw frameError('FROZEN');
}

/** Uses the keyring, and unlocks the wallet first if necessary. */
export async function withUnlockedWallet<Result>(
  { walletService, authState, withAccess, signOut }: AccountParts,
  work: (keyring: SessionKeyring) => Promise<Result>,
): Promise<Result> {
  const keyring = authState.keyring();
  if (!authState.user()) throw frameError('NOT_CONNECTED');
  try {
    return await work(keyring);
  } catch (error) {
    if (!isError(error) || error.code !== 'KEYRING_LOCKED') throw error;
  }
  await withAccess(access => unlockWallet({ walletService, keyring }, access)).catch(error => {
    if (!isShareSetLost(error)) throw error;
    // Nothing can be signed here before a sign-in that uses the recovery set.
    authState.mustRecover = true;
    void signOut();
    throw frameError('NOT_CONNECTED', { cause: error });
  });
  return work(keyring);
}
