import { openPglite } from '../src/platform/adapters/pglite/pglite.js';
import { openPostgres } from '../src/platform/adapters/postgres.js';
import type { Database } from '../src/platform/ports/Database.js';
import { fillDataDirectory, pgliteTestDatabase } from './database/pgliteTestDatabase.js';
import { createPostgres, lendPostgres, postgresTestDatabase } from './database/postgresTestDatabase.js';

/** Reason for skipping tests on PostgreSQL. */
export const NO_POSTGRES = 'no PostgreSQL server is installed: apt-get install postgresql';

/** URL of the PostgreSQL server of this run; undefined if there is none. See `servers/runPostgres.ts`. */
export function postgresServer(): string | undefined {
  const url = process.env.LATCHKIT_TEST_POSTGRES;
  return url === 'off' ? undefined : url;
}

/** Whether this run has a PostgreSQL server. */
export const hasPostgres = (): boolean => postgresServer() !== undefined;

/** Opens an empty, migrated database: on the PostgreSQL server of this run, or else a PGlite in memory. */
export async function openTestDatabase(): Promise<Database> {
  const url = postgresServer();
  return url === undefined ? pgliteTestDatabase() : postgresTestDatabase(url);
}

/** Creates a database without tables on the PostgreSQL server of this run, and returns its URL. */
export async function emptyPostgres(): Promise<string> {
  const url = postgresServer();
  if (url === undefined) throw new Error(NO_POSTGRES);
  return createPostgres(url);
}

/** The URL of an empty, migrated database on the PostgreSQL server of this run. */
export async function newPostgres(): Promise<string> {
  const url = postgresServer();
  if (url === undefined) throw new Error(NO_POSTGRES);
  return lendPostgres(url);
}

/** Settings of a gateway that name its database. */
export interface DataSettings {
  readonly [name: string]: string;
  readonly LATCHKIT_DATA_DIR: string;
}

/**
 * Creates an empty, migrated database for `startServer` and commands: on the PostgreSQL server of this run, or else in the data
 * directory.
 */
export async function newData(directory: string): Promise<DataSettings> {
  if (hasPostgres()) return { LATCHKIT_DATA_DIR: directory, DATABASE_URL: await newPostgres() };
  await fillDataDirectory(directory);
  return { LATCHKIT_DATA_DIR: directory };
}

/** Opens the database that the settings name. */
export function openData({
  DATABASE_URL: url,
  LATCHKIT_DATA_DIR: directory,
}: DataSettings): Promise<Database> {
  return url === undefined ? openPglite(directory) : openPostgres(url);
}
