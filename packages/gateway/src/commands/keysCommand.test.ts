import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DataSettings, newData, openData } from '../../test/testDatabase.js';
import { signingKeys } from '../project/siwx/signingKeys.js';
import { runCommand } from './runCommand.js';

const directory = mkdtempSync(join(tmpdir(), 'latchkit-keys-'));
let env: DataSettings;
beforeAll(async () => {
  env = await newData(directory);
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

async function known(): Promise<readonly string[]> {
  const database = await openData(env);
  const published = await signingKeys(database).published();
  await database.close();
  return published.map(({ kid }) => kid);
}

describe('keys rotate', () => {
  it('adds a key, and with --at-once removes all others', async () => {
    const first = await runCommand(['keys', 'rotate'], env);
    const second = await runCommand(['keys', 'rotate'], env);
    expect(await known()).toEqual([first, second]);
    const third = await runCommand(['keys', 'rotate', '--at-once'], env);
    expect(await known()).toEqual([third]);
  });

  it.each([[['keys']], [['keys', 'list']], [['keys', 'rotate', 'x']], [['keys', 'rotate', '--now']]])(
    'refuses %s',
    async args => {
      await expect(runCommand(args, env)).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
    },
  );
});
