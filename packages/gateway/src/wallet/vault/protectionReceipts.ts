import type * as z from 'zod';
import { verifyServiceToken } from '../../platform/keyvault/serviceKeys.js';
import type { Caller } from '../shared/proveCaller.js';
import { refuseFrozen } from '../shared/refuseFrozen.js';
import { isDestroying, requireStanding } from '../shared/requireStanding.js';
import { protectionClaims, TOKEN_KINDS } from '../shared/serviceTokens.js';
import { walletError } from '../shared/walletError.js';
import { WALLET_TIMES } from '../shared/walletLimits.js';
import type { WalletParts } from '../shared/walletParts.js';
import { WAYS_IN } from '../shared/waysIn/waysIn.js';
import type { PasskeyUse } from './passkeys.js';
import { confirmVersion, dropAbandoned } from './recoveryVersions.js';
import { subjectOfWallet } from './subjects.js';

type Claims = z.infer<typeof protectionClaims>;

/** A session of the portal, as the wallet service vouches for it. */
export interface PortalCaller extends Omit<Claims, 'jti'> {
  readonly subjectId: string;
}

/** Every receipt allows reading, and the use of a passkey. */
export const ANY_ACTION = [
  'read',
  'protection',
  'rekey',
  'move',
  'waive',
] as const satisfies readonly Claims['action'][];

/**
 * Verifies the wallet service's receipt for a session of the portal. Reading works in a frozen wallet; changes do not. A version of
 * the recovery set that the wallet service has committed without the vault's knowledge, because the page ended, is confirmed now,
 * and those that it never committed are deleted once it no longer can.
 *
 * @throws HttpError 403 `GRANT_INVALID`, `SETTLED_DEVICE_REQUIRED` or `FROZEN`, 404 `WALLET_NOT_FOUND`.
 */
export async function portalCaller(
  { store, peerKey, frameUrl, vaultUrl }: WalletParts,
  { jkt }: Caller,
  receipt: string,
  actions: readonly Claims['action'][],
): Promise<PortalCaller> {
  const expected = { typ: TOKEN_KINDS.protectionReceipt, issuer: frameUrl, audience: vaultUrl };
  const claims = await verifyServiceToken(peerKey, receipt, expected, protectionClaims);
  if (claims?.jkt !== jkt || !actions.includes(claims.action)) throw walletError('GRANT_INVALID');
  if (isDestroying(claims.action)) requireStanding(claims.action, claims.standing);
  const subjectId = await subjectOfWallet(store, store.database, claims.walletId);
  if (subjectId === undefined) throw walletError('WALLET_NOT_FOUND');
  if (claims.action !== 'read') await refuseFrozen(store, store.database, 'subjects', subjectId);
  await store.database.transaction(async runner => {
    const way = WAYS_IN['wallet.confirm'];
    await confirmVersion(store, runner, way, claims);
    await dropAbandoned(store, runner, way, claims, new Date(Date.now() - WALLET_TIMES.abandonedVersion));
  });
  return { ...claims, subjectId };
}

/** Use of a passkey of the wallet in the portal. One that only the user's other wallet has does not count. */
export const portalUse = ({ subjectId, jkt, walletId }: PortalCaller): PasskeyUse => ({
  ...{ subjectId, jkt, walletId, purpose: 'portal' },
});
