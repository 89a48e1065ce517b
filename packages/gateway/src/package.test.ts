import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { freePort } from '../../../scripts/lib/ports.mjs';
import { relayClient } from '../test/relay/relayClient.js';
import { waitUntil } from '../test/waitUntil.js';
import { DEVELOPMENT_PROJECT_ID } from './project/projects/developmentProject.js';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const packages = ['packages/latchkit', 'packages/gateway'];
const built = ['packages/latchkit', 'packages/gateway', 'apps/frame'].every(folder =>
  existsSync(join(root, folder, 'dist')),
);
/** Maximum processor time in seconds from the command to the first response: twice what it takes on an idle machine. */
const LIMIT = 10;

const manifest = z.object({ name: z.string(), dependencies: z.record(z.string(), z.string()) });

let directory: string;

/** Unpacks the packages as npm would, and links their dependencies, so that nothing is fetched. */
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

describe('npx @latchkit/gateway', () => {
  if (!built) {
    it('serves from the packed tarball', ({ skip }) => skip('the packages are not built: npm run build'));
    return;
  }
  beforeAll(() => {
    directory = mkdtempSync(join(tmpdir(), 'latchkit-packed-'));
    install();
  }, 180_000);
  afterAll(() => rmSync(directory, { recursive: true, force: true }));

  /** Starts it in an empty folder; resolves with the processor time up to the first response. */
  async function start(): Promise<number> {
    const data = mkdtempSync(join(directory, 'empty-'));
    const [port, framePort, vaultPort] = [await freePort(), await freePort(), await freePort()];
    const env = {
      ...process.env,
      LATCHKIT_GATEWAY_PORT: String(port),
      LATCHKIT_FRAME_PORT: String(framePort),
      LATCHKIT_VAULT_PORT: String(vaultPort),
      LATCHKIT_DATA_DIR: data,
      NODE_ENV: '',
    };
    // A process group of its own makes the processor time of npx and the gateway measurable.
    const child = spawn('npx', ['--offline', 'latchkit-gateway'], {
      cwd: directory,
      env,
      detached: true,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    child.stdout.on('data', part => {
      output += part;
    });
    const url = `http://127.0.0.1:${port}`;
    await waitUntil(async () => (await fetch(`${url}/readyz`)).ok);
    const took = processorTime(child.pid);
    const origins = await fetch(`${url}/projects/v1/origins?projectId=${DEVELOPMENT_PROJECT_ID}`);
    expect(await origins.json()).toEqual({ allowedOrigins: [] });
    await waitUntil(async () => output.includes('Metrics: '));
    expect(output).toContain(`Wallet page: http://localhost:${framePort}/frame`);
    await wholeStack(url, framePort, vaultPort);
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGTERM');
    await once(child, 'exit');
    return took;
  }

  /** Requests the wallet page with its files, the vault and the relay. */
  async function wholeStack(url: string, framePort: number, vaultPort: number): Promise<void> {
    const frame = `http://localhost:${framePort}`;
    const query = `projectId=${DEVELOPMENT_PROJECT_ID}&chainId=eip155:1&version=1&enableLogger=false`;
    const page = await fetch(`${frame}/frame?${query}`, { headers: { 'Sec-Fetch-Dest': 'iframe' } });
    expect(page.status).toBe(200);
    const [, script = ''] = /<script[^>]+src="([^"]+)"/.exec(await page.text()) ?? [];
    const file = await fetch(new URL(script, `${frame}/`));
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'text/javascript; charset=utf-8']);
    expect((await fetch(`http://localhost:${vaultPort}/healthz`)).status).toBe(200);
    const client = await relayClient(`${url.replace('http', 'ws')}/relay`);
    expect(await client.call('irn_batchUnsubscribe', { subscriptions: [] })).toBe(true);
    await client.close();
  }

  it('serves all of the stack from the packed tarball in an empty folder, the wallet page included, with at most 10 s of processor time', async () => {
    const took = await start();
    if (process.platform === 'linux') expect(took).toBeGreaterThan(0);
    expect(took).toBeLessThan(LIMIT);
  });
});

/** Processor time of a process group in seconds, ended children included. Only on Linux; elsewhere 0. */
function processorTime(group: number | undefined): number {
  if (process.platform !== 'linux') return 0;
  const ticks = readdirSync('/proc').flatMap(entry => {
    if (!/^\d+$/.test(entry)) return [];
    try {
      // proc(5): what follows the command's closing parenthesis is state, parent, group …; the four times are fields 14 to 17.
      const fields = readFileSync(`/proc/${entry}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
      return Number(fields[2]) === group ? fields.slice(11, 15).map(Number) : [];
    } catch {
      // The process has ended since the listing.
      return [];
    }
  });
  const perSecond = 100;
  return ticks.reduce((sum, ticksOfOne) => sum + ticksOfOne, 0) / perSecond;
}
