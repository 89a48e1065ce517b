import { type P256PublicJwk, p256PublicJwk } from 'latchkit/protocol';
import * as z from 'zod';
import type { SealedStore } from '../../../platform/keyvault/openSealedStore.js';
import type { SqlRunner } from '../../../platform/ports/Database.js';
import { uuidv7 } from '../../../platform/uuidv7.js';
import type { Caller } from '../../shared/proveCaller.js';

const installationRow = z.object({
  id: z.string(),
  jkt: z.string(),
  encJwk: z.custom<P256PublicJwk>(value => z.safeParse(p256PublicJwk, value).success),
  browser: z.string(),
});

/** One browser storage partition with one pair of keys. */
export type Installation = z.infer<typeof installationRow>;

const COLUMNS = 'id, jkt, enc_jwk as "encJwk", browser';

/** Registers the caller's keys, or replaces the key that shares are sealed to. Returns the installation's id. */
export async function registerInstallation(
  { database, schema }: SealedStore,
  { jkt, hostOrigin, browser }: Caller,
  keys: { kind: 'frame' | 'window'; encJwk: P256PublicJwk; ephemeral: boolean },
): Promise<string> {
  const [row] = await database.query(
    `insert into ${schema}.installations
       (id, jkt, enc_jwk, kind, host_origin, ephemeral, browser, created_at, last_seen_at)
     values ($1, $2, $3::jsonb, $4, $5, $6, $7, $8, $8)
     on conflict (jkt) do update set enc_jwk = excluded.enc_jwk, ephemeral = excluded.ephemeral,
       browser = excluded.browser, last_seen_at = excluded.last_seen_at
     returning id`,
    [uuidv7(), jkt, JSON.stringify(keys.encJwk), keys.kind, hostOrigin, keys.ephemeral, browser, new Date()],
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
});

/** Lists the installations that hold a share set of the user's wallet, newest first. */
export async function installationsOf({ database, schema }: SealedStore, userId: string) {
  const rows = await database.query(
    `select i.id, i.kind, i.host_origin as "hostOrigin", i.browser, s.created_at as "createdAt",
       i.last_seen_at as "lastSeenAt"
     from ${schema}.share_sets s
     join ${schema}.wallets w on w.id = s.wallet_id and w.state = 'active'
     join ${schema}.installations i on i.id = s.installation_id
     where w.user_id = $1 order by s.created_at desc`,
    [userId],
  );
  return rows.map(row => listingRow.parse(row));
}

/**
 * Removes an installation's share set and ends its sessions, in one statement.
 *
 * @returns whether it had a share set or a session.
 */
export async function revokeInstallation(
  { schema }: SealedStore,
  runner: SqlRunner,
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
