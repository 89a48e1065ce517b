import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { runCommand } from './runCommand.js';

const directory = mkdtempSync(join(tmpdir(), 'latchkit-rows-'));
const env = { LATCHKIT_DATA_DIR: join(directory, 'data') };
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const ADDRESS = `0x${'ab'.repeat(20)}`;

describe('wallet-rows', () => {
  it.each([[[]], [['0x12']], [['alice@mail.example']], [[ADDRESS, 'x']]])(
    'needs an address: %j',
    async args => {
      await expect(runCommand(['wallet-rows', ...args], env)).rejects.toMatchObject({
        code: 'INVALID_ARGUMENT',
      });
    },
  );

  it('needs both stores', async () => {
    const alone = runCommand(['wallet-rows', ADDRESS], { ...env, LATCHKIT_ONLY: 'gateway' });
    await expect(alone).rejects.toThrow('needs both stores');
  });
});
