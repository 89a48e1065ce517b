import type { LoginProvider } from 'latchkit/protocol';
import * as z from 'zod';
import type { SealedStore } from '../../../platform/keyvault/openSealedStore.js';
import type { SqlRunner } from '../../../platform/ports/Database.js';
import { REALM } from '../../shared/emailIdentity.js';
import { identityIndex } from '../../shared/identity.js';
import { sharedUntil } from '../../shared/sharedUntil.js';
import { idAtProvider, projectOfSubject } from '../../shared/socialSubject.js';

const formerUser = z.object({ userId: z.string(), identityId: z.string() });

/** A login by a project's own client. */
interface ProjectLogin {
  readonly projectId: string;
  readonly provider: LoginProvider;
  readonly subject: string;
}

/**
 * Finds the user whom a project's own client logged in before its identities belonged to the project: the user of the shared
 * identity with the same id at the provider, from that time. Whether the person came through that project was not recorded.
 */
export async function findFormerUser(
  store: SealedStore,
  runner: SqlRunner,
  { projectId, provider, subject }: ProjectLogin,
): Promise<z.infer<typeof formerUser> | undefined> {
  if (projectOfSubject(subject) !== projectId) return undefined;
  const until = await sharedUntil(store, runner, projectId, provider);
  if (until === undefined) return undefined;
  const [row] = await runner.query(
    `select id as "identityId", user_id as "userId" from ${store.schema}.identities
     where realm = $1 and provider = $2 and subject_bidx = $3 and verified_at < $4`,
    [REALM, provider, identityIndex(store, { provider, subject: idAtProvider(subject) }), until],
  );
  return row && formerUser.parse(row);
}
