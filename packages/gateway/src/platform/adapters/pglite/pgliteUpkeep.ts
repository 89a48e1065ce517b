import type { PGlite } from '@electric-sql/pglite';

/** Bytes of write-ahead log after which a checkpoint is due: what a restart after a crash has to replay. */
const LOG_BYTES = 64 * 1024 * 1024;
/** Milliseconds between two checks of the log. */
const INTERVAL = 1_000;

export interface PgliteUpkeep {
  /** Call it after each statement. It doesn't wait for what it starts. */
  afterStatement(): void;
}

/**
 * Replaces the background processes of a PostgreSQL server, which PGlite doesn't have: checkpoints, without which the
 * write-ahead log and the time to replay it grow until the database is closed, and vacuum, without which the space of
 * deleted rows is never reused.
 *
 * @param logBytes - Bytes of write-ahead log after which a checkpoint is due. Default: 64 MiB.
 * @param interval - Milliseconds between two checks of the log. Default: 1,000.
 */
export function pgliteUpkeep(
  client: Pick<PGlite, 'query' | 'exec'>,
  { logBytes = LOG_BYTES, interval = INTERVAL } = {},
): PgliteUpkeep {
  let nextLook = 0;
  let running = false;

  const look = async () => {
    if ((await bytesToReplay(client)) < logBytes) return;
    await client.exec('checkpoint');
    for (const table of await tablesToVacuum(client)) await client.exec(`vacuum (analyze) ${table}`);
  };
  return {
    afterStatement() {
      const now = performance.now();
      if (running || now < nextLook) return;
      nextLook = now + interval;
      running = true;
      // The next statement fails for the same reason, such as a full disk, and its caller gets the error.
      look()
        .catch(() => {})
        .finally(() => {
          running = false;
        });
    },
  };
}

/** Bytes of write-ahead log that a restart after a crash would replay. */
export async function bytesToReplay(client: Pick<PGlite, 'query'>): Promise<number> {
  const { rows } = await client.query<{ bytes: string }>(
    'select pg_wal_lsn_diff(pg_current_wal_lsn(), redo_lsn)::text as bytes from pg_control_checkpoint()',
  );
  return Number(rows[0]?.bytes ?? 0);
}

/** Tables with more dead rows than PostgreSQL's own autovacuum tolerates, quoted. */
async function tablesToVacuum(client: Pick<PGlite, 'query'>): Promise<readonly string[]> {
  // PostgreSQL updates its statistics once a second at most.
  await client.query('select pg_stat_force_next_flush()');
  const { rows } = await client.query<{ name: string }>(
    `select format('%I.%I', schemaname, relname) as name from pg_stat_user_tables
      where n_dead_tup > 1000 + 0.2 * n_live_tup`,
  );
  return rows.map(({ name }) => name);
}
