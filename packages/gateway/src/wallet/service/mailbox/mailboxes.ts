import { type P256PublicJwk, p256PublicJwk } from 'latchkit/protocol';
import * as z from 'zod';
import type { SealedStore } from '../../../platform/keyvault/openSealedStore.js';
import type { Caller } from '../../shared/proveCaller.js';
import { WALLET_TIMES } from '../../shared/walletLimits.js';
import { isPageOf } from '../auth/isPageOf.js';

const pageRow = z.object({
  jwk: z.custom<P256PublicJwk>(value => p256PublicJwk.safeParse(value).success),
  jkt: z.string(),
  projectId: z.string(),
  hostOrigin: z.string(),
});

/** The page that registered a mailbox. */
export type MailboxPage = z.infer<typeof pageRow>;

/**
 * Stores a mailbox of the caller.
 *
 * @returns `unknown` if the caller's installation neither registered nor has a session on its page; `exists` if the id was used.
 */
export async function registerMailbox(
  store: SealedStore,
  { jwk, jkt, projectId, hostOrigin }: Caller,
  id: string,
): Promise<'registered' | 'exists' | 'unknown'> {
  const { database, schema } = store;
  if (!(await isPageOf(store, { jkt, projectId, hostOrigin }))) return 'unknown';
  const rows = await database.query(
    `insert into ${schema}.mailboxes (id, jwk, jkt, project_id, host_origin, expires_at)
     values ($1, $2::jsonb, $3, $4, $5, $6) on conflict (id) do nothing returning id`,
    [id, JSON.stringify(jwk), jkt, projectId, hostOrigin, new Date(Date.now() + WALLET_TIMES.mailbox)],
  );
  return rows.length > 0 ? 'registered' : 'exists';
}

/**
 * Gives a mailbox to the first key that opens it, and never to the one that registered it.
 *
 * @returns the page that registered it; `taken` if the mailbox is of other keys; undefined if there is none.
 */
export async function openMailbox(
  { database, schema }: SealedStore,
  { jkt }: Pick<Caller, 'jkt'>,
  id: string,
): Promise<MailboxPage | 'taken' | undefined> {
  // One statement, so that a mailbox that is registered meanwhile is not taken for one of others.
  const [row] = await database.query(
    `with opened as (
       update ${schema}.mailboxes set window_jkt = $2
       where id = $1 and jkt <> $2 and (window_jkt is null or window_jkt = $2) and expires_at > $3
       returning id, jwk, jkt, project_id, host_origin
     )
     select opened.jwk, opened.jkt, opened.project_id as "projectId", opened.host_origin as "hostOrigin"
     from ${schema}.mailboxes m left join opened on opened.id = m.id
     where m.id = $1 and m.expires_at > $3`,
    [id, jkt, new Date()],
  );
  if (row === undefined) return undefined;
  return row.jkt === null ? 'taken' : pageRow.parse(row);
}

/** Returns the end of a mailbox that a key has; undefined for other keys. */
export async function endOfMailbox(
  { database, schema }: SealedStore,
  { jkt }: Pick<Caller, 'jkt'>,
  id: string,
): Promise<'frame' | 'window' | undefined> {
  const [row] = await database.query(
    `select jkt = $2 as "isFrame" from ${schema}.mailboxes
     where id = $1 and (jkt = $2 or window_jkt = $2) and expires_at > $3`,
    [id, jkt, new Date()],
  );
  if (row === undefined) return undefined;
  return z.object({ isFrame: z.boolean() }).parse(row).isFrame ? 'frame' : 'window';
}
