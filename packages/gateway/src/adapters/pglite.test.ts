import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databaseConformance } from '../testing/databaseConformance.js';
import { openPglite } from './pglite.js';

databaseConformance('openPglite in memory', () => openPglite(), { concurrent: false });

describe('openPglite in a folder', () => {
  let parent: string;
  beforeAll(() => {
    parent = mkdtempSync(join(tmpdir(), 'latchkit-pglite-'));
  });
  afterAll(() => rmSync(parent, { recursive: true, force: true }));

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
