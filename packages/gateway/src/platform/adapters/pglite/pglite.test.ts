import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { awaitedLater } from '../../../../../../scripts/lib/awaitedLater.mjs';
import { databaseConformance } from '../../../../test/conformance/databaseConformance.js';
import { openPglite } from './pglite.js';

const MEGABYTE = 1024 * 1024;

// In memory, only the place of the files differs.
if (process.env.LATCHKIT_FULL)
  databaseConformance('openPglite in memory', () => openPglite(), { concurrent: false });

const files = mkdtempSync(join(tmpdir(), 'latchkit-pglite-'));
afterAll(() => rmSync(files, { recursive: true, force: true }));
databaseConformance('openPglite with files', () => openPglite(files), { concurrent: false });

it('openPglite leaves no timer of its start running', async () => {
  const database = await openPglite();
  expect(await database.query('show log_startup_progress_interval')).toEqual([
    { log_startup_progress_interval: '0' },
  ]);
  await database.close();
});

describe('openPglite in a folder', () => {
  let parent: string;
  beforeAll(() => {
    parent = mkdtempSync(join(tmpdir(), 'latchkit-pglite-'));
  });
  afterAll(() => rmSync(parent, { recursive: true, force: true }));

  it('does not block the process while a statement runs', async () => {
    const database = await openPglite(join(parent, 'busy'));
    let turns = 0;
    const counting = setInterval(() => {
      turns += 1;
    }, 1);
    const before = performance.now();
    await database.query('select count(*) from generate_series(1, 1000000)');
    const took = performance.now() - before;
    clearInterval(counting);
    await database.close();
    expect(turns).toBeGreaterThan(took / 10);
  });

  it('rejects pending calls when its files cannot be opened, and unlocks the folder', async () => {
    const directory = join(parent, 'broken');
    mkdirSync(directory);
    writeFileSync(join(directory, 'database'), 'no folder');
    await expect(openPglite(directory)).rejects.toThrow();
    expect(existsSync(join(directory, 'latchkit.lock'))).toBe(false);
  });

  it('recreates a database whose files are incomplete', async () => {
    const directory = join(parent, 'unfinished');
    mkdirSync(join(directory, 'database', 'base'), { recursive: true });
    writeFileSync(join(directory, 'database', 'PG_VERSION'), '');
    writeFileSync(join(directory, 'database.unfinished'), '');
    const database = await openPglite(directory);
    expect(await database.query('select 7 as id')).toEqual([{ id: 7 }]);
    await database.close();
    expect(existsSync(join(directory, 'database.unfinished'))).toBe(false);
    const again = await openPglite(directory);
    await again.close();
  });

  it('reports that it recovers a database that was not closed', async () => {
    const directory = join(parent, 'left');
    await (await openPglite(directory)).close();
    writeFileSync(join(directory, 'latchkit.lock'), '99999999');
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const reports: string[] = [];
    const opening = awaitedLater(openPglite(directory, text => reports.push(text)));
    await vi.waitFor(() => {
      vi.advanceTimersByTime(2_000);
      expect(reports.length).toBeGreaterThan(0);
    });
    vi.useRealTimers();
    await (await opening).close();
    expect(reports[0]).toBe(
      `Recovering the database in ${join(directory, 'database')}: it was not closed, so its last changes are replayed from the log`,
    );
  });

  it('creates checkpoints during use, so that a crash leaves little to replay', async () => {
    const database = await openPglite(join(parent, 'written'));
    const log = async () => {
      const rows = await database.query(
        `select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 as written,
          pg_wal_lsn_diff(pg_current_wal_lsn(), redo_lsn)::float8 as to_replay from pg_control_checkpoint()`,
      );
      return { written: Number(rows[0]?.written), toReplay: Number(rows[0]?.to_replay) };
    };
    const before = await log();
    await database.script(
      "create table written as select repeat('x', 1000) as text from generate_series(1, 70000)",
    );
    expect((await log()).written - before.written).toBeGreaterThan(64 * MEGABYTE);
    await expect.poll(async () => (await log()).toReplay).toBeLessThan(MEGABYTE);
    await database.close();
  });

  it('creates the folder, stores the data, and refuses a second process', async () => {
    const directory = join(parent, 'deep', 'folder');
    const lock = join(directory, 'latchkit.lock');
    const first = await openPglite(directory);
    await first.script('create table kept (id integer); insert into kept values (7);');
    await expect(openPglite(directory)).rejects.toMatchObject({ code: 'DATA_DIRECTORY_IN_USE' });
    await first.close();
    expect(existsSync(lock)).toBe(false);

    // A killed process leaves its lock behind; no process has this id.
    writeFileSync(lock, '99999999');
    const second = await openPglite(directory);
    expect(await second.query('select id from kept')).toEqual([{ id: 7 }]);
    await second.close();

    // The test runner's parent process is running.
    writeFileSync(lock, String(process.ppid));
    await expect(openPglite(directory)).rejects.toMatchObject({ code: 'DATA_DIRECTORY_IN_USE' });
  });
});
