import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databaseConformance } from '../testing/databaseConformance.js';
import { openPglite } from './pglite.js';

databaseConformance('openPglite in memory', () => openPglite(), { concurrent: false });

const files = mkdtempSync(join(tmpdir(), 'latchkit-pglite-'));
afterAll(() => rmSync(files, { recursive: true, force: true }));
databaseConformance('openPglite with files', () => openPglite(files), { concurrent: false });

describe('openPglite in a folder', () => {
  let parent: string;
  beforeAll(() => {
    parent = mkdtempSync(join(tmpdir(), 'latchkit-pglite-'));
  });
  afterAll(() => rmSync(parent, { recursive: true, force: true }));

  it('answers everything else while a statement runs', async () => {
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

  it('rejects what waits when its files cannot be opened, and gives the folder free', async () => {
    const directory = join(parent, 'broken');
    mkdirSync(directory);
    writeFileSync(join(directory, 'database'), 'no folder');
    await expect(openPglite(directory)).rejects.toThrow();
    expect(existsSync(join(directory, 'latchkit.lock'))).toBe(false);
  });

  it('makes the folder, keeps the data, and refuses a second opener', async () => {
    const directory = join(parent, 'deep', 'folder');
    const lock = join(directory, 'latchkit.lock');
    const first = await openPglite(directory);
    await first.script('create table kept (id integer); insert into kept values (7);');
    await expect(openPglite(directory)).rejects.toMatchObject({ code: 'DATA_DIRECTORY_IN_USE' });
    await first.close();
    expect(existsSync(lock)).toBe(false);

    // A process that was killed leaves its lock behind; no process has this id.
    writeFileSync(lock, '99999999');
    const second = await openPglite(directory);
    expect(await second.query('select id from kept')).toEqual([{ id: 7 }]);
    await second.close();

    // The test runner's parent process is alive.
    writeFileSync(lock, String(process.ppid));
    await expect(openPglite(directory)).rejects.toMatchObject({ code: 'DATA_DIRECTORY_IN_USE' });
  });
});
