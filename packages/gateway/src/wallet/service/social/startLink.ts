import type { StartedLoginLink } from 'latchkit/protocol';
import type { SqlRunner } from '../../../platform/ports/Database.js';
import { uuidv7 } from '../../../platform/uuidv7.js';
import { keepChange, markChange } from '../../shared/addressChanges.js';
import { EMAIL_PROVIDER, identityHash } from '../../shared/emailIdentity.js';
import type { Standing } from '../../shared/requireStanding.js';
import type { Session } from '../../shared/Session.js';
import { walletError } from '../../shared/walletError.js';
import { projectNameOf } from '../auth/projectNameOf.js';
import { findAddress } from '../auth/users.js';
import { endChanges, keepStanding, loginIn } from '../signIn/emailUpdate.js';
import type { SocialParts } from './SocialParts.js';
import type { ProvedIdentity, SocialTxn } from './socialTxns.js';
import { findSocialUser } from './socialUsers.js';

/**
 * Starts to add a login to the wallet of a session's user, and voids an earlier change. It adds nothing, because the user has to
 * consent first.
 *
 * @param take - Takes the identity of the finished sign-in, and says what the installation has of the wallet.
 * @throws HttpError those of `take`; 403 `LOGIN_TAKEN` if the login has a user already.
 */
export async function startLink(
  parts: SocialParts,
  session: Pick<Session, 'userId' | 'identityId' | 'jkt'>,
  { provider, locale }: Pick<SocialTxn, 'provider' | 'locale'>,
  take: (runner: SqlRunner) => Promise<ProvedIdentity & { readonly standing: Standing }>,
): Promise<{ readonly link: StartedLoginLink; readonly identity: ProvedIdentity }> {
  const { store } = parts;
  const { userId, jkt } = session;
  const from = (await findAddress(store, userId)) ?? null;
  const txn = uuidv7();
  const identity = await store.database.transaction(async runner => {
    const found = await take(runner);
    const { subject: to, name, standing } = found;
    if ((await findSocialUser(store, runner, { provider, subject: to })) !== undefined) {
      throw walletError('LOGIN_TAKEN');
    }
    await endChanges(parts, runner, userId);
    const change = { txn, ownerId: userId, kind: 'link', jkt, from, to, provider, name, locale } as const;
    await keepChange(store, runner, change);
    await keepStanding(store, runner, txn, standing);
    await markChange(store, runner, change, 'proved');
    return found;
  });
  const { subject, name } = identity;
  const project = await projectNameOf(parts.findProject, { provider, subject });
  const added = { provider, name, project, idh: identityHash(txn, provider, subject) };
  const current: Pick<StartedLoginLink, 'current' | 'currentEmail'> =
    from === null
      ? { current: await loginIn(store, session, txn) }
      : {
          current: { provider: EMAIL_PROVIDER, name: from, idh: identityHash(txn, EMAIL_PROVIDER, from) },
          currentEmail: from,
        };
  return { identity, link: { txn, added, ...current } };
}
