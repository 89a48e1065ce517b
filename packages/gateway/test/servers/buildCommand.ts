import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { waitUntil } from '../waitUntil.js';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export interface RunningCommand {
  readonly child: ChildProcess;
  /** The exit code. */
  readonly ended: Promise<number | null>;
  /** Its output so far, stdout and stderr. */
  output(): string;
  /** Waits until it serves at this URL; rejects with its output if it exits before. */
  ready(url: string): Promise<void>;
}

export interface GatewayCommand {
  /** An empty folder, the working directory of the command. */
  readonly directory: string;
  /**
   * Runs the command as an operator does.
   *
   * @param within - A program with arguments that runs the rest of its command line, for example `unshare`.
   */
  run(env: Record<string, string>, args?: readonly string[], within?: readonly string[]): RunningCommand;
  killAll(): void;
  remove(): void;
}

let bundled: Promise<string> | undefined;

/** Bundles the command into one file, once per worker, so that tests run the current sources. */
async function bundle(): Promise<string> {
  // Packages outside the bundle, and the files of this package, are found from this folder upwards.
  const cache = here('../../node_modules/.cache');
  const file = join(cache, `gateway-${process.pid}.mjs`);
  mkdirSync(cache, { recursive: true });
  for (const name of readdirSync(cache)) {
    const [, pid] = /^gateway-(\d+)\.mjs$/.exec(name) ?? [];
    if (pid !== undefined && !isAlive(Number(pid))) rmSync(join(cache, name), { force: true });
  }
  await build({
    entryPoints: [here('../../src/cli.ts')],
    outfile: file,
    bundle: true,
    platform: 'node',
    format: 'esm',
    logLevel: 'error',
    external: [
      '@electric-sql/pglite',
      '@hono/node-server',
      'pg',
      'ioredis',
      'prom-client',
      'ws',
      'nodemailer',
    ],
    alias: { 'latchkit/protocol': here('../../../latchkit/src/protocol/index.ts') },
  });
  return file;
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Makes the command ready to run, in an empty folder. */
export async function buildCommand(): Promise<GatewayCommand> {
  bundled ??= bundle();
  const file = await bundled;
  const directory = mkdtempSync(join(tmpdir(), 'latchkit-gateway-'));
  const running = new Set<ChildProcess>();
  return {
    directory,
    run(env, args = [], within = []) {
      // Compiles PGlite once only: optimizing its code as well takes longer than a test has use for.
      const node = [process.execPath, '--liftoff-only', file];
      const [program = process.execPath, ...rest] = [...within, ...node, ...args];
      const child = spawn(program, rest, {
        cwd: directory,
        // Free ports for the wallet service and the vault, because another gateway may be running.
        env: { PATH: process.env.PATH, LATCHKIT_FRAME_PORT: '0', LATCHKIT_VAULT_PORT: '0', ...env },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      let output = '';
      for (const stream of [child.stdout, child.stderr]) {
        stream.on('data', part => {
          output += part;
        });
      }
      running.add(child);
      const ended = once(child, 'close').then(([code]) => {
        running.delete(child);
        return code as number | null;
      });
      const ready = async (url: string) => {
        // The test's own time limit ends a process that hangs.
        const isReady = waitUntil(
          async () => child.exitCode !== null || (await fetch(`${url}/readyz`)).ok,
          120_000,
        );
        await isReady.catch(cause => Promise.reject(new Error(`It is not ready:\n${output}`, { cause })));
        if (child.exitCode !== null) throw new Error(`It ended with ${child.exitCode}:\n${output}`);
      };
      return { child, ended, output: () => output, ready };
    },
    killAll() {
      for (const child of running) child.kill('SIGKILL');
    },
    remove() {
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
