import { type P256PublicJwk, p256PublicJwk } from 'latchkit/protocol';
import * as z from 'zod';
import type { SealedStore } from '../../../platform/keyvault/openSealedStore.js';
import type { SqlRunner } from '../../../platform/ports/Database.js';
import { uuidv7 } from '../../../platform/uuidv7.js';
import type { Caller } from '../../shared/proveCaller.js';
import type { Session } from '../../shared/Session.js';
import { usedWay, type WayIn } from '../../shared/waysIn/WayIn.js';

const installationRow = z.object({
  id: z.string(),
  jkt: z.string(),
  encJwk: z.custom<P256PublicJwk>(value => z.safeParse(p256PublicJwk, value).success),
  browser: z.string(),
});

/** One browser storage partition with one pair of keys. */
export type Installation = z.infer<typeof installationRow>;

const COLUMNS = 'id, jkt, enc_jwk as "encJwk", browser';

/** Registers the caller's keys on its page, or replaces the key that shares are sealed to. Returns the installation's id. */
export async function registerInstallation(
  { database, schema }: SealedStore,
  { jkt, projectId, hostOrigin, browser }: Caller,
  keys: { kind: 'frame' | 'window'; encJwk: P256PublicJwk; ephemeral: boolean },
): Promise<string> {
  const [row] = await database.query(
    `with registered as (
       insert into ${schema}.installations
         (id, jkt, enc_jwk, kind, host_origin, ephemeral, browser, created_at, last_seen_at)
       values ($1, $2, $3::jsonb, $4, $5, $6, $7, $8, $8)
       on conflict (jkt) do update set enc_jwk = excluded.enc_jwk, ephemeral = excluded.ephemeral,
         browser = excluded.browser, last_seen_at = excluded.last_seen_at
       returning id
     ), page as (
       insert into ${schema}.installation_pages (installation_id, project_id, host_origin, registered_at)
       select id, $9, $5, $8 from registered
       on conflict (installation_id, project_id, host_origin) do update set registered_at = excluded.registered_at
     )
     select id from registered`,
    [
      ...[uuidv7(), jkt, JSON.stringify(keys.encJwk), keys.kind, hostOrigin, keys.ephemeral, browser],
      ...[new Date(), projectId],
    ],
  );
  return z.object({ id: z.string() }).parse(row).id;
}

/** Returns the installation of a key, or undefined if it is not registered. */
export async function findInstallation(
  { schema }: SealedStore,
  runner: SqlRunner,
  jkt: string,
): Promise<Installation | undefined> {
  const [row] = await runner.query(`select ${COLUMNS} from ${schema}.installations where jkt = $1`, [jkt]);
  return row && installationRow.parse(row);
}

const listingRow = z.object({
  id: z.string(),
  kind: z.enum(['frame', 'window']),
  hostOrigin: z.string(),
  browser: z.string(),
  createdAt: z.date(),
  lastSeenAt: z.date(),
  origin: z.enum(['created', 'recovered', 'vouched', 'passkey']),
  isNew: z.boolean(),
});

/** The latest record of an installation `i` and a share set `s`, as `p`. */
const LATEST = (schema: string) => `
  select origin, added_at, confirmed_at from ${schema}.wallet_installations
  where wallet_id = s.wallet_id and installation_id = i.id order by added_at desc, id desc limit 1`;

/**
 * Lists the installations that hold a share set of the user's wallet, newest first. One is new if it was added after that of the
 * session and was not confirmed.
 */
export async function installationsOf(
  { database, schema }: SealedStore,
  { userId, installationId }: Pick<Session, 'userId' | 'installationId'>,
) {
  const rows = await database.query(
    `with found as (
       select i.id, i.kind, i.host_origin, i.browser, i.last_seen_at, p.origin, p.added_at, p.confirmed_at
       from ${schema}.share_sets s
       join ${schema}.wallets w on w.id = s.wallet_id and w.state = 'active'
       join ${schema}.installations i on i.id = s.installation_id
       cross join lateral (${LATEST(schema)}) p
       where w.user_id = $1
     )
     select id, kind, host_origin as "hostOrigin", browser, added_at as "createdAt", last_seen_at as "lastSeenAt", origin,
       confirmed_at is null and coalesce(added_at > (select added_at from found where id = $2), false) as "isNew"
     from found order by added_at desc`,
    [userId, installationId],
  );
  return rows.map(row => listingRow.parse(row));
}

/**
 * Records that a newer installation belongs to the user. An installation cannot confirm itself or an older one, so that one that an
 * attacker added stays new for the others.
 */
export async function confirmInstallation(
  { database, schema, audit }: SealedStore,
  way: WayIn,
  { userId, installationId, jkt }: Pick<Session, 'userId' | 'installationId' | 'jkt'>,
  id: string,
): Promise<void> {
  const rows = await database.query(
    `update ${schema}.wallet_installations n set confirmed_at = $4
     from ${schema}.wallets w join ${schema}.share_sets s on s.wallet_id = w.id and s.installation_id = $2
     where w.id = n.wallet_id and w.user_id = $1 and w.state = 'active' and n.installation_id = $3
       and n.added_at > (select max(added_at) from ${schema}.wallet_installations
         where wallet_id = w.id and installation_id = $2)
     returning 1`,
    [userId, installationId, id, new Date()],
  );
  if (rows.length === 0) return;
  await audit.append({ action: 'installation.confirm', subject: userId, actor: jkt, meta: usedWay(way) });
}

/**
 * Removes an installation's share set and ends its sessions, in one statement.
 *
 * @returns whether it had a share set or a session.
 */
export async function revokeInstallation(
  { schema }: SealedStore,
  runner: SqlRunner,
  _way: WayIn,
  userId: string,
  installationId: string,
): Promise<boolean> {
  const rows = await runner.query(
    `with sets as (
       delete from ${schema}.share_sets s using ${schema}.wallets w
       where w.id = s.wallet_id and w.user_id = $1 and s.installation_id = $2 returning s.id
     ), ended as (
       update ${schema}.sessions set revoked_at = $3
       where user_id = $1 and installation_id = $2 and revoked_at is null returning id
     )
     select id from sets union all select id from ended`,
    [userId, installationId, new Date()],
  );
  return rows.length > 0;
}
