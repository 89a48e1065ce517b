import { createHash } from 'node:crypto';
import { BaseError } from 'latchkit/protocol';
import * as z from 'zod';
import { guideUrl } from './guideUrl.js';
import { LANDED_CHECKSUMS } from './landedChecksums.js';
import type { Database, SqlRunner } from './ports/Database.js';
import { sqlCode } from './sqlCode.js';
import { version as ownVersion } from './version.js';

/** Key of the advisory lock that replicas of one gateway share; the letters 'LATC'. */
const LOCK_KEY = 0x4c415443;

/** One step of a schema. The code of a released step is never edited: a change is a new step. Its comments may be. */
export interface Migration {
  readonly version: number;
  readonly name: string;
  /** Statements that run in one transaction. */
  readonly sql: string;
}

const appliedRow = z.object({
  version: z.number(),
  name: z.string(),
  checksum: z.string(),
  // Missing in tables of the first versions.
  applied_by: z.string().nullish(),
});

type AppliedStep = z.infer<typeof appliedRow>;

/**
 * Migrates a schema: missing steps run once, in order, in one transaction. Replicas that start together wait for each other
 * on an advisory lock.
 *
 * @param schema - The schema that records the applied steps, created if missing. Default: the first of the database's search path.
 * @param upTo - The last step to apply. Default: all.
 * @throws BaseError `DATA_NEWER` or `MIGRATION_CHANGED`, as `checkMigrations` does.
 */
export async function migrate(
  database: Database,
  steps: readonly Migration[],
  schema?: string,
  upTo = Number.POSITIVE_INFINITY,
): Promise<void> {
  const table = tableOf(schema);
  await database.transaction(async runner => {
    // Runs as a script, which has no statement timeout, because another replica's migration may take long.
    await runner.script(`select pg_advisory_xact_lock(${LOCK_KEY})`);
    const applied = await checkMigrations(runner, steps, schema);
    if (schema !== undefined) await createSchema(runner, schema);
    await createTable(runner, table);
    const missing = steps.filter(({ version }) => version <= upTo && !applied.has(version));
    for (const step of missing.sort((a, b) => a.version - b.version)) {
      await runner.script(step.sql);
      await runner.query(
        `insert into ${table} (version, name, checksum, applied_by) values ($1, $2, $3, $4)`,
        [step.version, step.name, codeChecksum(step), ownVersion()],
      );
    }
  });
}

/**
 * Checks, without any change, that a schema has only steps that this program knows.
 *
 * @returns the versions of the applied steps; none if the schema does not exist.
 * @throws BaseError `DATA_NEWER` if a newer version applied a step; `MIGRATION_CHANGED` if the code of a step differs.
 */
export async function checkMigrations(
  runner: SqlRunner,
  steps: readonly Migration[],
  schema?: string,
): Promise<ReadonlySet<number>> {
  const applied = await readApplied(runner, tableOf(schema));
  const data = `The data${schema === undefined ? '' : ` in ${schema}`}`;
  const unknown = applied.filter(({ version }) => steps.every(step => step.version !== version));
  const newest = unknown.at(-1);
  if (newest !== undefined) {
    throw new BaseError('DATA_NEWER', `${data} was made by a newer version of the gateway`, {
      details: [
        `It needs ${neededBy(newest)}; this is version ${ownVersion()}. Nothing was changed`,
        `Start that version or a newer one, or restore the backup that was made before the upgrade: ${GUIDE}`,
      ].join('. '),
    });
  }
  for (const { version, name, checksum } of applied) {
    const step = steps.find(one => one.version === version);
    if (step === undefined || codeChecksum(step) === (LANDED_CHECKSUMS[checksum] ?? checksum)) continue;
    throw new BaseError(
      'MIGRATION_CHANGED',
      `${data} was made by another program: step ${version} (${name}) differs`,
      {
        details: [
          'Nothing was changed',
          `Start the version that made this data, or restore a backup: ${GUIDE}`,
          'In a program of your own, restore the code of the step, and make the change in a new step',
        ].join('. '),
      },
    );
  }
  return new Set(applied.map(({ version }) => version));
}

const GUIDE = `see ${guideUrl('upgrade.md')}`;

/** Names what a step needs: versions differ between releases only, and the first ones did not record theirs. */
function neededBy({ version, name, applied_by: by }: AppliedStep): string {
  const step = `step ${version} (${name})`;
  return by == null || by === ownVersion() ? `a version with ${step}` : `version ${by}, which added ${step}`;
}

function tableOf(schema: string | undefined): string {
  return schema === undefined ? 'schema_migrations' : `${schema}.schema_migrations`;
}

async function readApplied(runner: SqlRunner, table: string): Promise<readonly AppliedStep[]> {
  // From a table, because a server updates its cache of missing names when it reads one.
  const found = await runner.query('select 1 from pg_class where oid = to_regclass($1)', [table]);
  if (found.length === 0) return [];
  const rows = await runner.query(`select * from ${table} order by version`);
  return rows.map(row => appliedRow.parse(row));
}

/**
 * `create schema if not exists` alone fails if another process created it while this one waited for the lock: a server caches
 * missing schemas per connection, and updates that cache when a table is read.
 */
async function createSchema(runner: SqlRunner, schema: string): Promise<void> {
  const found = await runner.query('select 1 from pg_namespace where nspname = $1', [schema]);
  if (found.length === 0) await runner.script(`create schema ${schema}`);
}

/** Creates the table of applied steps, or adds what the first versions' tables lack. */
async function createTable(runner: SqlRunner, table: string): Promise<void> {
  await runner.script(`
    create table if not exists ${table} (
      version integer primary key,
      name text not null,
      checksum text not null,
      applied_at timestamptz not null default now(),
      applied_by text
    );
  `);
  // Asked first, because changing a table waits for all that use it.
  const column = await runner.query(
    `select 1 from pg_attribute where attrelid = to_regclass($1) and attname = 'applied_by'`,
    [table],
  );
  if (column.length === 0) await runner.script(`alter table ${table} add column applied_by text`);
}

function codeChecksum({ sql }: Migration): string {
  return createHash('sha256').update(sqlCode(sql)).digest('hex');
}
