import { frameError, readSessionCall, type readSessionRequest, type WalletUser } from 'latchkit/protocol';
import { type AccountUser, isComplete } from './Account.js';
import type { AccountParts } from './AccountParts.js';

/** Who the gateway says is signed in. @throws NOT_CONNECTED also where somebody signed out meanwhile. */
export async function askUser({ gateway, presence, withAccess }: AccountParts): Promise<WalletUser> {
  const held = presence.keyring();
  const { user } = await withAccess(access =>
    gateway.call<typeof readSessionRequest>(readSessionCall, { access }),
  );
  if (held !== presence.keyring()) throw frameError('NOT_CONNECTED');
  return user;
}

/** Makes what answers who is here, of a session that was kept where nobody is yet. Calls at one moment share the way. */
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
    // A session whose set is gone opens nothing: it takes a sign-in.
    if (isComplete(found)) presence.become(found);
    else await session.end();
    return presence.user();
  } catch (error) {
    // Over, and not only out of reach.
    if ((await session.id()) !== undefined) throw error;
    return undefined;
  }
}
