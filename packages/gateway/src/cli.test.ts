import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { DEVELOPMENT_PROJECT_ID } from './projects/developmentProject.js';
import { freePort } from './testing/freePort.js';
import { postgresPrograms, startPostgres } from './testing/startPostgres.js';
import { waitUntil } from './testing/waitUntil.js';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
/** Inside the repository, where the packages that stay outside the bundle are found. */
const cache = here('../../../node_modules/.cache/latchkit');
const command = join(cache, `gateway-${process.pid}.mjs`);
const running = new Set<ReturnType<typeof spawn>>();
let data: string;

beforeAll(async () => {
  mkdirSync(cache, { recursive: true });
  data = mkdtempSync(join(tmpdir(), 'latchkit-gateway-'));
  await build({
    entryPoints: [here('./cli.ts')],
    outfile: command,
    bundle: true,
    platform: 'node',
    format: 'esm',
    logLevel: 'error',
    external: ['@electric-sql/pglite', '@hono/node-server', 'pg', 'ioredis', 'prom-client'],
    alias: { 'latchkit/protocol': here('../../latchkit/src/protocol/index.ts') },
  });
});
afterEach(() => {
  for (const child of running) child.kill('SIGKILL');
});
afterAll(() => {
  rmSync(command, { force: true });
  rmSync(data, { recursive: true, force: true });
});

/** Starts the command as an operator would. */
function run(env: Record<string, string>) {
  const child = spawn(process.execPath, [command], {
    cwd: data,
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', part => {
    output += part;
  });
  child.stderr.on('data', part => {
    output += part;
  });
  running.add(child);
  const ended = once(child, 'exit').then(([code]) => {
    running.delete(child);
    return code as number | null;
  });
  return { child, ended, output: () => output };
}

async function ready(port: number): Promise<void> {
  await waitUntil(async () => (await fetch(`http://127.0.0.1:${port}/readyz`)).ok);
}

// Each start of PGlite takes seconds on a busy machine.
describe('latchkit-gateway', { timeout: 120_000 }, () => {
  it('serves from PGlite, stops when asked, frees its port and keeps its data', async () => {
    const port = await freePort();
    const env = { LATCHKIT_GATEWAY_PORT: String(port) };
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      const gateway = run(env);
      await ready(port);
      expect(gateway.output()).toContain(`http://localhost:${port} (development`);
      const origins = await fetch(
        `http://localhost:${port}/projects/v1/origins?projectId=${DEVELOPMENT_PROJECT_ID}`,
      );
      expect(await origins.json()).toEqual({ allowedOrigins: [] });
      gateway.child.kill(signal);
      expect(await gateway.ended).toBe(0);
      const taken = createServer().listen(port, '127.0.0.1');
      await once(taken, 'listening');
      taken.close();
    }
  });

  it('names the variable when its port is taken', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const address = taken.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const gateway = run({ LATCHKIT_GATEWAY_PORT: String(port), LATCHKIT_DATA_DIR: join(data, 'other') });
    expect(await gateway.ended).toBe(1);
    taken.close();
    expect(gateway.output().trim()).toBe(
      `Port ${port} is taken. Stop what uses it, or set LATCHKIT_GATEWAY_PORT to another port.`,
    );
  });

  it('names a variable that is wrong', async () => {
    const gateway = run({ LATCHKIT_GATEWAY_PORT: 'http' });
    expect(await gateway.ended).toBe(1);
    expect(gateway.output().trim()).toBe('LATCHKIT_GATEWAY_PORT must be a port, 0 to 65535');
  });

  it('serves from a PostgreSQL server in production, without the development project', async ({ skip }) => {
    const programs = postgresPrograms();
    if (programs === undefined) return skip('no PostgreSQL server is installed: apt-get install postgresql');
    const server = await startPostgres(programs);
    try {
      const port = await freePort();
      const env = { LATCHKIT_GATEWAY_PORT: String(port), DATABASE_URL: server.url };
      const development = run(env);
      await ready(port);
      const path = `http://127.0.0.1:${port}/projects/v1/origins?projectId=${DEVELOPMENT_PROJECT_ID}`;
      expect((await fetch(path)).status).toBe(200);
      development.child.kill('SIGTERM');
      expect(await development.ended).toBe(0);

      const production = run({ ...env, NODE_ENV: 'production' });
      await ready(port);
      expect((await fetch(path)).status).toBe(404);
      production.child.kill('SIGTERM');
      expect(await production.ended).toBe(0);
    } finally {
      await server.stop();
    }
  });
});
