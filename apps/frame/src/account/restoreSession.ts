import { frameError, readSessionCall, type readSessionRequest, type WalletUser } from 'latchkit/protocol';
import { type AccountParts, type AccountUser, isComplete } from './Account.js';

/** Requests the signed-in user from the wallet service. @throws NOT_CONNECTED Also if the user signed out in the meantime. */
export async function fetchUser({ walletService, authState, withAccess }: AccountParts): Promise<WalletUser> {
  const held = authState.keyring();
  const { user } = await withAccess(access =>
    walletService.call<typeof readSessionRequest>(readSessionCall, { access }),
  );
  if (held !== authState.keyring()) throw frameError('NOT_CONNECTED');
  return user;
}

/** Takes over what the wallet service says of the user, whose active wallet may be another one now. See `Account.refresh`. */
export async function refreshUser(parts: AccountParts): Promise<void> {
  const { authState } = parts;
  // What it has unlocked may be of the wallet from before.
  authState.lock();
  const found = await fetchUser(parts);
  if (isComplete(found)) authState.setUser(found);
  else await parts.signOut();
}

/**
 * Creates a function that returns the signed-in user, restoring a stored session if necessary. Concurrent calls share one
 * request.
 */
export function createRestore(parts: AccountParts): () => Promise<AccountUser | undefined> {
  const { authState } = parts;
  let restoring: Promise<AccountUser | undefined> | undefined;
  return () => {
    const user = authState.user();
    if (user) return Promise.resolve(user);
    restoring ??= restoreStored(parts).finally(() => {
      restoring = undefined;
    });
    return restoring;
  };
}

async function restoreStored(parts: AccountParts): Promise<AccountUser | undefined> {
  const { session, authState } = parts;
  if ((await session.id()) === undefined) return undefined;
  try {
    const found = await fetchUser(parts);
    // A session without a share set can't open the wallet: it requires a sign-in.
    if (isComplete(found)) authState.setUser(found);
    else await session.end();
    return authState.user();
  } catch (error) {
    // Only an ended session counts as signed out, not an unreachable service.
    if ((await session.id()) !== undefined) throw error;
    return undefined;
  }
}
