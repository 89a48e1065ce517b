import type { SealedStore } from '../../platform/keyvault/openSealedStore.js';
import { verifyServiceToken } from '../../platform/keyvault/serviceKeys.js';
import type { SqlRunner } from '../../platform/ports/Database.js';
import { identityHash } from './emailIdentity.js';
import type { Identity } from './identity.js';
import { signInClaims, TOKEN_KINDS } from './serviceTokens.js';
import { walletError } from './walletError.js';
import { WALLET_TIMES } from './walletLimits.js';
import type { WalletParts } from './walletParts.js';

/**
 * Uses a grant or receipt for one verb, once.
 *
 * @param usedFor - The purpose within the verb.
 * @returns false if the same use is repeated because its response was lost.
 * @throws HttpError 403 `GRANT_INVALID` if it was used for something else.
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

/**
 * Returns the claims of the vault's grant.
 *
 * @throws HttpError 403 `GRANT_INVALID` unless the grant is for this sign-in, installation and identity.
 */
export async function grantOf(
  { peerKey, vaultUrl, frameUrl }: WalletParts,
  txn: { readonly id: string; readonly jkt: string },
  { provider, subject }: Identity,
  grant: string | undefined,
) {
  if (grant === undefined) throw walletError('GRANT_INVALID');
  const expected = { typ: TOKEN_KINDS.approvalGrant, issuer: vaultUrl, audience: frameUrl };
  const claims = await verifyServiceToken(peerKey, grant, expected, signInClaims);
  const idh = identityHash(txn.id, provider, subject);
  if (claims === undefined || claims.txn !== txn.id || claims.jkt !== txn.jkt || claims.idh !== idh) {
    throw walletError('GRANT_INVALID');
  }
  return claims;
}
