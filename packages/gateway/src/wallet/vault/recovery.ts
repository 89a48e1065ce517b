import * as z from 'zod';
import { sealToInstallation, verifyServiceToken } from '../../platform/keyvault/serviceKeys.js';
import type { SqlRunner } from '../../platform/ports/Database.js';
import { EMAIL_PROVIDER } from '../shared/emailIdentity.js';
import { useGrant } from '../shared/grants.js';
import { type Identity, identityIndex } from '../shared/identity.js';
import type { Caller } from '../shared/proveCaller.js';
import { refuseFrozen } from '../shared/refuseFrozen.js';
import { inSeconds, recoveryClaims, TOKEN_KINDS } from '../shared/serviceTokens.js';
import { unsealShare } from '../shared/unsealShare.js';
import type { MayCreate } from '../shared/walletCreation.js';
import { walletError } from '../shared/walletError.js';
import { WALLET_ALLOWANCES, WALLET_TIMES } from '../shared/walletLimits.js';
import type { WalletParts } from '../shared/walletParts.js';
import { finishPrepared, vacate } from './emailChange.js';
import { proveSignIn, type SignInProof } from './proveSignIn.js';
import { openSubject, refuseChangedIdentity, subjectOf, subjectOfWallet } from './subjects.js';

/**
 * Stores the vault's share of a wallet and epoch, as a new version. Earlier versions stay until the wallet service confirms
 * one. Sending the same share again returns the same response. The wire and stored name of a share is `half`.
 *
 * @throws HttpError 403 `GRANT_INVALID` or `ACCOUNT_MISMATCH`, 400 `HALF_INVALID`, 429.
 */
export async function putRecovery(
  parts: WalletParts,
  caller: Caller,
  walletId: string,
  body: SignInProof & { readonly epoch: number; readonly half: string },
  mayCreate: MayCreate,
) {
  const { store, allowances } = parts;
  const { identity, jtis } = await proveSignIn(parts, caller, body);
  await allowances.take('recovery put', identityIndex(store, identity), WALLET_ALLOWANCES.recoveries);
  const half = await unsealShare(store.keys, body.half);
  const mark = store.secret.index('half', Buffer.from(half).toString('base64url'));
  const { epoch } = body;
  const isOpen = await mayCreate();
  const version = await store.database.transaction(async runner => {
    await runner.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [walletId]);
    const owner = await ownerOf(parts, runner, walletId, identity);
    if (owner === undefined && !isOpen) throw walletError('WALLET_CREATION_CLOSED');
    const subjectId = owner ?? (await newOwner(parts, runner, identity));
    const usedFor = `${walletId}|${epoch}|${mark}`;
    const isFirst = await useAll(parts, runner, jtis, 'recovery-put', usedFor);
    const newest = await newestOf(parts, runner, walletId, epoch);
    if (!isFirst) return newest;
    const next = newest + 1;
    const sealed = await store.envelope.seal(runner, place(walletId, epoch, next), half);
    await runner.query(
      `insert into ${store.schema}.recovery
         (wallet_id, epoch, version, subject_id, half_ct, dek_id, created_at)
       values ($1, $2, $3, $4, $5, $6, $7)`,
      [walletId, epoch, next, subjectId, sealed.ciphertext, sealed.dekId, new Date()],
    );
    await store.audit.append({ action: 'recovery.put', subject: walletId, actor: caller.jkt }, runner);
    return next;
  });
  return { version, recoveryReceipt: await receiptOf(parts, caller, { walletId, epoch, version }) };
}

/** Selects the share to release. `version` null selects the newest one. */
export interface Wanted {
  readonly walletId: string;
  readonly epoch: number;
  readonly version: number | null;
}

const halfRow = z.object({
  version: z.number(),
  halfCt: z.instanceof(Uint8Array),
  dekId: z.string(),
  confirmedAt: z.date().nullable(),
});

/**
 * Releases the vault's share, encrypted to the approved installation.
 *
 * @throws HttpError 403 `GRANT_INVALID` or `ACCOUNT_MISMATCH`, 404 `WALLET_NOT_FOUND`, 429.
 */
export async function releaseRecovery(parts: WalletParts, caller: Caller, body: SignInProof & Wanted) {
  const { store, allowances } = parts;
  const { identity, approval, jtis } = await proveSignIn(parts, caller, body);
  await allowances.take('recovery', identityIndex(store, identity), WALLET_ALLOWANCES.recoveries);
  const { walletId, epoch } = body;
  const half = await store.database.transaction(async runner => {
    const owner = await ownerOf(parts, runner, walletId, identity);
    const [row] = await runner.query(
      `select version, half_ct as "halfCt", dek_id as "dekId", confirmed_at as "confirmedAt"
       from ${store.schema}.recovery
       where wallet_id = $1 and epoch = $2 and ($3::int is null or version = $3)
       order by version desc limit 1`,
      [walletId, epoch, body.version],
    );
    if (owner === undefined || row === undefined) throw walletError('WALLET_NOT_FOUND');
    const { version, halfCt, dekId, confirmedAt } = halfRow.parse(row);
    const verb = confirmedAt === null ? 'read back' : 'recovery-release';
    const isFirst = await useAll(parts, runner, jtis, verb, `${walletId}|${epoch}|${version}`);
    if (!isFirst) throw walletError('GRANT_INVALID');
    await store.audit.append({ action: 'recovery.release', subject: walletId, actor: caller.jkt }, runner);
    return store.envelope.open(runner, place(walletId, epoch, version), { dekId, ciphertext: halfCt });
  });
  const content = JSON.stringify({ half: Buffer.from(half).toString('base64url') });
  return { jwe: await sealToInstallation(approval.encJwk, content, caller.jkt, approval.txn) };
}

const commitClaims = recoveryClaims.omit({ jkt: true });

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
  const { epoch, version } = claims;
  await store.database.transaction(async runner => {
    const [row] = await runner.query(
      `update ${store.schema}.recovery set confirmed_at = coalesce(confirmed_at, $4)
       where wallet_id = $1 and epoch = $2 and version = $3 returning subject_id as "subjectId"`,
      [walletId, epoch, version, new Date()],
    );
    if (row === undefined) throw walletError('WALLET_NOT_FOUND');
    const { subjectId } = z.object({ subjectId: z.string() }).parse(row);
    await runner.query(
      `delete from ${store.schema}.recovery
       where subject_id = $1 and (
         (wallet_id <> $2 and confirmed_at is null) or
         (wallet_id = $2 and (epoch < $3 or (epoch = $3 and version <> $4))))`,
      [subjectId, walletId, epoch, version],
    );
    await store.audit.append({ action: 'recovery.confirm', subject: walletId, actor: caller.jkt }, runner);
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

/** A user with a new wallet has none at the wallet service: an earlier holder of this address has another one there by now. */
async function newOwner({ store }: WalletParts, runner: SqlRunner, identity: Identity): Promise<string> {
  if (identity.provider === EMAIL_PROVIDER) await vacate(store, runner, identity.subject);
  return openSubject(store, runner, identity);
}

async function newestOf({ store }: WalletParts, runner: SqlRunner, walletId: string, epoch: number) {
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
function receiptOf(
  { store, frameUrl, vaultUrl }: WalletParts,
  { jkt }: Caller,
  kept: { readonly walletId: string; readonly epoch: number; readonly version: number },
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

const place = (walletId: string, epoch: number, version: number) => ({
  table: 'recovery',
  column: 'half_ct',
  rowId: `${walletId}.${version}`,
  walletId,
  epoch,
});
