import * as z from 'zod';
import type { SealedStore } from '../../platform/keyvault/openSealedStore.js';
import type { SqlRunner } from '../../platform/ports/Database.js';
import { type Identity, identityIndex, identityProvider } from '../shared/identity.js';
import { isSameLogin, isSettled, type StoredLogin } from '../shared/settledLogins.js';
import type { WayIn } from '../shared/waysIn/WayIn.js';
import { linkPlace, subjectColumn, subjectPlace } from './subjects.js';

/** A login of a subject. */
export interface SubjectLogin extends StoredLogin {
  /** Id of a linked identity. Null: the subject's first one. */
  readonly linkId: string | null;
}

const loginRow = z.object({
  linkId: z.string().nullable(),
  provider: identityProvider,
  sealedCt: z.instanceof(Uint8Array),
  dekId: z.string(),
  changedAt: z.date().nullable(),
});

/** Lists the logins of a subject: the first one, then the linked ones, the oldest first. */
export async function loginsOf(
  { schema, envelope }: SealedStore,
  runner: SqlRunner,
  subjectId: string,
): Promise<readonly SubjectLogin[]> {
  const rows = await runner.query(
    `select null::uuid as "linkId", provider, coalesce(email_ct, subject_ct) as "sealedCt", dek_id as "dekId",
       changed_at as "changedAt"
     from ${schema}.subjects where id = $1
     union all
     select id, provider, identity_ct, dek_id, linked_at from ${schema}.linked_identities where subject_id = $1
     order by 1 nulls first`,
    [subjectId],
  );
  const logins: SubjectLogin[] = [];
  for (const row of rows) {
    const { linkId, provider, sealedCt, dekId, changedAt } = loginRow.parse(row);
    const place = linkId === null ? subjectPlace(subjectId, subjectColumn({ provider })) : linkPlace(linkId);
    const bytes = await envelope.open(runner, place, { dekId, ciphertext: sealedCt });
    logins.push({ linkId, provider, subject: Buffer.from(bytes).toString('utf8'), changedAt });
  }
  return logins;
}

/**
 * Removes a login from a subject. A settled linked one takes the place of the first: no link of an email can take that away any
 * more.
 *
 * @param logins - All logins of the subject, of which a settled one stays.
 */
export async function removeIdentity(
  store: SealedStore,
  runner: SqlRunner,
  way: WayIn,
  subjectId: string,
  logins: readonly SubjectLogin[],
  removed: Identity,
): Promise<void> {
  const found = logins.find(login => isSameLogin(login, removed));
  if (found === undefined) return;
  if (found.linkId !== null) return unlink(store, runner, way, found.linkId);
  const heir = logins.find(login => login.linkId !== null && isSettled(login));
  if (heir === undefined || heir.linkId === null) throw new Error('No login stays');
  await unlink(store, runner, way, heir.linkId);
  await makeFirst(store, runner, way, subjectId, heir);
}

async function unlink(
  { schema }: SealedStore,
  runner: SqlRunner,
  _way: WayIn,
  linkId: string,
): Promise<void> {
  await runner.query(`delete from ${schema}.linked_identities where id = $1`, [linkId]);
}

async function makeFirst(
  store: SealedStore,
  runner: SqlRunner,
  _way: WayIn,
  subjectId: string,
  heir: SubjectLogin,
): Promise<void> {
  const { schema, envelope } = store;
  const { provider, subject, changedAt } = heir;
  const column = subjectColumn(heir);
  const empty = column === 'email_ct' ? 'subject_ct' : 'email_ct';
  const place = subjectPlace(subjectId, column);
  const { ciphertext, dekId } = await envelope.seal(runner, place, Buffer.from(subject, 'utf8'));
  await runner.query(
    `update ${schema}.subjects set provider = $2, subject_bidx = $3, ${column} = $4, ${empty} = null, dek_id = $5,
       changed_at = $6
     where id = $1`,
    [subjectId, provider, identityIndex(store, heir), ciphertext, dekId, changedAt],
  );
}
