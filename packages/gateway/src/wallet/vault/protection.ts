import type {
  CallInput,
  CallResponse,
  confirmPasskeyCall,
  preparePasswordCall,
  preparePasswordRequest,
  putProtectionCall,
  putProtectionRequest,
  readProtectionCall,
} from 'latchkit/protocol';
import * as z from 'zod';
import type { SqlRunner } from '../../platform/ports/Database.js';
import type { Caller } from '../shared/proveCaller.js';
import { unsealShare } from '../shared/unsealShare.js';
import type { MayCreate } from '../shared/walletCreation.js';
import { walletError } from '../shared/walletError.js';
import { WALLET_ALLOWANCES, WALLET_TIMES } from '../shared/walletLimits.js';
import type { WalletParts } from '../shared/walletParts.js';
import { usedWay } from '../shared/waysIn/WayIn.js';
import { WAYS_IN } from '../shared/waysIn/waysIn.js';
import { passkeysOf, requirePasskey, signPasskeyGrant } from './passkeys.js';
import { addPasswordKey, evaluatePassword } from './passwordKeys.js';
import { ANY_ACTION, type PortalCaller, portalCaller, portalUse } from './protectionReceipts.js';
import { FIRST_EPOCH, newestOf, recoveryReceiptOf } from './recovery.js';
import { delayOf } from './recoveryDelay.js';
import {
  addVersion,
  findVersion,
  modeOf,
  releaseHalf,
  releaseWrap,
  type VersionContent,
} from './recoveryVersions.js';
import { subjectEmail } from './subjects.js';
import { waitingRecoveries } from './waitingRecoveries.js';

/** @throws HttpError 403 `GRANT_INVALID`, 404 `WALLET_NOT_FOUND`. */
export async function readProtection(
  parts: WalletParts,
  caller: Caller,
  receipt: string,
): Promise<CallResponse<typeof readProtectionCall>> {
  const { store } = parts;
  const { walletId, subjectId } = await portalCaller(parts, caller, receipt, ANY_ACTION);
  const passkeys = await passkeysOf(parts, store.database, subjectId, { walletId });
  return {
    mode: await modeOf(store, store.database, walletId),
    ...(await delayOf(store, store.database, subjectId)),
    passkeys: passkeys.map(({ id, name, createdAt, lastUsedAt }) => ({
      id,
      name,
      createdAt: createdAt.toISOString(),
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
    })),
    recoveries: await waitingRecoveries(store, subjectId),
  };
}

/**
 * Prepares a change of the protection, or a rekey or move, which encrypts a new share for the same protection.
 *
 * @throws HttpError 403 `GRANT_INVALID` or `FROZEN`, 404 `WALLET_NOT_FOUND`, 429.
 */
export async function protectingCaller(
  parts: WalletParts,
  caller: Caller,
  receipt: string,
  actions: readonly PortalCaller['action'][] = ['protection', 'rekey', 'move'],
): Promise<PortalCaller> {
  const portal = await portalCaller(parts, caller, receipt, actions);
  await parts.allowances.take(
    'protection',
    `${portal.walletId}:${caller.jkt}`,
    WALLET_ALLOWANCES.protections,
  );
  return portal;
}

/**
 * Evaluates a new password with a new key, or again with that key. Only a key that protects nothing yet can be used here: tries
 * of the others are counted.
 *
 * @throws HttpError 403, 400 `HALF_INVALID`, 404 `WALLET_NOT_FOUND`, 429.
 */
export async function preparePassword(
  parts: WalletParts,
  caller: Caller,
  { receipt, blinded, id }: CallInput<typeof preparePasswordRequest>['body'],
): Promise<CallResponse<typeof preparePasswordCall>> {
  const { store } = parts;
  const { subjectId } = await protectingCaller(parts, caller, receipt);
  return store.database.transaction(async runner => {
    if (id !== undefined) await refuseUsedKey(parts, runner, id);
    const way = WAYS_IN['password.prepare'];
    const key = id ?? (await addPasswordKey(store, runner, way, subjectId));
    return evaluatePassword(store, runner, way, { id: key, subjectId }, blinded);
  });
}

async function refuseUsedKey({ store }: WalletParts, runner: SqlRunner, id: string): Promise<void> {
  const rows = await runner.query(
    `select 1 from ${store.schema}.recovery_wraps join ${store.schema}.recovery using (wallet_id, epoch, version)
     where factor_id = $1 and confirmed_at is not null limit 1`,
    [id],
  );
  if (rows.length > 0) throw walletError('WALLET_NOT_FOUND');
}

/**
 * Stores a new version of the vault's share alongside the current one, and returns what it stored, so that the page can try it. A
 * wallet with passkeys needs one of them: a session and a code alone remove no passkey.
 *
 * @throws HttpError 403 `PASSKEY_REQUIRED` or `PASSKEY_INVALID`, 409 `EPOCH_CONFLICT`, 400 `HALF_INVALID`, 404, 429.
 */
export async function putProtection(
  parts: WalletParts,
  caller: Caller,
  walletId: string,
  body: CallInput<typeof putProtectionRequest>['body'],
  mayCreate: MayCreate,
): Promise<CallResponse<typeof putProtectionCall>> {
  const { store } = parts;
  const portal = await protectingCaller(parts, caller, body.receipt);
  const { subjectId, encJwk, jkt, action } = portal;
  const isMove = action === 'move';
  // A move stores a share of a new wallet for the receipt of the active one.
  if ((portal.walletId !== walletId) !== isMove) throw walletError('WALLET_NOT_FOUND');
  const { epoch, mode } = body;
  const present = await modeOf(store, store.database, portal.walletId);
  // A code for a rekey or a move changes no protection.
  if (action !== 'protection' && mode !== present) throw walletError('GRANT_INVALID');
  // A version of another epoch would be one of another wallet key.
  if (epoch !== epochOf(portal)) throw walletError('EPOCH_CONFLICT');
  if (isMove) await requireOpen(parts, subjectId, mayCreate);
  if (present === 'passkey') await requirePasskey(parts, portalUse(portal), body.assertion);
  const content = await contentOf(parts, body);
  return store.database.transaction(async runner => {
    await runner.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [walletId]);
    if (isMove) await refuseKnownWallet(parts, runner, walletId, subjectId);
    const version = (await newestOf(parts, runner, walletId, epoch)) + 1;
    if (content.mode !== 'automatic') await requireOwnFactors(parts, runner, subjectId, content);
    const way = WAYS_IN['protection.store'];
    await addVersion(store, runner, way, { walletId, epoch, version }, subjectId, content, isMove);
    const found = await findVersion(store, runner, { walletId, epoch, version });
    if (found === undefined) throw new Error('The version was not found after it was added');
    const to = { encJwk, jkt, purpose: walletId };
    const stored =
      content.mode === 'automatic'
        ? [await releaseHalf(store, runner, way, found, to)]
        : await Promise.all(content.wraps.map(({ id }) => releaseWrap(store, runner, way, found, id, to)));
    const name = action === 'protection' ? `protection.${mode}` : 'recovery.put';
    const entry = { action: name, subject: walletId, actor: jkt, meta: usedWay(way) };
    await store.audit.append(entry, runner);
    return {
      version,
      stored,
      recoveryReceipt: await recoveryReceiptOf(parts, caller, { walletId, epoch, version, mode }),
    };
  });
}

/** The epoch of the share that a receipt lets the page store. */
function epochOf({ action, epoch }: PortalCaller): number {
  if (action === 'move') return FIRST_EPOCH;
  return action === 'rekey' ? epoch + 1 : epoch;
}

/** @throws HttpError 403 `WALLET_CREATION_CLOSED`. */
async function requireOpen({ store }: WalletParts, subjectId: string, mayCreate: MayCreate): Promise<void> {
  if (!(await mayCreate(await subjectEmail(store, store.database, subjectId))))
    throw walletError('WALLET_CREATION_CLOSED');
}

/**
 * Refuses a share for a wallet that exists: of another user, or a committed one. Drafts of earlier moves are deleted: with this receipt,
 * the wallet service says that it has no second wallet, and a draft lives for an hour.
 *
 * @throws HttpError 404 `WALLET_NOT_FOUND`.
 */
async function refuseKnownWallet(
  { store: { schema } }: WalletParts,
  runner: SqlRunner,
  walletId: string,
  subjectId: string,
): Promise<void> {
  const rows = await runner.query(
    `select 1 from ${schema}.recovery where wallet_id = $1 and (subject_id <> $2 or confirmed_at is not null or not is_second)`,
    [walletId, subjectId],
  );
  if (rows.length > 0) throw walletError('WALLET_NOT_FOUND');
  await runner.query(
    `delete from ${schema}.recovery where subject_id = $1 and is_second and confirmed_at is null and created_at < $2`,
    [subjectId, new Date(Date.now() - 2 * WALLET_TIMES.draft)],
  );
}

/** @throws HttpError 400 `HALF_INVALID`. */
async function contentOf(
  { store }: WalletParts,
  { mode, share, wraps }: CallInput<typeof putProtectionRequest>['body'],
): Promise<VersionContent> {
  if (mode === 'automatic' && share !== undefined && wraps === undefined) {
    return { mode, half: await unsealShare(store.keys, share) };
  }
  const isOneTooMany = mode === 'password' && wraps?.length !== 1;
  if (mode === 'automatic' || share !== undefined || wraps === undefined || isOneTooMany) {
    throw walletError('HALF_INVALID');
  }
  return { mode, wraps };
}

/** Without this, a share could be encrypted for a factor that nobody has. @throws HttpError 400 `HALF_INVALID`. */
async function requireOwnFactors(
  { store: { schema } }: WalletParts,
  runner: SqlRunner,
  subjectId: string,
  { mode, wraps }: Exclude<VersionContent, { readonly mode: 'automatic' }>,
): Promise<void> {
  const table = mode === 'passkey' ? 'passkeys' : 'password_keys';
  const rows = await runner.query(
    `select id from ${schema}.${table}
     where subject_id = $1 and id in (select jsonb_array_elements_text($2::jsonb)::uuid)`,
    [subjectId, JSON.stringify(wraps.map(({ id }) => id))],
  );
  const own = rows.map(row => z.object({ id: z.string() }).parse(row).id);
  if (own.length !== wraps.length) throw walletError('HALF_INVALID');
}

/** Signs for the wallet service that the user has used a passkey of the wallet. */
export async function confirmPasskey(
  parts: WalletParts,
  caller: Caller,
  {
    receipt,
    assertion,
  }: { readonly receipt: string; readonly assertion: Parameters<typeof requirePasskey>[2] },
): Promise<CallResponse<typeof confirmPasskeyCall>> {
  const portal = await portalCaller(parts, caller, receipt, ANY_ACTION);
  await requirePasskey(parts, portalUse(portal), assertion);
  const way = WAYS_IN['passkey.use'];
  const entry = { action: 'passkey.use', subject: portal.walletId, actor: portal.jkt, meta: usedWay(way) };
  await parts.store.audit.append(entry);
  return { passkeyGrant: await signPasskeyGrant(parts, way, portal) };
}
