import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
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
/** Milliseconds from the command to the first answer. */
const GOAL = 6_000;

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

  /** Starts it in an empty folder; gives the milliseconds to the first answer. */
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
    const began = performance.now();
    const child = spawn('npx', ['--offline', 'latchkit-gateway'], {
      cwd: directory,
      env,
      detached: true,
      stdio: 'ignore',
    });
    const url = `http://127.0.0.1:${port}`;
    await waitUntil(async () => (await fetch(`${url}/readyz`)).ok);
    const took = performance.now() - began;
    const origins = await fetch(`${url}/projects/v1/origins?projectId=${DEVELOPMENT_PROJECT_ID}`);
    expect(await origins.json()).toEqual({ allowedOrigins: [] });
    // npx and the gateway are a group of their own.
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGTERM');
    await once(child, 'exit');
    return took;
  }

  it('serves from the packed tarball in an empty folder within 6 s', async () => {
    // The best of up to three: other work on the machine is not ours to measure.
    const times = [await start()];
    while (times.length < 3 && Math.min(...times) >= GOAL) times.push(await start());
    console.log(`first answer after ${times.map(Math.round).join(', ')} ms`);
    expect(Math.min(...times)).toBeLessThan(GOAL);
  });
});
