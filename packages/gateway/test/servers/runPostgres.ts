import { postgresPrograms, startPostgres } from './startPostgres.js';

/** What the tests' server needs not do: nobody reads its data after a crash, and no database lives longer than a run. */
const SETTINGS = {
  autovacuum: 'off',
  checkpoint_timeout: '1h',
  full_page_writes: 'off',
  jit: 'off',
  max_connections: '300',
  max_wal_senders: '0',
  max_wal_size: '4GB',
  synchronous_commit: 'off',
  wal_level: 'minimal',
};

/**
 * Global setup of vitest: starts the PostgreSQL server in which tests have their databases. Its URL is in `LATCHKIT_TEST_POSTGRES`.
 * Without the programs, or if that variable says `off`, the databases are PGlite.
 */
export default async function runPostgres(): Promise<(() => Promise<void>) | undefined> {
  // Each project of vitest runs the setup.
  if (process.env.LATCHKIT_TEST_POSTGRES !== undefined) return undefined;
  const programs = postgresPrograms();
  if (programs === undefined) {
    process.env.LATCHKIT_TEST_POSTGRES = 'off';
    console.log(
      'PostgreSQL is not installed: the databases of the tests are PGlite, and some tests are skipped.',
    );
    return undefined;
  }
  const server = await startPostgres(programs, SETTINGS);
  process.env.LATCHKIT_TEST_POSTGRES = server.url;
  return async () => {
    delete process.env.LATCHKIT_TEST_POSTGRES;
    await server.stop();
  };
}
