import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { postgresPrograms, startPostgres } from '../../test/servers/startPostgres.js';
import { errorText } from '../commands/errorText.js';
import { runCommand } from '../commands/runCommand.js';

const programs = postgresPrograms();

describe.skipIf(programs === undefined)('a database that was restored', () => {
  const folder = mkdtempSync(join(tmpdir(), 'latchkit-denied-'));
  const dump = join(folder, 'gateway.dump');
  let server: Awaited<ReturnType<typeof startPostgres>>;
  /** The URL of a database, for the superuser or for the gateway's user. */
  const urlOf = (name: string, user = 'latchkit') =>
    server.url.replace(/latchkit@(.*)postgres$/, `${user}@$1${name}`);
  const program = (name: string, ...args: readonly string[]) =>
    execFileSync(join(programs ?? '', name), args, { stdio: ['ignore', 'ignore', 'inherit'] });
  const sql = (name: string, text: string) => program('psql', '--quiet', urlOf(name), '--command', text);
  /** The projects that the gateway's user sees, or the error. */
  const projectsIn = (name: string) =>
    runCommand(['project', 'list'], {
      LATCHKIT_LOG: 'off',
      LATCHKIT_DATA_DIR: join(folder, 'gateway'),
      DATABASE_URL: urlOf(name, 'latchkit_gateway'),
    }).catch(errorText);

  beforeAll(async () => {
    server = await startPostgres(programs ?? '');
    sql('postgres', 'create role latchkit_gateway login');
    sql('postgres', 'create database before owner latchkit_gateway');
    await runCommand(['project', 'create', '--name', 'Shop', '--id', 'shop'], {
      LATCHKIT_DATA_DIR: join(folder, 'gateway'),
      DATABASE_URL: urlOf('before', 'latchkit_gateway'),
    });
    program('pg_dump', '--format=custom', `--file=${dump}`, urlOf('before', 'latchkit_gateway'));
  });
  afterAll(async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('says what to do if its tables belong to another user', async () => {
    sql('postgres', 'create database wrong');
    program('pg_restore', '--no-owner', `--dbname=${urlOf('wrong')}`, dump);
    expect(await projectsIn('wrong')).toMatch(
      /^DATABASE_DENIED: The PostgreSQL server denies the gateway's user what it needs\. permission denied for table schema_migrations\. .*--owner.*\/docs\/upgrade\.md/,
    );
  });

  it('says it if the user may not connect, too', async () => {
    sql('postgres', 'create database closed');
    sql('postgres', 'revoke connect on database closed from public');
    expect(await projectsIn('closed')).toMatch(
      /^DATABASE_DENIED: .* permission denied for database "closed"\./,
    );
  });

  it("serves once it was restored to a database of the gateway's user, as the guide says", async () => {
    sql('postgres', 'create database restored owner latchkit_gateway');
    program('pg_restore', '--no-owner', `--dbname=${urlOf('restored', 'latchkit_gateway')}`, dump);
    expect(await projectsIn('restored')).toMatch(/^shop\tShop\t/);
  });
});
