import { freezeUserCall, type freezeUserRequest } from 'latchkit/protocol';
import type { SealedStore } from '../../platform/keyvault/openSealedStore.js';
import type { SqlRunner } from '../../platform/ports/Database.js';
import { uuidv7 } from '../../platform/uuidv7.js';
import {
  type AddressChange,
  addedIdentity,
  keepChange,
  lockChangesSince,
  markChange,
  ownedChange,
} from '../shared/addressChanges.js';
import { EMAIL_PROVIDER, identityHash } from '../shared/emailIdentity.js';
import { emailIdentity } from '../shared/identity.js';
import { inSeconds, TOKEN_KINDS } from '../shared/serviceTokens.js';
import { WALLET_TIMES } from '../shared/walletLimits.js';
import type { WalletParts } from '../shared/walletParts.js';
import { usedWay, type WayIn } from '../shared/waysIn/WayIn.js';
import { WAYS_IN } from '../shared/waysIn/waysIn.js';
import { finishPrepared } from './emailChange.js';
import { type FreezeLink, freezeLinkOf } from './freezeLinks.js';
import { linkIdentity, subjectEmail, walletOfSubject } from './subjects.js';

/** The effect of a link, or `pending` if it can be used. */
export interface FreezeState {
  readonly state: 'pending' | 'frozen' | 'expired';
  readonly until?: string;
  /** The wallet belongs again to the address that received the link. */
  readonly isReverted?: true;
}

/**
 * Returns the state of a link. Changes nothing, so that a scanner that opens the links of emails does no harm. If the wallet
 * service failed and the change is not reverted yet, the link can be used again.
 *
 * @throws HttpError 404 `APPROVAL_INVALID`.
 */
export async function lookAtFreeze({ store }: WalletParts, token: string): Promise<FreezeState> {
  const { usedAt, doneAt, txn, subjectId, email } = await freezeLinkOf(store, store.database, token);
  if (usedAt === null) return { state: 'pending' };
  if (txn === null || subjectId === null) return stateOf(usedAt);
  if (doneAt === null && (await hasOpenChange(store, { txn, subjectId }))) return { state: 'pending' };
  return stateOf(usedAt, (await subjectEmail(store, store.database, subjectId)) === email);
}

/**
 * Freezes the wallet of the link, here and at the wallet service. The link of a change of the address also reverts that
 * change. A repeated call continues where the last one failed: the vault is frozen first, whether or not the wallet service
 * responds. Once both have done it, it changes nothing, so that what the owner does since, such as ending the freeze, stays.
 *
 * @throws HttpError 404 `APPROVAL_INVALID`, 503 `PEER_UNAVAILABLE`.
 */
export async function useFreeze(parts: WalletParts, token: string): Promise<FreezeState> {
  const { store, peer } = parts;
  const { link, usedAt } = await store.database.transaction(async runner => {
    const found = await freezeLinkOf(store, runner, token);
    return { link: found, usedAt: found.usedAt ?? (await freeze(store, runner, found)) };
  });
  if (link.doneAt !== null) return lookAtFreeze(parts, token);
  const body = { grant: await grantOf(parts, link, usedAt), email: link.email };
  const { isReverted } = await peer<typeof freezeUserRequest>(freezeUserCall, { body });
  const { txn, subjectId, email } = link;
  if (txn !== null && subjectId !== null) {
    await store.database.transaction(async runner => {
      if (isReverted) {
        await finishPrepared(store, runner, subjectId, emailIdentity(email));
        await restore(store, runner, WAYS_IN['freeze.link'], { txn, subjectId });
        await endLaterLinks(store, runner, { txn, subjectId });
      }
      await forget(store, runner, { txn, subjectId });
    });
  }
  await store.database.query(`update ${store.schema}.freeze_links set done_at = $2 where token_h = $1`, [
    link.tokenHash,
    new Date(),
  ]);
  return stateOf(usedAt, txn !== null && isReverted);
}

async function freeze(store: SealedStore, runner: SqlRunner, link: FreezeLink): Promise<Date> {
  const { schema } = store;
  const { tokenHash, subjectId, txn, email } = link;
  const [now, way] = [new Date(), WAYS_IN['freeze.link']];
  await runner.query(`update ${schema}.freeze_links set used_at = $2 where token_h = $1`, [tokenHash, now]);
  if (subjectId !== null) {
    await runner.query(
      `update ${schema}.subjects set frozen_until = $2, freeze_paused_until = null where id = $1`,
      [subjectId, endOf(now)],
    );
    if (txn !== null) await revert(store, runner, way, subjectId, { txn, email });
  }
  const action = txn === null ? 'wallet.freeze' : 'email.revert';
  const entry = { action, subject: subjectId ?? tokenHash, actor: 'link', meta: usedWay(way) };
  await store.audit.append(entry, runner);
  return now;
}

/**
 * Reverts a change, unless it is not there any more: the link of another email has reverted it. The change of a login stays locked until
 * the wallet service has reverted it too.
 */
async function revert(
  store: SealedStore,
  runner: SqlRunner,
  way: WayIn,
  subjectId: string,
  { txn, email }: { readonly txn: string; readonly email: string },
): Promise<void> {
  const change = await ownedChange(store, runner, txn);
  if (change === undefined) return;
  if (change.kind !== 'removal') await unlink(store, runner, way, change);
  if (change.kind === 'change') return prepareReturn(store, runner, subjectId, email);
  await markChange(store, runner, { txn }, 'locked');
}

/**
 * Removes the login that a change added, and social logins that were added since. A change of the address added none, but those that
 * were added since have the agreement of the new address only.
 */
async function unlink(
  store: SealedStore,
  runner: SqlRunner,
  _way: WayIn,
  change: AddressChange,
): Promise<void> {
  const { schema } = store;
  const { ownerId, kind, provider, txn } = change;
  await runner.query(
    `delete from ${schema}.linked_identities where subject_id = $1 and (provider <> $2 or $3)
       and linked_at >= (select created_at from ${schema}.address_changes where txn = $4)`,
    [ownerId, EMAIL_PROVIDER, kind === 'link' && provider === EMAIL_PROVIDER, txn],
  );
}

/** Once an address is restored, the links about later changes do nothing any more, as at the wallet service. */
async function endLaterLinks(
  store: SealedStore,
  runner: SqlRunner,
  { txn, subjectId }: LinkedChange,
): Promise<void> {
  const change = await ownedChange(store, runner, txn);
  if (change?.kind === 'change') await lockChangesSince(store, runner, { txn, ownerId: subjectId });
}

/** Adds a removed login again, once the wallet service has: another user may have it there by now. */
async function restore(
  store: SealedStore,
  runner: SqlRunner,
  way: WayIn,
  { txn, subjectId }: LinkedChange,
): Promise<void> {
  const change = await ownedChange(store, runner, txn);
  if (change?.kind !== 'removal') return;
  await linkIdentity(store, runner, way, {
    ...{ subjectId, txn, identity: addedIdentity(change), linkedAt: new Date() },
  });
}

/** The way back is a prepared change: if the wallet service's response is lost, the vault commits it at its next call. */
async function prepareReturn(
  store: SealedStore,
  runner: SqlRunner,
  subjectId: string,
  to: string,
): Promise<void> {
  const from = await subjectEmail(store, runner, subjectId);
  // A subject without an email login has no address to return to.
  if (from === undefined || from === to) return;
  const txn = uuidv7();
  await keepChange(store, runner, {
    ...{ txn, ownerId: subjectId, kind: 'change', jkt: 'link', from, to, locale: 'en' },
  });
  await markChange(store, runner, { txn }, 'prepared');
}

/** The change of a link, and its subject. */
interface LinkedChange {
  readonly txn: string;
  readonly subjectId: string;
}

/**
 * Voids every change that was prepared before. A restored login voids none but its removal: the wallet service may have committed
 * the addition of another login, whose commit the vault still waits for.
 */
async function forget(
  store: SealedStore,
  runner: SqlRunner,
  { txn, subjectId }: LinkedChange,
): Promise<void> {
  const change = await ownedChange(store, runner, txn);
  if (change?.kind === 'removal') return markChange(store, runner, change, 'committed');
  await runner.query(
    `delete from ${store.schema}.address_changes where owner_id = $1 and state <> 'committed'`,
    [subjectId],
  );
}

/** Whether there is a change that {@link forget} voids. */
async function hasOpenChange(
  { database, schema }: SealedStore,
  { txn, subjectId }: LinkedChange,
): Promise<boolean> {
  const rows = await database.query(
    `select 1 from ${schema}.address_changes where owner_id = $1 and state <> 'committed' and (
       txn = $2 or not exists (select 1 from ${schema}.address_changes where txn = $2 and kind = 'removal')) limit 1`,
    [subjectId, txn],
  );
  return rows.length > 0;
}

/**
 * Signs the grant that the holder of an address wants the wallet frozen. It names the wallet, because the wallet service may not
 * know the address, or know it as the login of another user.
 */
async function grantOf(
  { store, frameUrl, vaultUrl }: WalletParts,
  { email, txn, subjectId }: FreezeLink,
  usedAt: Date,
): Promise<string> {
  const walletId = subjectId === null ? undefined : await walletOfSubject(store, store.database, subjectId);
  const jti = uuidv7();
  const now = inSeconds(Date.now());
  return store.keys.sign(TOKEN_KINDS.freezeGrant, {
    iss: vaultUrl,
    aud: frameUrl,
    jti,
    idh: identityHash(jti, EMAIL_PROVIDER, email),
    txn,
    walletId: walletId ?? null,
    until: inSeconds(endOf(usedAt).getTime()),
    iat: now,
    exp: now + inSeconds(WALLET_TIMES.peerWord),
  });
}

function stateOf(usedAt: Date, isReverted = false): FreezeState {
  const until = endOf(usedAt);
  const state = until.getTime() > Date.now() ? 'frozen' : 'expired';
  return { state, until: until.toISOString(), ...(isReverted && { isReverted }) };
}

const endOf = (usedAt: Date) => new Date(usedAt.getTime() + WALLET_TIMES.freeze);
