import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../../../scripts/lib/ports.mjs';
import { buildCommand, type GatewayCommand } from '../test/servers/buildCommand.js';
import { DEVELOPMENT_PROJECT_ID } from './project/projects/developmentProject.js';

const NO_MOUNT = 'this system lets no test mount a small disk: unshare is missing or not allowed';

let command: GatewayCommand;

beforeAll(async () => {
  command = await buildCommand();
});
afterEach(() => command.killAll());
afterAll(() => command.remove());

const run = (env: Record<string, string>, args: readonly string[] = []) => command.run(env, args);

/** The last line: a slow start prints its progress before it. */
const lastLine = ({ output }: ReturnType<typeof run>) => output().trim().split('\n').at(-1);

const address = (port: number) => `http://127.0.0.1:${port}`;

// Each start of PGlite takes seconds on a busy machine.
describe('latchkit-gateway', () => {
  it('serves from PGlite, stops on a signal, releases its port and keeps its data', async () => {
    const port = await freePort();
    const env = { LATCHKIT_GATEWAY_PORT: String(port) };
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      const gateway = run(env);
      await gateway.ready(address(port));
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

  it('reports a full disk', async ({ skip }) => {
    const directory = join(command.directory, 'full');
    const port = await freePort();
    const env = { LATCHKIT_GATEWAY_PORT: String(port), LATCHKIT_DATA_DIR: directory };
    // The mount has 1 MB and the database needs 40 MB. Its files disappear with the command.
    const onSmallDisk = ['sh', '-c', `mount -t tmpfs -o size=1m tmpfs "${directory}" && exec "$@"`, 'sh'];
    mkdirSync(directory);
    if (spawnSync('unshare', ['-rm', ...onSmallDisk, 'true']).status !== 0) return skip(NO_MOUNT);
    const gateway = command.run(env, [], ['unshare', '-rm', ...onSmallDisk]);
    expect(await gateway.ended).toBe(1);
    expect(lastLine(gateway)).toBe(
      `DISK_FULL: No space is left on the disk of ${directory}. Free some space, or set LATCHKIT_DATA_DIR to a directory on another disk, and start again.`,
    );
  });
});
