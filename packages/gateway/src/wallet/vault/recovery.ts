import type { PasskeyAssertion, RecoveryMode } from 'latchkit/protocol';
import * as z from 'zod';
import { verifyServiceToken } from '../../platform/keyvault/serviceKeys.js';
import type { SqlRunner } from '../../platform/ports/Database.js';
import { EMAIL_PROVIDER } from '../shared/emailIdentity.js';
import { useGrant } from '../shared/grants.js';
import { type Identity, identityIndex } from '../shared/identity.js';
import { loginTag } from '../shared/loginTag.js';
import type { Caller } from '../shared/proveCaller.js';
import { refuseFrozen } from '../shared/refuseFrozen.js';
import { inSeconds, recoveryClaims, TOKEN_KINDS } from '../shared/serviceTokens.js';
import { unsealShare } from '../shared/unsealShare.js';
import type { MayCreate } from '../shared/walletCreation.js';
import { walletError } from '../shared/walletError.js';
import { WALLET_ALLOWANCES, WALLET_TIMES } from '../shared/walletLimits.js';
import type { WalletParts } from '../shared/walletParts.js';
import { usedWay } from '../shared/waysIn/WayIn.js';
import { WAYS_IN } from '../shared/waysIn/waysIn.js';
import { finishPrepared, vacate } from './emailChange.js';
import { askPasskey, requirePasskey, signPasskeyGrant } from './passkeys.js';
import { evaluatePassword } from './passwordKeys.js';
import { proveSignIn, type SignInProof } from './proveSignIn.js';
import {
  addVersion,
  confirmVersion,
  factorsOf,
  findVersion,
  modeOf,
  releaseHalf,
  releaseWrap,
  type VersionName,
} from './recoveryVersions.js';
import { openSubject, refuseChangedIdentity, subjectOf, subjectOfWallet } from './subjects.js';
import { endWait, refuseWaiting } from './waitingRecoveries.js';

/** The epoch of a new wallet. Later ones come from a rekey, which needs more than a login. */
export const FIRST_EPOCH = 1;

/**
 * Stores the vault's share of a new wallet, as a new version. Earlier versions stay until the wallet service confirms
 * one. Sending the same share again returns the same response. The wire and stored name of a share is `half`.
 *
 * @throws HttpError 403 `GRANT_INVALID` or `ACCOUNT_MISMATCH`, 409 `EPOCH_CONFLICT` unless the wallet is new, 400 `HALF_INVALID`, 429.
 */
export async function putRecovery(
  parts: WalletParts,
  caller: Caller,
  walletId: string,
  body: SignInProof & { readonly epoch: number; readonly half: string },
  mayCreate: MayCreate,
) {
  const { store, allowances } = parts;
  const { epoch } = body;
  if (epoch !== FIRST_EPOCH) throw walletError('EPOCH_CONFLICT');
  const { identity, jtis } = await proveSignIn(parts, caller, body);
  await allowances.take('recovery put', identityIndex(store, identity), WALLET_ALLOWANCES.recoveries);
  const half = await unsealShare(store.keys, body.half);
  const mark = store.secret.index('half', Buffer.from(half).toString('base64url'));
  const isOpen = await mayCreate(identity.provider === EMAIL_PROVIDER ? identity.subject : undefined);
  const version = await store.database.transaction(async runner => {
    await runner.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [walletId]);
    const owner = await ownerOf(parts, runner, walletId, identity);
    if (owner === undefined && !isOpen) throw walletError('WALLET_CREATION_CLOSED');
    await refuseFactors(parts, runner, walletId);
    const subjectId = owner ?? (await newOwner(parts, runner, identity));
    const usedFor = `${walletId}|${epoch}|${mark}`;
    const isFirst = await useAll(parts, runner, jtis, 'recovery-put', usedFor);
    const newest = await newestOf(parts, runner, walletId, epoch);
    if (!isFirst) return newest;
    const next = newest + 1;
    const way = WAYS_IN['wallet.vault'];
    await addVersion(store, runner, way, { walletId, epoch, version: next }, subjectId, {
      mode: 'automatic',
      half,
    });
    const entry = { action: 'recovery.put', subject: walletId, actor: caller.jkt, meta: usedWay(way) };
    await store.audit.append(entry, runner);
    return next;
  });
  return {
    version,
    recoveryReceipt: await recoveryReceiptOf(parts, caller, { walletId, epoch, version, mode: 'automatic' }),
  };
}

/** Selects the share to release. `version` null selects the newest one. */
export interface Wanted {
  readonly walletId: string;
  readonly epoch: number;
  readonly version: number | null;
}

/**
 * Releases the vault's share, encrypted to the approved installation; in passkey mode after the user has used a passkey.
 *
 * @throws HttpError 403 `GRANT_INVALID`, `ACCOUNT_MISMATCH`, `PASSKEY_REQUIRED`, `PASSKEY_INVALID` or `PASSWORD_REQUIRED`, 404
 *   `WALLET_NOT_FOUND`, 429.
 */
export async function releaseRecovery(
  parts: WalletParts,
  caller: Caller,
  body: SignInProof & Wanted & { readonly assertion?: PasskeyAssertion | undefined },
) {
  const { store, allowances } = parts;
  const { proven, found, subjectId } = await wantedVersion(parts, caller, body);
  const { approval, identity, jtis } = proven;
  if (found.mode === 'password') throw walletError('PASSWORD_REQUIRED');
  const use = { subjectId, jkt: caller.jkt, purpose: approval.txn };
  const passkey =
    found.mode === 'passkey' ? await requirePasskey(parts, use, body.assertion, found) : undefined;
  await allowances.take('recovery', identityIndex(store, identity), WALLET_ALLOWANCES.recoveries);
  const way = passkey === undefined ? WAYS_IN['vault.automatic'] : WAYS_IN['vault.passkey'];
  const to = { encJwk: approval.encJwk, jkt: caller.jkt, purpose: approval.txn };
  const { walletId, epoch, version, confirmedAt } = found;
  const jwe = await store.database.transaction(async runner => {
    await refuseFrozen(store, runner, 'subjects', subjectId);
    const verb = confirmedAt === null ? 'read back' : 'recovery-release';
    const isFirst = await useAll(parts, runner, jtis, verb, `${walletId}|${epoch}|${version}`);
    if (!isFirst) throw walletError('GRANT_INVALID');
    await endWait(store, runner, subjectId, caller.jkt);
    const meta = { ...usedWay(way), ...loginTag(approval.txn, caller.jkt) };
    const entry = { action: 'recovery.release', subject: walletId, actor: caller.jkt, meta };
    await store.audit.append(entry, runner);
    return passkey === undefined
      ? releaseHalf(store, runner, way, found, to)
      : releaseWrap(store, runner, way, found, passkey.id, to);
  });
  return {
    jwe,
    ...(passkey && { passkeyGrant: await signPasskeyGrant(parts, way, { jkt: caller.jkt, walletId }) }),
  };
}

/**
 * Asks for a passkey of the wallet, for {@link releaseRecovery}.
 *
 * @throws HttpError 403 `GRANT_INVALID` or `ACCOUNT_MISMATCH`, 404 `WALLET_NOT_FOUND`.
 */
export async function askRecoveryPasskey(parts: WalletParts, caller: Caller, body: SignInProof & Wanted) {
  const { proven, found, subjectId } = await wantedVersion(parts, caller, body);
  return askPasskey(parts, { subjectId, jkt: caller.jkt, purpose: proven.approval.txn }, found);
}

/**
 * Evaluates a try of the password, and releases the share that is encrypted with it. The vault learns nothing about the password,
 * so every try counts.
 *
 * @throws HttpError 403 `GRANT_INVALID` or `ACCOUNT_MISMATCH`, 404 `WALLET_NOT_FOUND`, 429.
 */
export async function releaseWithPassword(
  parts: WalletParts,
  caller: Caller,
  { blinded, ...body }: SignInProof & Wanted & { readonly blinded: string },
) {
  const { store, allowances } = parts;
  const { proven, found, subjectId } = await wantedVersion(parts, caller, body);
  const [factorId] = await factorsOf(store, store.database, found);
  if (found.mode !== 'password' || factorId === undefined) throw walletError('WALLET_NOT_FOUND');
  const { walletId } = found;
  for (const allowance of WALLET_ALLOWANCES.passwords) await allowances.take('password', walletId, allowance);
  const { encJwk, txn } = proven.approval;
  const to = { encJwk, jkt: caller.jkt, purpose: txn };
  return store.database.transaction(async runner => {
    const way = WAYS_IN['vault.password'];
    const key = { id: factorId, subjectId };
    const { evaluated, salt } = await evaluatePassword(store, runner, way, key, blinded);
    const entry = { action: 'recovery.password', subject: walletId, actor: caller.jkt, meta: usedWay(way) };
    await store.audit.append(entry, runner);
    return { evaluated, salt, jwe: await releaseWrap(store, runner, way, found, factorId, to) };
  });
}

/** Verifies a sign-in and finds the share that it may open. */
async function wantedVersion(parts: WalletParts, caller: Caller, body: SignInProof & Wanted) {
  const { store } = parts;
  const proven = await proveSignIn(parts, caller, body);
  await refuseWaiting(parts, proven.identity, proven.approval);
  return store.database.transaction(async runner => {
    const subjectId = await ownerOf(parts, runner, body.walletId, proven.identity);
    const found = await findVersion(store, runner, body);
    if (subjectId === undefined || found === undefined) throw walletError('WALLET_NOT_FOUND');
    return { proven, found, subjectId };
  });
}

/** A login alone replaces no share that a passkey or a password encrypts. */
async function refuseFactors({ store }: WalletParts, runner: SqlRunner, walletId: string): Promise<void> {
  const mode = await modeOf(store, runner, walletId);
  if (mode === 'passkey') throw walletError('PASSKEY_REQUIRED');
  if (mode === 'password') throw walletError('PASSWORD_REQUIRED');
}

const commitClaims = recoveryClaims.omit({ jkt: true, mode: true });

/**
 * Deletes all shares of this user except the one that the wallet service committed. Confirmed shares of another wallet stay:
 * a user has only one wallet, so they belong to someone else.
 *
 * @throws HttpError 403 `GRANT_INVALID`, 404 `WALLET_NOT_FOUND`.
 */
export async function confirmRecovery(
  { store, peerKey, frameUrl, vaultUrl }: WalletParts,
  caller: Caller,
  walletId: string,
  commitReceipt: string,
): Promise<void> {
  const expected = { typ: TOKEN_KINDS.commitReceipt, issuer: frameUrl, audience: vaultUrl };
  const claims = await verifyServiceToken(peerKey, commitReceipt, expected, commitClaims);
  if (claims?.walletId !== walletId) throw walletError('GRANT_INVALID');
  await store.database.transaction(async runner => {
    const found = await findVersion(store, runner, claims);
    if (found === undefined) throw walletError('WALLET_NOT_FOUND');
    await confirmVersion(store, runner, WAYS_IN['wallet.confirm'], { ...claims, jkt: caller.jkt });
  });
}

/**
 * Returns the wallet's subject if the identity belongs to it, or undefined for a new wallet.
 *
 * @throws HttpError 403 `ACCOUNT_MISMATCH` if the wallet belongs to another identity, `RECOVERY_DELAYED` for 24 hours after
 *   the identity was changed or linked.
 */
async function ownerOf(
  { store }: WalletParts,
  runner: SqlRunner,
  walletId: string,
  identity: Identity,
): Promise<string | undefined> {
  const subjectId = await subjectOfWallet(store, runner, walletId);
  if (subjectId === undefined) return undefined;
  await refuseFrozen(store, runner, 'subjects', subjectId);
  // The wallet service may have changed or added the login while the vault was down: commit the prepared change now.
  const isOwn =
    (await subjectOf(store, runner, identity)) === subjectId ||
    (await finishPrepared(store, runner, subjectId, identity));
  if (!isOwn) throw walletError('ACCOUNT_MISMATCH');
  await refuseChangedIdentity(store, runner, identity);
  return subjectId;
}

/**
 * The wallet is new, so the wallet service had no wallet for this identity. If the vault has one for the address, it belongs to an
 * earlier holder, who uses another address by now.
 */
async function newOwner({ store }: WalletParts, runner: SqlRunner, identity: Identity): Promise<string> {
  if (identity.provider === EMAIL_PROVIDER) await vacate(store, runner, identity.subject);
  return openSubject(store, runner, identity);
}

/** The newest version of an epoch, or 0 if the vault stores no version. */
export async function newestOf({ store }: WalletParts, runner: SqlRunner, walletId: string, epoch: number) {
  const [row] = await runner.query(
    `select coalesce(max(version), 0)::int as version from ${store.schema}.recovery
     where wallet_id = $1 and epoch = $2`,
    [walletId, epoch],
  );
  return z.object({ version: z.number() }).parse(row).version;
}

async function useAll(
  { store }: WalletParts,
  runner: SqlRunner,
  jtis: readonly string[],
  verb: string,
  usedFor: string,
): Promise<boolean> {
  let isFirst = true;
  for (const jti of jtis) isFirst = (await useGrant(store, runner, jti, verb, usedFor)) && isFirst;
  return isFirst;
}

/** Signs the receipt that the vault stores a share, for the wallet service's commit. */
export function recoveryReceiptOf(
  { store, frameUrl, vaultUrl }: WalletParts,
  { jkt }: Pick<Caller, 'jkt'>,
  kept: VersionName & { readonly mode: RecoveryMode },
): Promise<string> {
  const now = inSeconds(Date.now());
  return store.keys.sign(TOKEN_KINDS.recoveryReceipt, {
    ...kept,
    iss: vaultUrl,
    aud: frameUrl,
    jkt,
    iat: now,
    exp: now + inSeconds(WALLET_TIMES.recoveryReceipt),
  });
}
