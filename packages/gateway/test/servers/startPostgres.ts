import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { freePort } from '../../../../scripts/lib/ports.mjs';
import { waitUntil } from '../waitUntil.js';

const ROOT = '/usr/lib/postgresql';

/** Folder of the newest PostgreSQL programs, as Debian installs them; undefined if not installed. */
export function postgresPrograms(): string | undefined {
  if (!existsSync(ROOT)) return undefined;
  const versions = readdirSync(ROOT).sort((a, b) => Number(a) - Number(b));
  return versions
    .map(version => join(ROOT, version, 'bin'))
    .filter(folder => existsSync(join(folder, 'initdb')))
    .at(-1);
}

/**
 * Starts a real PostgreSQL server with an empty database in a temporary folder.
 *
 * @param settings - Configuration parameters of the server.
 */
export async function startPostgres(
  programs: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<{
  readonly url: string;
  /** Sends a signal to the server and to the process of every connection. */
  signal(name: 'SIGSTOP' | 'SIGCONT' | 'SIGKILL'): void;
  stop(): Promise<void>;
}> {
  const directory = mkdtempSync(join(tmpdir(), 'latchkit-postgres-'));
  // The server refuses to run as root.
  const owner = process.getuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : {};
  if (owner.uid !== undefined) chownSync(directory, owner.uid, owner.gid);
  const options = { ...owner, cwd: directory, stdio: 'ignore' } as const;
  const data = join(directory, 'data');
  execFileSync('cp', ['-a', emptyCluster(programs, options), data], options);
  const port = await freePort();
  const child = spawn(
    join(programs, 'postgres'),
    [
      ...['-D', data, '-p', String(port), '-h', '127.0.0.1', '-k', '', '-F'],
      ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
    options,
  );
  const url = `postgres://latchkit@127.0.0.1:${port}/postgres`;
  await waitUntil(async () => {
    const client = new pg.Client(url);
    await client.connect();
    await client.end();
    return true;
  });
  return {
    url,
    signal(name) {
      const children = execFileSync('ps', ['-o', 'pid=', '--ppid', String(child.pid)], { encoding: 'utf8' });
      // The main process first, so that it doesn't replace the others.
      child.kill(name);
      for (const pid of children.split('\n').filter(Boolean).map(Number)) signalIfAlive(pid, name);
    },
    async stop() {
      // SIGINT: the server closes connections, writes its data and exits.
      if (child.exitCode === null && child.signalCode === null && child.kill('SIGINT'))
        await once(child, 'exit');
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** Options of initdb, which are part of the cached files' name together with the version. */
const INITDB = ['-U', 'latchkit', '--auth=trust', '--no-sync'];

/** Files of an empty server, created once per machine: copying them is faster than initdb. */
function emptyCluster(programs: string, options: { readonly uid?: number; readonly gid?: number }): string {
  const version = execFileSync(join(programs, 'initdb'), ['--version'], { encoding: 'utf8' });
  const made = createHash('sha256')
    .update([version, options.uid, ...INITDB].join())
    .digest('hex');
  const kept = join(tmpdir(), `latchkit-initdb-${made.slice(0, 16)}`);
  if (existsSync(kept)) return kept;
  const own = `${kept}.${process.pid}.${Math.random().toString(36).slice(2)}`;
  // The server's user may write to the folder for temporary files.
  execFileSync(join(programs, 'initdb'), ['-D', own, ...INITDB], {
    ...options,
    cwd: tmpdir(),
    stdio: 'ignore',
  });
  try {
    renameSync(own, kept);
  } catch {
    // Another worker was faster.
    rmSync(own, { recursive: true, force: true });
  }
  return kept;
}

/** A connection's process may exit before it receives the signal. */
function signalIfAlive(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

function idOf(kind: '-u' | '-g'): number {
  return Number(execFileSync('id', [kind, 'postgres'], { encoding: 'utf8' }));
}
