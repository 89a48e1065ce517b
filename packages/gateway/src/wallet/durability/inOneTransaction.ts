import type { Database, SqlRunner } from '../../platform/ports/Database.js';
import type { StoreSource } from './StoreSource.js';

/** Runs with a transaction in the database of every store. Stores that share a database share it. */
export async function inOneTransaction<Result>(
  stores: readonly Pick<StoreSource, 'schema' | 'database'>[],
  run: (runnerOf: (schema: string) => SqlRunner) => Promise<Result>,
): Promise<Result> {
  const begin = (
    databases: readonly Database[],
    runners: ReadonlyMap<Database, SqlRunner>,
  ): Promise<Result> => {
    const [database, ...others] = databases;
    if (database !== undefined) {
      return database.transaction(runner => begin(others, new Map([...runners, [database, runner]])));
    }
    return run(schema => {
      const store = stores.find(one => one.schema === schema);
      const runner = store && runners.get(store.database);
      if (runner === undefined) throw new Error(`There is no store ${schema}`);
      return runner;
    });
  };
  return begin([...new Set(stores.map(({ database }) => database))], new Map());
}
