import { type Locale, makeFreezeLinkCall, type makeFreezeLinkRequest } from 'latchkit/protocol';
import * as z from 'zod';
import type { SealedStore } from '../../../platform/keyvault/openSealedStore.js';
import { verifyServiceToken } from '../../../platform/keyvault/serviceKeys.js';
import type { SqlRunner } from '../../../platform/ports/Database.js';
import { uuidv7 } from '../../../platform/uuidv7.js';
import { type AddressChange, lockChangesSince, ownedChange } from '../../shared/addressChanges.js';
import { EMAIL_PROVIDER, identityHash, normalEmail } from '../../shared/emailIdentity.js';
import { freezeClaims, inSeconds, TOKEN_KINDS } from '../../shared/serviceTokens.js';
import { walletError } from '../../shared/walletError.js';
import { WALLET_TIMES } from '../../shared/walletLimits.js';
import type { WalletParts } from '../../shared/walletParts.js';
import { usedWay, type WayIn } from '../../shared/waysIn/WayIn.js';
import { WAYS_IN } from '../../shared/waysIn/waysIn.js';
import { endSessionsOf } from './sessions.js';
import {
  addSocialIdentity,
  changeAddress,
  findAddress,
  ownerOfAddress,
  removeIdentitiesSince,
} from './users.js';

/**
 * Freezes a user whose freeze link was used at the vault. A link from an email about a changed address also restores the old
 * address and removes logins that were added since, one about an added login removes it, one about a removed login restores it, and all
 * end all sessions. A repeated call returns the same response.
 *
 * @returns whether the address is again the one that received the link. It is not if another user has it by now.
 * @throws HttpError 403 `GRANT_INVALID`.
 */
export async function freezeUser(
  { store, peerKey, frameUrl, vaultUrl }: WalletParts,
  { grant, email }: { readonly grant: string; readonly email: string },
): Promise<{ isReverted: boolean }> {
  const expected = { typ: TOKEN_KINDS.freezeGrant, issuer: vaultUrl, audience: frameUrl };
  const claims = await verifyServiceToken(peerKey, grant, expected, freezeClaims);
  const address = normalEmail(email);
  if (claims?.idh !== identityHash(claims?.jti ?? '', EMAIL_PROVIDER, address))
    throw walletError('GRANT_INVALID');
  const { txn, until, walletId } = claims;
  return store.database.transaction(async runner => {
    const change = txn === null ? undefined : await ownedChange(store, runner, txn);
    // Every address that the vault knew can remove an added login and restore a removed one.
    const isOf = change !== undefined && (change.kind !== 'change' || change.from === address);
    const userId = isOf ? change.ownerId : await ownerOf(store, runner, { walletId, address });
    if (userId === null || userId === undefined) return { isReverted: false };
    const way = WAYS_IN['freeze.link-own'];
    await freezeUntil(store, runner, way, userId, new Date(until * 1_000));
    const isReverted = isOf && (await takeBack(store, runner, way, userId, address, change));
    // A restored login voids no other change.
    if (isOf && change.kind !== 'removal') await lockChangesSince(store, runner, change);
    const action = txn === null ? 'wallet.freeze' : 'email.revert';
    await store.audit.append({ action, subject: userId, actor: 'link', meta: usedWay(way) }, runner);
    return { isReverted };
  });
}

/** Freezes a user's wallet here until a time, or for as long as it is frozen already. Ends a pause. */
export async function freezeUntil(
  { schema }: SealedStore,
  runner: SqlRunner,
  _way: WayIn,
  userId: string,
  until: Date,
): Promise<void> {
  await runner.query(
    `update ${schema}.users
     set frozen_until = greatest(coalesce(frozen_until, $2), $2), freeze_paused_until = null where id = $1`,
    [userId, until],
  );
}

/** Returns the vault's freeze link for an email to a user, or undefined if the vault fails: the email is sent without it. */
export async function freezeLink(
  { store, peer, frameUrl, vaultUrl }: WalletParts,
  email: string,
  locale: Locale,
): Promise<string | undefined> {
  const jti = uuidv7();
  const now = inSeconds(Date.now());
  const request = await store.keys.sign(TOKEN_KINDS.linkRequest, {
    iss: frameUrl,
    aud: vaultUrl,
    jti,
    idh: identityHash(jti, EMAIL_PROVIDER, email),
    iat: now,
    exp: now + inSeconds(WALLET_TIMES.peerWord),
  });
  try {
    const body = { request, email, locale };
    return (await peer<typeof makeFreezeLinkRequest>(makeFreezeLinkCall, { body })).link;
  } catch {
    return undefined;
  }
}

/** The user whose wallet a link freezes. An approval address is no login of that user, and can be one of another user. */
async function ownerOf(
  store: SealedStore,
  runner: SqlRunner,
  { walletId, address }: { readonly walletId: string | null; readonly address: string },
): Promise<string | undefined> {
  if (walletId === null) return ownerOfAddress(store, runner, address);
  const [row] = await runner.query(
    `select user_id as "userId" from ${store.schema}.wallets where id = $1 and state <> 'draft'`,
    [walletId],
  );
  return row && z.object({ userId: z.string() }).parse(row).userId;
}

async function takeBack(
  store: SealedStore,
  runner: SqlRunner,
  way: WayIn,
  userId: string,
  email: string,
  change: AddressChange,
): Promise<boolean> {
  if (change.kind === 'link') {
    await endSessionsOf(store, runner, userId);
    await removeIdentitiesSince(store, runner, way, userId, change);
    return true;
  }
  if (change.kind === 'removal') {
    await endSessionsOf(store, runner, userId);
    return addSocialIdentity(store, runner, way, userId, change);
  }
  const isBack = (await findAddress(store, userId, runner)) === email;
  // The holder of an earlier address has already reverted this change and others.
  if (change.state === 'locked') return isBack;
  if (isBack && change.state !== 'committed') return true;
  await endSessionsOf(store, runner, userId);
  await removeIdentitiesSince(store, runner, way, userId, change);
  if (isBack) return true;
  return changeAddress(store, runner, way, userId, email);
}
