import type { SealedStore } from '../../../platform/keyvault/openSealedStore.js';
import type { SqlRunner } from '../../../platform/ports/Database.js';
import type { Wallet } from './wallets.js';

/** Stores the grant of a social sign-in. The grant of a sign-in by email is stored before its code is sent. */
export async function keepSocialGrant(
  { schema }: SealedStore,
  runner: SqlRunner,
  txn: string,
  jti: string,
): Promise<void> {
  // The vault has looked at the access token, so it can be revoked.
  await runner.query(
    `update ${schema}.social_txns set grant_jti = $2, token_due_at = least(token_due_at, $3) where id = $1`,
    [txn, jti, new Date()],
  );
}

/** Whether this sign-in opened the recovery set of the wallet in this epoch. */
export async function hasRecovered(
  { schema }: SealedStore,
  runner: SqlRunner,
  txn: string,
  { id, epoch }: Wallet,
): Promise<boolean> {
  const rows = await runner.query(
    `select 1 from ${schema}.used_grants g
     join (
       select id, grant_jti from ${schema}.auth_txns
       union all select id, grant_jti from ${schema}.social_txns
     ) t on t.grant_jti = g.jti
     where t.id = $1 and g.verb = 'recovery-half' and g.used_for = $2`,
    [txn, `${id}|${epoch}`],
  );
  return rows.length > 0;
}
