import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { passTime } from '../../test/passTime.js';
import { emptyPostgres, hasPostgres, newData } from '../../test/testDatabase.js';
import { runningFrame } from '../../test/wallet/runningFrame.js';
import { readSettings } from '../server/readSettings.js';
import { startServer } from '../server/startServer.js';
import { runCommand } from './runCommand.js';

const directory = mkdtempSync(join(tmpdir(), 'latchkit-backup-'));
const file = (name: string) => join(directory, name);
const data = file('first');
const addresses = new Map<string, string>();
const base = { LATCHKIT_GATEWAY_PORT: '0', LATCHKIT_LOG: 'off', LATCHKIT_INDEX: 'off' };
/** The PostgreSQL database of each data directory, if there is a server. */
const urls: Record<string, string> = {};
/** The keys are the same for every data directory. */
const envOf = (dataDirectory: string) => ({
  ...base,
  LATCHKIT_DATA_DIR: dataDirectory,
  DATABASE_URL: urls[dataDirectory] ?? '',
  LATCHKIT_KEK_FILE: file('gateway.json'),
  LATCHKIT_VAULT_KEK_FILE: file('vault.json'),
  LATCHKIT_BACKUP_KEYS: publicKey,
});
let publicKey = '';

afterAll(() => rmSync(directory, { recursive: true, force: true }));
afterEach(() => {
  vi.useRealTimers();
});

beforeAll(async () => {
  publicKey = await runCommand(['backup-key', file('backup.json')], {});
  for (const name of ['gateway.json', 'vault.json']) await runCommand(['kek', 'make', file(name)], {});
  urls[data] = (await newData(data)).DATABASE_URL ?? '';
  if (hasPostgres()) for (const name of ['second', 'third']) urls[file(name)] = await emptyPostgres();
  const gateway = await startServer(readSettings(envOf(data)));
  for (const email of ['one@mail.example', 'two@mail.example']) {
    const frame = await runningFrame(gateway);
    addresses.set(email, (await frame.create(await frame.signIn(email))).addresses.evm);
  }
  await gateway.stop();
});

const backup = file('wallets.backup');
const restore = (to: string, from = backup, key = file('backup.json')) =>
  runCommand(['restore', from, '--key', key], envOf(to));

describe('restoreCommand', () => {
  it('restores a backup on an empty machine, and the wallets open with their addresses [SEC-77]', async () => {
    expect(await runCommand(['backup', backup], envOf(data))).toContain('latchkit_wallet.wallets\t2');
    const restored = file('second');
    expect(await restore(restored)).toContain('latchkit_vault\t');
    // Nothing is written over, even over the same rows.
    await expect(restore(data)).rejects.toMatchObject({ code: 'STORE_NOT_EMPTY' });
    const gateway = await startServer(readSettings(envOf(restored)));
    passTime(31_000);
    for (const [email, evm] of addresses) {
      const frame = await runningFrame(gateway);
      expect((await frame.recover(await frame.signIn(email))).account.addresses.evm).toBe(evm);
    }
    await gateway.stop();
  });

  it('changes nothing for a damaged backup, other keys, or keys of other data [SEC-77]', async () => {
    const bytes = readFileSync(backup);
    const empty = file('third');
    const flipped = Buffer.from(bytes);
    flipped[bytes.length - 40] = (bytes.at(-40) ?? 0) ^ 1;
    for (const damaged of [bytes.subarray(0, -1), flipped]) {
      writeFileSync(file('damaged'), damaged);
      await expect(restore(empty, file('damaged'))).rejects.toMatchObject({ code: 'BACKUP_INVALID' });
    }
    await runCommand(['backup-key', file('other.json')], {});
    await expect(restore(empty, backup, file('other.json'))).rejects.toMatchObject({
      code: 'BACKUP_INVALID',
    });
    await runCommand(['kek', 'make', file('stranger.json')], {});
    const env = { ...envOf(empty), LATCHKIT_KEK_FILE: file('stranger.json') };
    await expect(runCommand(['restore', backup, '--key', file('backup.json')], env)).rejects.toMatchObject({
      code: 'KEYS_INVALID',
    });
    expect(await restore(empty)).toContain('latchkit_wallet\t');
  });

  it('contains nothing that reads without the offline key', () => {
    const text = readFileSync(backup).toString('latin1');
    for (const secret of ['latchkit_wallet', 'seed_ct', ...addresses.values()])
      expect(text).not.toContain(secret);
  });
});
