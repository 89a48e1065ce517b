import { frameError, isError } from 'latchkit/protocol';
import type { Approval, SigningRequest } from '../keyring/SigningRequest.js';
import type { AccountParts } from './AccountParts.js';
import { isDoorLost, unlockWallet } from './openOwnWallet.js';

/** Signs, and opens the wallet first where it is locked. As `Account.sign`. */
export async function signWithWallet(
  { gateway, vault, presence, withAccess, signOut }: AccountParts,
  request: SigningRequest,
  approval: Approval,
): Promise<string> {
  const keyring = presence.keyring();
  if (!presence.user()) throw frameError('NOT_CONNECTED');
  try {
    return await keyring.sign(request, approval);
  } catch (error) {
    if (!isError(error, 'KEYRING_LOCKED')) throw error;
  }
  await withAccess(access => unlockWallet({ gateway, vault, keyring }, access)).catch(error => {
    if (!isDoorLost(error)) throw error;
    // Nothing can be signed here before a sign-in through the recovery door.
    presence.isDoorInDoubt = true;
    void signOut();
    throw frameError('NOT_CONNECTED', { cause: error });
  });
  return keyring.sign(request, approval);
}
