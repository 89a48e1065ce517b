import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openFiles } from './pgliteRunner.js';
import { bytesToReplay, pgliteUpkeep } from './pgliteUpkeep.js';

const directory = mkdtempSync(join(tmpdir(), 'latchkit-upkeep-'));
let client: PGlite;
beforeAll(async () => {
  client = await openFiles(join(directory, 'database'));
});
afterAll(async () => {
  await client.close();
  rmSync(directory, { recursive: true, force: true });
});

/** Writes about a megabyte of rows and deletes them, 24 times. @returns the bytes of the table's file. */
async function churn(table: string, afterEach: () => Promise<void>) {
  await client.exec(`create table ${table} (text text)`);
  for (let round = 0; round < 24; round += 1) {
    await client.exec(
      `insert into ${table} select repeat('x', 500) from generate_series(1, 2000); delete from ${table}`,
    );
    await afterEach();
  }
  const { rows } = await client.query<{ size: number }>('select pg_relation_size($1)::int as size', [table]);
  return rows[0]?.size ?? 0;
}

it('reuses the space of deleted rows, and leaves little to replay', async () => {
  const grown = await churn('without', async () => {});
  const before = await bytesToReplay(client);
  const upkeep = pgliteUpkeep(client, { logBytes: 1024 * 1024, interval: 0 });
  const kept = await churn('with_upkeep', async () => {
    // Vacuum also writes to the log, after the checkpoint.
    const settled = async () => {
      upkeep.afterStatement();
      return bytesToReplay(client);
    };
    await expect.poll(settled).toBeLessThan(1024 * 1024);
  });
  expect(before).toBeGreaterThan(8 * 1024 * 1024);
  expect(kept).toBeLessThan(grown / 2);
});
