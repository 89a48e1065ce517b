import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { freePort } from '../../../../scripts/lib/ports.mjs';
import { newData } from '../../test/testDatabase.js';
import { DEVELOPMENT_PROJECT_ID } from '../project/projects/developmentProject.js';
import { readSettings } from '../server/readSettings.js';
import { startServer } from '../server/startServer.js';
import { errorText } from './errorText.js';
import { runCommand } from './runCommand.js';

const directory = mkdtempSync(join(tmpdir(), 'latchkit-serve-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

/** What the command prints when it cannot start. */
const refusal = (env: Record<string, string>) =>
  runCommand([], env).then(text => `It serves:\n${text}`, errorText);

// cli.test.ts runs the program itself.
describe('serve', () => {
  it('names the variable when its port is taken', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    onTestFinished(() => void taken.close());
    await once(taken, 'listening');
    const { port } = taken.address() as AddressInfo;
    const data = await newData(join(directory, 'taken'));
    const ports = { LATCHKIT_GATEWAY_PORT: String(port), LATCHKIT_FRAME_PORT: '0', LATCHKIT_VAULT_PORT: '0' };
    // The command's server would replace globals of this process.
    const starting = startServer(readSettings({ ...data, ...ports }));
    expect(await starting.then(() => 'It serves', errorText)).toBe(
      `PORT_TAKEN: Port ${port} is taken. Stop what uses it, or set LATCHKIT_GATEWAY_PORT to another port.`,
    );
  });

  it('reports why a PostgreSQL server cannot be used', async () => {
    const url = `postgres://someone:s3cret@127.0.0.1:${await freePort()}/data`;
    expect(await refusal({ DATABASE_URL: url })).toBe(
      'DATABASE_UNREACHABLE: The PostgreSQL server cannot be used. Nothing listens at this address. It is named by DATABASE_URL or LATCHKIT_VAULT_DATABASE_URL.',
    );
  });

  it('names an invalid variable', async () => {
    expect(await refusal({ LATCHKIT_GATEWAY_PORT: 'http' })).toBe(
      'INVALID_SETTING: LATCHKIT_GATEWAY_PORT must be a port, 0 to 65535',
    );
  });

  it('has the development project in development, and not in production', async () => {
    const env = {
      ...(await newData(join(directory, 'modes'))),
      LATCHKIT_GATEWAY_PORT: '0',
      LATCHKIT_LOG: 'off',
    };
    const statusIn = async (more: Record<string, string>) => {
      const gateway = await startServer(readSettings({ ...env, ...more }));
      const path = `/projects/v1/origins?projectId=${DEVELOPMENT_PROJECT_ID}`;
      const { status } = await fetch(gateway.url + path);
      await gateway.stop();
      return status;
    };
    expect(await statusIn({})).toBe(200);
    expect(await statusIn({ NODE_ENV: 'production' })).toBe(404);
  });
});
