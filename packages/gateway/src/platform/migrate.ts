import { createHash } from 'node:crypto';
import { BaseError } from 'latchkit/protocol';
import * as z from 'zod';
import type { Database, SqlRunner } from './ports/Database.js';

/** Key of the advisory lock that replicas of one gateway share; the letters 'LATC'. */
const LOCK_KEY = 0x4c415443;

/** One step of a schema. A released step is never edited: a change is a new step. */
export interface Migration {
  readonly version: number;
  readonly name: string;
  /** Statements that run in one transaction. */
  readonly sql: string;
}

const appliedRow = z.object({ version: z.number(), checksum: z.string() });

/**
 * Migrates a schema: missing steps run once, in order, in one transaction. Replicas that start together wait for each other
 * on an advisory lock. Steps that a newer gateway applied are left unchanged.
 *
 * @param schema - The schema that records the applied steps, created if missing. Default: the first of the database's search path.
 * @throws BaseError `MIGRATION_CHANGED` if a step differs from the applied one of its version.
 */
export async function migrate(
  database: Database,
  steps: readonly Migration[],
  schema?: string,
): Promise<void> {
  const prefix = schema === undefined ? '' : `${schema}.`;
  await database.transaction(async runner => {
    // Runs as a script, which has no statement timeout, because another replica's migration may take long.
    await runner.script(`select pg_advisory_xact_lock(${LOCK_KEY})`);
    if (schema !== undefined) await createSchema(runner, schema);
    await runner.script(`
      create table if not exists ${prefix}schema_migrations (
        version integer primary key,
        name text not null,
        checksum text not null,
        applied_at timestamptz not null default now()
      );
    `);
    const rows = await runner.query(`select version, checksum from ${prefix}schema_migrations`);
    const applied = new Map(rows.map(row => appliedRow.parse(row)).map(row => [row.version, row.checksum]));
    for (const step of [...steps].sort((a, b) => a.version - b.version)) {
      await applyOnce(runner, prefix, step, applied.get(step.version));
    }
  });
}

/**
 * `create schema if not exists` alone fails if another process created it while this one waited for the lock: a server caches
 * missing schemas per connection, and updates that cache when a table is read.
 */
async function createSchema(runner: SqlRunner, schema: string): Promise<void> {
  const found = await runner.query('select 1 from pg_namespace where nspname = $1', [schema]);
  if (found.length === 0) await runner.script(`create schema ${schema}`);
}

async function applyOnce(
  runner: SqlRunner,
  prefix: string,
  step: Migration,
  applied: string | undefined,
): Promise<void> {
  const checksum = createHash('sha256').update(step.sql).digest('hex');
  if (applied === checksum) return;
  if (applied !== undefined) {
    throw new BaseError('MIGRATION_CHANGED', `Migration ${step.version} (${step.name}) was changed`, {
      details: 'The database was made with another text of this step. Restore it and add a new step.',
    });
  }
  await runner.script(step.sql);
  await runner.query(`insert into ${prefix}schema_migrations (version, name, checksum) values ($1, $2, $3)`, [
    step.version,
    step.name,
    checksum,
  ]);
}
