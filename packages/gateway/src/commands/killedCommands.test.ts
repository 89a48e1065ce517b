import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { buildCommand, type GatewayCommand } from '../../test/servers/buildCommand.js';
import { type LocalKms, startKms } from '../../test/servers/startKms.js';
import { postgresServer } from '../../test/testDatabase.js';
import { waitUntil } from '../../test/waitUntil.js';
import { openPostgres } from '../platform/adapters/postgres.js';
import { readSettings } from '../server/readSettings.js';
import { startServer } from '../server/startServer.js';
import { runCommand } from './runCommand.js';

const isFull = process.env.LATCHKIT_FULL !== undefined;

/** Number of kills of each command, and how many of them follow each other before the stores are checked. */
const [KILLS, IN_A_ROW] = isFull ? [200, 5] : [1, 1];

/** Where the keys of the stores are. */
const KINDS = isFull ? (['file', 'kms'] as const) : (['file'] as const);

const server = postgresServer() ?? '';
const directory = mkdtempSync(join(tmpdir(), 'latchkit-lost-'));
const file = (...names: readonly string[]) => join(directory, ...names);
const KEY_FILES = ['gateway.json', 'vault.json'];

let kms: LocalKms;
let command: GatewayCommand;
let publicKey = '';

const urlOf = (name: string) => server.replace(/postgres$/, name);

/** Runs SQL on the server, in no database of a test. */
async function administer(...statements: readonly string[]): Promise<void> {
  const administration = await openPostgres(server);
  for (const statement of statements) await administration.query(statement);
  await administration.close();
}

beforeAll(async () => {
  if (server === '') return;
  [kms, command] = await Promise.all([startKms(), buildCommand()]);
  publicKey = await runCommand(['backup-key', file('backup.json')], {});
});
afterAll(async () => {
  command?.killAll();
  command?.remove();
  await kms?.close();
  rmSync(directory, { recursive: true, force: true });
});

describe.skipIf(server === '').each(KINDS)('stores on PostgreSQL with keys in %s', kind => {
  const made = `made_${kind}`;
  const keysOf = (set: string, isNew: boolean) =>
    kind === 'file'
      ? { LATCHKIT_KEK_FILE: file(set, 'gateway.json'), LATCHKIT_VAULT_KEK_FILE: file(set, 'vault.json') }
      : {
          LATCHKIT_KMS_ENDPOINT: kms.url,
          AWS_ACCESS_KEY_ID: kms.credentials.accessKeyId,
          AWS_SECRET_ACCESS_KEY: kms.credentials.secretAccessKey,
          LATCHKIT_KEK_KMS: isNew ? kms.otherKeyArn : kms.keyArn,
          LATCHKIT_VAULT_KEK_KMS: isNew ? kms.keyArn : kms.otherKeyArn,
        };
  /** The settings of one set of databases and keys. `isNew`: with the keys that a rotation in KMS leads to. */
  const envOf = (set: string, isNew = false) => ({
    LATCHKIT_GATEWAY_PORT: '0',
    LATCHKIT_LOG: 'off',
    LATCHKIT_INDEX: 'off',
    LATCHKIT_DATA_DIR: file(set, 'data'),
    DATABASE_URL: urlOf(`${set}_a`),
    LATCHKIT_VAULT_DATABASE_URL: urlOf(`${set}_b`),
    LATCHKIT_FRAME_URL: 'https://wallet.example',
    LATCHKIT_VAULT_URL: 'https://vault.example',
    LATCHKIT_BACKUP_KEYS: publicKey,
    ...keysOf(set, isNew),
  });
  const run = (set: string, ...args: readonly string[]) => runCommand(args, envOf(set));

  /** A set with the keys of the made one, and with copies of its databases or empty ones. */
  async function prepare(set: string, has: { readonly a: boolean; readonly b: boolean }): Promise<void> {
    mkdirSync(file(set), { recursive: true });
    if (kind === 'file') for (const name of KEY_FILES) copyFileSync(file(made, name), file(set, name));
    await administer(
      ...(['a', 'b'] as const).flatMap(one => [
        `drop database if exists ${set}_${one} with (force)`,
        `create database ${set}_${one}${has[one] ? ` template ${made}_${one}` : ''}`,
      ]),
    );
  }

  /** Both stores open with the canaries' rows: a backup fails if one wallet does not sign with its address. */
  async function expectSigned(set: string, isNew = false): Promise<void> {
    const saved = await runCommand(['backup', file('again.backup')], envOf(set, isNew));
    expect(saved).toContain('5 canary wallets signed');
  }

  beforeAll(async () => {
    if (kind === 'kms') {
      vi.stubEnv('AWS_ACCESS_KEY_ID', kms.credentials.accessKeyId);
      vi.stubEnv('AWS_SECRET_ACCESS_KEY', kms.credentials.secretAccessKey);
    }
    for (const name of kind === 'file' ? KEY_FILES : [])
      await runCommand(['kek', 'make', file(made, name)], {});
    await administer(`create database ${made}_a`, `create database ${made}_b`);
    await run(made, 'canaries', 'create');
    if (kind === 'file') await run(made, 'kek', 'ceremony', file('custodians'));
    await run(made, 'backup', file(`${made}.backup`));
    // A running service sends the changes to the mirror.
    const gateway = await startServer(readSettings(envOf(made)));
    await waitUntil(async () => {
      const body = await (await fetch(`${gateway.url}/metrics`)).text();
      return [...body.matchAll(/^latchkit_mirror_waiting\{.*\} (\d+)$/gm)].every(([, n]) => n === '0');
    });
    await gateway.stop();
  }, 240_000);
  afterAll(() => vi.unstubAllEnvs());

  it.each([
    ...(isFull ? [{ lost: 'gateway', has: { a: false, b: true }, mirror: `${made}_b` }] : []),
    { lost: 'vault', has: { a: true, b: false }, mirror: `${made}_a` },
  ])('open the canary wallets after the database of the $lost was lost', async ({ lost, has, mirror }) => {
    await prepare('lost', has);
    // As on the machine of the lost side, which has no key of the other one.
    const others = lost === 'gateway' ? 'LATCHKIT_VAULT_KEK' : 'LATCHKIT_KEK';
    const env = {
      ...envOf('lost'),
      LATCHKIT_ONLY: lost,
      [`${others}_FILE`]: '/none',
      [`${others}_KMS`]: '',
    };
    await runCommand(['restore', '--from-mirror', lost, '--mirror', urlOf(mirror)], env);
    await expectSigned('lost');
    await prepare('lost', has);
    await run('lost', 'restore', file(`${made}.backup`), '--key', file('backup.json'), '--store', lost);
    await expectSigned('lost');
  });

  it.runIf(kind === 'file').each(isFull ? ['gateway', 'vault'] : ['gateway'])(
    'open the canary wallets after the key file of the %s was lost',
    async name => {
      await prepare('lost', { a: true, b: true });
      rmSync(file('lost', `${name}.json`));
      await expect(run('lost', 'backup', file('again.backup'))).rejects.toMatchObject({
        code: 'KEYS_INVALID',
      });
      const { kid } = JSON.parse(readFileSync(file(made, `${name}.json`), 'utf8')).keys[0];
      const shares = [1, 3, 5].map(one => file('custodians', `custodian-${one}`, `${name}-${kid}.json`));
      await run('lost', 'kek', 'restore', file('lost', `${name}.json`), ...shares);
      await expectSigned('lost');
    },
  );

  it.each([
    { name: 'restore', has: { a: false, b: false } },
    { name: 'kek rotate', has: { a: true, b: true } },
  ])(
    `continue after $name was killed, ${KILLS} times`,
    async ({ name, has }) => {
      const isRotation = name === 'kek rotate';
      const more = isRotation ? [] : [file(`${made}.backup`), '--key', file('backup.json')];
      const args = [...name.split(' '), ...more];
      const start = (set: string) => command.run(envOf(set, isRotation), args);
      await prepare('timed', has);
      const began = performance.now();
      const timed = start('timed');
      expect(await timed.ended, timed.output()).toBe(0);
      const duration = performance.now() - began;
      for (let kill = 0; kill < KILLS; kill += IN_A_ROW) {
        await prepare('killed', has);
        for (let row = 0; row < IN_A_ROW; row += 1) {
          const running = start('killed');
          await Promise.race([pause(Math.random() * duration), running.ended]);
          running.child.kill('SIGKILL');
          await running.ended;
        }
        await runCommand(args, envOf('killed', isRotation)).catch(error => {
          // A restore that was killed after its end is complete.
          expect(error).toMatchObject({ code: 'STORE_NOT_EMPTY' });
        });
        await expectSigned('killed', isRotation);
      }
    },
    KILLS * 60_000 + 60_000,
  );
});
