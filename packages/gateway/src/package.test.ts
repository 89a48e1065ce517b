import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { DEVELOPMENT_PROJECT_ID } from './projects/developmentProject.js';
import { freePort } from './testing/freePort.js';
import { waitUntil } from './testing/waitUntil.js';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const packages = ['packages/latchkit', 'packages/gateway'];
const built = packages.every(folder => existsSync(join(root, folder, 'dist')));
/** Seconds of processor time from the command to the first answer: other work on the machine does not count. */
const GOAL = 6;

const manifest = z.object({ name: z.string(), dependencies: z.record(z.string(), z.string()) });

let directory: string;

/** Unpacks the packages as npm would, and links what they depend on: nothing is fetched. */
function install(): void {
  const modules = join(directory, 'node_modules');
  for (const folder of packages) {
    const from = join(root, folder);
    const { name, dependencies } = manifest.parse(
      JSON.parse(readFileSync(join(from, 'package.json'), 'utf8')),
    );
    const output = execFileSync('npm', ['pack', '--silent', '--pack-destination', directory], {
      cwd: from,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const tarball = output.trim().split('\n').at(-1);
    const to = join(modules, name);
    mkdirSync(to, { recursive: true });
    execFileSync('tar', ['xzf', join(directory, tarball ?? ''), '-C', to, '--strip-components=1']);
    for (const dependency of Object.keys(dependencies)) {
      const target = join(modules, dependency);
      mkdirSync(dirname(target), { recursive: true });
      if (dependency !== 'latchkit' && !existsSync(target))
        symlinkSync(join(root, 'node_modules', dependency), target);
    }
  }
  mkdirSync(join(modules, '.bin'));
  symlinkSync('../@latchkit/gateway/dist/cli.js', join(modules, '.bin', 'latchkit-gateway'));
  execFileSync('chmod', ['+x', join(modules, '@latchkit/gateway/dist/cli.js')]);
}

describe('npx @latchkit/gateway', { timeout: 180_000 }, () => {
  if (!built) {
    it('serves from the packed tarball', ({ skip }) => skip('the packages are not built: npm run build'));
    return;
  }
  beforeAll(() => {
    directory = mkdtempSync(join(tmpdir(), 'latchkit-packed-'));
    install();
  }, 180_000);
  afterAll(() => rmSync(directory, { recursive: true, force: true }));

  /** Starts it in an empty folder; gives the processor time to the first answer. */
  async function start(): Promise<number> {
    const data = mkdtempSync(join(directory, 'empty-'));
    const port = await freePort();
    const env = {
      ...process.env,
      LATCHKIT_GATEWAY_PORT: String(port),
      LATCHKIT_FRAME_PORT: '0',
      LATCHKIT_VAULT_PORT: '0',
      LATCHKIT_DATA_DIR: data,
      NODE_ENV: '',
    };
    // npx and the gateway are a process group of their own.
    const child = spawn('npx', ['--offline', 'latchkit-gateway'], {
      cwd: directory,
      env,
      detached: true,
      stdio: 'ignore',
    });
    const url = `http://127.0.0.1:${port}`;
    await waitUntil(async () => (await fetch(`${url}/readyz`)).ok);
    const took = processorTime(child.pid);
    const origins = await fetch(`${url}/projects/v1/origins?projectId=${DEVELOPMENT_PROJECT_ID}`);
    expect(await origins.json()).toEqual({ allowedOrigins: [] });
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGTERM');
    await once(child, 'exit');
    return took;
  }

  it('serves from the packed tarball in an empty folder, with at most 6 s of processor time', async () => {
    const took = await start();
    if (process.platform === 'linux') expect(took).toBeGreaterThan(0);
    expect(took).toBeLessThan(GOAL);
  });
});

/** Seconds of processor time that a process group has used, children that ended included. Linux only: elsewhere 0. */
function processorTime(group: number | undefined): number {
  if (process.platform !== 'linux') return 0;
  const ticks = readdirSync('/proc').flatMap(entry => {
    if (!/^\d+$/.test(entry)) return [];
    try {
      // proc(5): what follows the command's closing parenthesis is state, parent, group …; the four times are fields 14 to 17.
      const fields = readFileSync(`/proc/${entry}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
      return Number(fields[2]) === group ? fields.slice(11, 15).map(Number) : [];
    } catch {
      // The process ended meanwhile.
      return [];
    }
  });
  const perSecond = 100;
  return ticks.reduce((sum, ticksOfOne) => sum + ticksOfOne, 0) / perSecond;
}
