import type { SealedStore } from '../keyvault/openSealedStore.js';
import type { SqlRunner } from '../ports/Database.js';
import { walletError } from './walletError.js';
import { WALLET_TIMES } from './walletLimits.js';

/**
 * Uses a grant or receipt for one verb, once.
 *
 * @param usedFor - The purpose within the verb.
 * @returns false if the same use is repeated because its response was lost.
 * @throws GatewayError 403 `GRANT_INVALID` if it was used for something else.
 */
export async function useGrant(
  { schema }: SealedStore,
  runner: SqlRunner,
  jti: string,
  verb: string,
  usedFor: string,
): Promise<boolean> {
  await runner.query(`delete from ${schema}.used_grants where expires_at < $1`, [new Date()]);
  const rows = await runner.query(
    `insert into ${schema}.used_grants as used_grants (jti, verb, used_for, expires_at) values ($1, $2, $3, $4)
     on conflict (jti, verb) do update set expires_at = used_grants.expires_at
     returning used_for as "usedFor", xmax = 0 as "isFirst"`,
    [jti, verb, usedFor, new Date(Date.now() + WALLET_TIMES.ended)],
  );
  if (rows[0]?.usedFor !== usedFor) throw walletError('GRANT_INVALID');
  return rows[0].isFirst === true;
}
