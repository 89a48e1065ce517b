import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { passTime } from '../../test/passTime.js';
import { emptyPostgres, hasPostgres, newData } from '../../test/testDatabase.js';
import { waitUntil } from '../../test/waitUntil.js';
import { readSettings } from '../server/readSettings.js';
import { startServer } from '../server/startServer.js';
import { runCommand } from './runCommand.js';

const directory = mkdtempSync(join(tmpdir(), 'latchkit-canaries-'));
const file = (name: string) => join(directory, name);
let publicKey = '';
/** The PostgreSQL database of each data directory, if there is a server. */
const urls: Record<string, string> = {};
const envOf = (data: string) => ({
  DATABASE_URL: urls[data] ?? '',
  LATCHKIT_GATEWAY_PORT: '0',
  LATCHKIT_LOG: 'off',
  LATCHKIT_INDEX: 'off',
  LATCHKIT_DATA_DIR: file(data),
  // Public addresses that only a proxy serves: the canaries reach the services by their ports.
  LATCHKIT_FRAME_URL: 'https://wallet.example',
  LATCHKIT_VAULT_URL: 'https://vault.example',
  LATCHKIT_KEK_FILE: file('gateway.json'),
  LATCHKIT_VAULT_KEK_FILE: file('vault.json'),
  LATCHKIT_BACKUP_KEYS: publicKey,
});
const run = (data: string, ...args: readonly string[]) => runCommand(args, envOf(data));

let created = '';
beforeAll(async () => {
  publicKey = await runCommand(['backup-key', file('backup.json')], {});
  for (const name of ['gateway.json', 'vault.json']) await runCommand(['kek', 'make', file(name)], {});
  urls.data = (await newData(file('data'))).DATABASE_URL ?? '';
  if (hasPostgres()) urls.restored = await emptyPostgres();
  await expect(run('data', 'drill', 'device')).rejects.toThrow('There are no canary wallets yet');
  created = await run('data', 'canaries', 'create');
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));
afterEach(() => {
  vi.useRealTimers();
});

describe('canariesCommand', () => {
  it('creates five canary wallets once, which sign in every drill with their addresses', async () => {
    expect(created.split('\n')).toHaveLength(5);
    expect(await run('data', 'canaries', 'create')).toBe(created);
    expect(await run('data', 'drill')).toMatch(/^device\t[^\t]+\tThere are no canary wallets yet$/m);
    expect(await run('data', 'drill', 'device')).toContain('every canary wallet signed');
    // Their links and codes are limited like those of users.
    passTime(31_000);
    expect(await run('data', 'drill', 'recovery')).toContain('every canary wallet signed');
    await run('data', 'drill', 'record', 'custodians');
    const gateway = await startServer(readSettings(envOf('data')));
    const health = await fetch(`${gateway.frameUrl}/healthz`);
    expect(health.status).toBe(200);
    await gateway.stop();
    const listed = await run('data', 'drill');
    expect(listed).toMatch(/^device\t[^\t]+\tok$/m);
    expect(listed).toMatch(/^recovery\t[^\t]+\tok$/m);
    expect(listed).toMatch(/^restore\tnever\t\toverdue$/m);
    expect(listed).toMatch(/^custodians\t[^\t]+\tok$/m);
  }, 240_000);

  it('proves each backup with the canaries, which sign with the same addresses after it is restored [SEC-77]', async () => {
    expect(await run('data', 'backup', file('wallets.backup'))).toContain('5 canary wallets signed');
    const restored = await run('restored', 'restore', file('wallets.backup'), '--key', file('backup.json'));
    expect(restored).toContain('5 canary wallets');
    passTime(31_000);
    expect(await run('restored', 'drill', 'device')).toContain('every canary wallet signed');
  }, 240_000);

  it('replaces the keys of both stores, and destroys old ones only when no backup needs them', async () => {
    const kids = () => JSON.parse(readFileSync(file('gateway.json'), 'utf8')).keys as { kid: string }[];
    const [old] = kids();
    expect(await run('data', 'kek', 'rotate')).toContain('5 canary wallets signed');
    const destroy = () => run('data', 'kek', 'destroy', 'gateway', old?.kid ?? '');
    await expect(destroy()).rejects.toMatchObject({ code: 'KEYS_INVALID' });
    // A running service sends the changes to the mirror.
    const gateway = await startServer(readSettings(envOf('data')));
    await waitUntil(async () => {
      const { body } = await fetch(`${gateway.url}/metrics`).then(async response => ({
        body: await response.text(),
      }));
      return /latchkit_mirror_waiting\{store="latchkit_wallet"\} 0/.test(body);
    });
    await gateway.stop();
    await expect(destroy()).rejects.toMatchObject({ message: expect.stringContaining('Backups may need') });
    passTime(36 * 86_400_000);
    expect(await destroy()).toContain('destroyed');
    expect(JSON.stringify(kids())).not.toContain(`${old?.kid}","kty":"oct","k"`);
    vi.useRealTimers();
    expect(await run('data', 'drill', 'device')).toContain('every canary wallet signed');
  }, 240_000);
});
