import type { PGlite } from '@electric-sql/pglite';
import type { Database } from '../../ports/Database.js';
import { pgliteRunner } from './pgliteRunner.js';

/** @param released - Called once, after the database is closed. */
export function pgliteDatabase(client: PGlite, released: () => Promise<void> = async () => {}): Database {
  let closing: Promise<void> | undefined;
  return {
    ...pgliteRunner(client),
    transaction: run => client.transaction(transaction => run(pgliteRunner(transaction))),
    close() {
      closing ??= client.close().finally(released);
      return closing;
    },
  };
}
