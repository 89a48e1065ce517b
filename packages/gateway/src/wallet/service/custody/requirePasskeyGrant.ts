import { verifyServiceToken } from '../../../platform/keyvault/serviceKeys.js';
import type { SqlRunner } from '../../../platform/ports/Database.js';
import { useGrant } from '../../shared/grants.js';
import type { DestroyingAction } from '../../shared/requireStanding.js';
import type { Session } from '../../shared/Session.js';
import { passkeyClaims, TOKEN_KINDS } from '../../shared/serviceTokens.js';
import { walletError } from '../../shared/walletError.js';
import type { WalletParts } from '../../shared/walletParts.js';
import { noteUse } from '../auth/noteUse.js';

/** What a passkey was used for, and the vault's grant for that. */
export interface PasskeyUse {
  readonly walletId: string;
  readonly verb: 'enrol' | 'export' | DestroyingAction;
  readonly grant: string | undefined;
}

/**
 * Requires and uses up the vault's grant that a passkey of the wallet was used in the session's installation.
 *
 * @throws HttpError 403 `PASSKEY_REQUIRED` without a grant, `GRANT_INVALID`.
 */
export async function requirePasskeyGrant(
  { store, peerKey, vaultUrl, frameUrl }: WalletParts,
  runner: SqlRunner,
  { jkt, userId }: Session,
  { walletId, verb, grant }: PasskeyUse,
): Promise<void> {
  if (grant === undefined) throw walletError('PASSKEY_REQUIRED');
  const expected = { typ: TOKEN_KINDS.passkeyGrant, issuer: vaultUrl, audience: frameUrl };
  const claims = await verifyServiceToken(peerKey, grant, expected, passkeyClaims);
  const isOwn = claims?.jkt === jkt && claims.walletId === walletId;
  if (!isOwn || !(await useGrant(store, runner, claims.jti, verb, walletId)))
    throw walletError('GRANT_INVALID');
  await noteUse(store, runner, { userId, jkt });
}
