import { frameError, readSessionCall, type readSessionRequest, type WalletUser } from 'latchkit/protocol';
import { type AccountUser, isComplete } from './Account.js';
import type { AccountParts } from './AccountParts.js';

/** Requests the signed-in user from the wallet service. @throws NOT_CONNECTED Also if the user signed out in the meantime. */
export async function askUser({ gateway, presence, withAccess }: AccountParts): Promise<WalletUser> {
  const held = presence.keyring();
  const { user } = await withAccess(access =>
    gateway.call<typeof readSessionRequest>(readSessionCall, { access }),
  );
  if (held !== presence.keyring()) throw frameError('NOT_CONNECTED');
  return user;
}

/**
 * Creates a function that returns the signed-in user, restoring a stored session if necessary. Concurrent calls share one
 * request.
 */
export function createRestore(parts: AccountParts): () => Promise<AccountUser | undefined> {
  const { presence } = parts;
  let restoring: Promise<AccountUser | undefined> | undefined;
  return () => {
    const user = presence.user();
    if (user) return Promise.resolve(user);
    restoring ??= readKept(parts).finally(() => {
      restoring = undefined;
    });
    return restoring;
  };
}

async function readKept(parts: AccountParts): Promise<AccountUser | undefined> {
  const { session, presence } = parts;
  if ((await session.id()) === undefined) return undefined;
  try {
    const found = await askUser(parts);
    // A session without a share set can't open the wallet: it requires a sign-in.
    if (isComplete(found)) presence.become(found);
    else await session.end();
    return presence.user();
  } catch (error) {
    // Only an ended session counts as signed out, not an unreachable service.
    if ((await session.id()) !== undefined) throw error;
    return undefined;
  }
}
