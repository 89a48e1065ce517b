import type { P256PublicJwk, RecoveryMode } from 'latchkit/protocol';
import * as z from 'zod';
import type { SealedStore } from '../../platform/keyvault/openSealedStore.js';
import { sealToInstallation } from '../../platform/keyvault/serviceKeys.js';
import type { SqlRunner } from '../../platform/ports/Database.js';
import { walletError } from '../shared/walletError.js';
import { usedWay, type WayIn } from '../shared/waysIn/WayIn.js';

/** Identifies a version of the vault's share. */
export interface VersionName {
  readonly walletId: string;
  readonly epoch: number;
  readonly version: number;
}

/** The vault's share: plain, or encrypted with each factor. The stored name of a share is `half`. */
export type VersionContent =
  | { readonly mode: 'automatic'; readonly half: Uint8Array }
  | {
      readonly mode: Exclude<RecoveryMode, 'automatic'>;
      readonly wraps: readonly { readonly id: string; readonly wrapped: string }[];
    };

const versionRow = z.object({
  version: z.number(),
  mode: z.enum(['automatic', 'passkey', 'password']),
  halfCt: z.instanceof(Uint8Array).nullable(),
  dekId: z.string().nullable(),
  confirmedAt: z.date().nullable(),
});

/** A stored version of the vault's share. */
export type RecoveryVersion = z.infer<typeof versionRow> & VersionName;

/** Finds a version. `version` null selects the newest one. */
export async function findVersion(
  { schema }: SealedStore,
  runner: SqlRunner,
  { walletId, epoch, version }: Omit<VersionName, 'version'> & { readonly version: number | null },
): Promise<RecoveryVersion | undefined> {
  const [row] = await runner.query(
    `select version, mode, half_ct as "halfCt", dek_id as "dekId", confirmed_at as "confirmedAt"
     from ${schema}.recovery
     where wallet_id = $1 and epoch = $2 and ($3::int is null or version = $3)
     order by version desc limit 1`,
    [walletId, epoch, version],
  );
  return row && { ...versionRow.parse(row), walletId, epoch };
}

/** What the recovery set in force needs besides a login. */
export async function modeOf(
  { schema }: SealedStore,
  runner: SqlRunner,
  walletId: string,
): Promise<RecoveryMode> {
  const [row] = await runner.query(
    `select mode from ${schema}.recovery where wallet_id = $1 and confirmed_at is not null
     order by epoch desc, version desc limit 1`,
    [walletId],
  );
  return row === undefined ? 'automatic' : versionRow.pick({ mode: true }).parse(row).mode;
}

/**
 * Stores a version. The caller holds the lock of the wallet.
 *
 * @param isSecond - Of a wallet that its user moves to: it stays when the active one is confirmed.
 */
export async function addVersion(
  { schema, envelope }: SealedStore,
  runner: SqlRunner,
  _way: WayIn,
  name: VersionName,
  subjectId: string,
  content: VersionContent,
  isSecond = false,
): Promise<void> {
  const { walletId, epoch, version } = name;
  const sealed =
    content.mode === 'automatic' ? await envelope.seal(runner, halfPlace(name), content.half) : undefined;
  await runner.query(
    `insert into ${schema}.recovery
       (wallet_id, epoch, version, subject_id, mode, half_ct, dek_id, created_at, is_second)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      ...[walletId, epoch, version, subjectId, content.mode],
      ...[sealed?.ciphertext ?? null, sealed?.dekId ?? null, new Date(), isSecond],
    ],
  );
  if (content.mode === 'automatic') return;
  for (const { id, wrapped } of content.wraps) {
    const { ciphertext, dekId } = await envelope.seal(
      runner,
      wrapPlace(name, id),
      Buffer.from(wrapped, 'base64url'),
    );
    await runner.query(
      `insert into ${schema}.recovery_wraps (wallet_id, epoch, version, factor_id, wrapped_ct, dek_id)
       values ($1, $2, $3, $4, $5, $6)`,
      [walletId, epoch, version, id, ciphertext, dekId],
    );
  }
}

/** Who receives a share. */
export interface ShareReceiver {
  readonly encJwk: P256PublicJwk;
  readonly jkt: string;
  /** The sign-in or the wallet that the share is released for. */
  readonly purpose: string;
}

/** Encrypts the plain share of a version to an installation. @throws HttpError 404 `WALLET_NOT_FOUND` in another mode. */
export async function releaseHalf(
  { envelope }: SealedStore,
  runner: SqlRunner,
  way: WayIn,
  found: RecoveryVersion,
  to: ShareReceiver,
): Promise<string> {
  const { halfCt, dekId } = found;
  if (halfCt === null || dekId === null) throw walletError('WALLET_NOT_FOUND');
  const half = await envelope.open(runner, halfPlace(found), { dekId, ciphertext: halfCt });
  return sealed(way, to, { half: Buffer.from(half).toString('base64url') });
}

const factorRow = z.object({ id: z.string() });

const wrapRow = z.object({ wrappedCt: z.instanceof(Uint8Array), dekId: z.string() });

/**
 * Encrypts the share that a factor of a version encrypts to an installation.
 *
 * @throws HttpError 404 `WALLET_NOT_FOUND` if the version has no such factor.
 */
export async function releaseWrap(
  { schema, envelope }: SealedStore,
  runner: SqlRunner,
  way: WayIn,
  found: VersionName,
  factorId: string,
  to: ShareReceiver,
): Promise<string> {
  const { walletId, epoch, version } = found;
  const [row] = await runner.query(
    `select wrapped_ct as "wrappedCt", dek_id as "dekId" from ${schema}.recovery_wraps
     where wallet_id = $1 and epoch = $2 and version = $3 and factor_id = $4`,
    [walletId, epoch, version, factorId],
  );
  if (row === undefined) throw walletError('WALLET_NOT_FOUND');
  const { wrappedCt, dekId } = wrapRow.parse(row);
  const wrapped = await envelope.open(runner, wrapPlace(found, factorId), { dekId, ciphertext: wrappedCt });
  return sealed(way, to, { wrapped: Buffer.from(wrapped).toString('base64url') });
}

/** The factors of a version. */
export async function factorsOf(
  { schema }: SealedStore,
  runner: SqlRunner,
  { walletId, epoch, version }: VersionName,
): Promise<readonly string[]> {
  const rows = await runner.query(
    `select factor_id as id from ${schema}.recovery_wraps where wallet_id = $1 and epoch = $2 and version = $3`,
    [walletId, epoch, version],
  );
  return rows.map(row => factorRow.parse(row).id);
}

/**
 * Confirms the version that the wallet service committed, and deletes earlier ones, unless that was done before. Later ones stay: the
 * wallet service may have committed one by now.
 */
export async function confirmVersion(
  store: Pick<SealedStore, 'schema' | 'audit'>,
  runner: SqlRunner,
  way: WayIn,
  { walletId, epoch, version, jkt }: VersionName & { readonly jkt: string },
): Promise<void> {
  const [row] = await runner.query(
    `update ${store.schema}.recovery set confirmed_at = $4
     where wallet_id = $1 and epoch = $2 and version = $3 and confirmed_at is null returning subject_id as "subjectId"`,
    [walletId, epoch, version, new Date()],
  );
  if (row === undefined) return;
  const { subjectId } = z.object({ subjectId: z.string() }).parse(row);
  await runner.query(
    // The drafts that lost, but no version that the user's other wallet may commit.
    `delete from ${store.schema}.recovery r
     where subject_id = $1 and (
       (wallet_id <> $2 and confirmed_at is null and not is_second and not exists (
         select 1 from ${store.schema}.recovery c where c.wallet_id = r.wallet_id and c.confirmed_at is not null)) or
       (wallet_id = $2 and (epoch, version) < ($3, $4)))`,
    [subjectId, walletId, epoch, version],
  );
  await dropUnusedFactors(store, runner, way, subjectId);
  const entry = { action: 'recovery.confirm', subject: walletId, actor: jkt, meta: usedWay(way) };
  await store.audit.append(entry, runner);
}

/**
 * Deletes versions that no page has completed, given the version that the wallet service says is in force. Without that word none may be
 * deleted: the wallet service may have committed one without the vault's knowledge.
 *
 * @param until - The wallet service commits no version from before.
 */
export async function dropAbandoned(
  { schema }: Pick<SealedStore, 'schema'>,
  runner: SqlRunner,
  _way: WayIn,
  { walletId, epoch, version }: VersionName,
  until: Date,
): Promise<void> {
  // The factors that nothing else uses go too. One that was added just now protects nothing yet, and stays.
  const rows = await runner.query(
    `with dropped as (
       delete from ${schema}.recovery where wallet_id = $1 and confirmed_at is null and created_at < $4 and exists (
         select 1 from ${schema}.recovery
         where wallet_id = $1 and epoch = $2 and version = $3 and confirmed_at is not null)
       returning wallet_id, epoch, version)
     select distinct factor_id as id from ${schema}.recovery_wraps join dropped using (wallet_id, epoch, version)`,
    [walletId, epoch, version, until],
  );
  for (const row of rows) {
    const { id } = factorRow.parse(row);
    for (const table of ['passkeys', 'password_keys']) {
      await runner.query(
        `delete from ${schema}.${table} where id = $1
           and not exists (select 1 from ${schema}.recovery_wraps where factor_id = $1)`,
        [id],
      );
    }
  }
}

/** Deletes the passkeys and password keys of a subject that no version of its recovery sets uses any more. */
export async function dropUnusedFactors(
  { schema }: Pick<SealedStore, 'schema'>,
  runner: SqlRunner,
  _way: WayIn,
  subjectId: string,
): Promise<void> {
  for (const table of ['passkeys', 'password_keys']) {
    await runner.query(
      `delete from ${schema}.${table} f where subject_id = $1
         and not exists (select 1 from ${schema}.recovery_wraps w where w.factor_id = f.id)`,
      [subjectId],
    );
  }
}

function sealed(_way: WayIn, { encJwk, jkt, purpose }: ShareReceiver, content: object): Promise<string> {
  return sealToInstallation(encJwk, JSON.stringify(content), jkt, purpose);
}

const halfPlace = ({ walletId, epoch, version }: VersionName) => ({
  table: 'recovery',
  column: 'half_ct',
  rowId: `${walletId}.${version}`,
  walletId,
  epoch,
});

const wrapPlace = ({ walletId, epoch, version }: VersionName, factorId: string) => ({
  table: 'recovery_wraps',
  column: 'wrapped_ct',
  rowId: `${walletId}.${version}.${factorId}`,
  walletId,
  epoch,
});
