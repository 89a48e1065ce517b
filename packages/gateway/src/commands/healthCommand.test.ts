import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { freePort } from '../../../../scripts/lib/ports.mjs';
import { newData } from '../../test/testDatabase.js';
import { readSettings } from '../server/readSettings.js';
import { startServer } from '../server/startServer.js';
import { errorText } from './errorText.js';
import { runCommand } from './runCommand.js';

const directory = mkdtempSync(join(tmpdir(), 'latchkit-health-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

describe('health', () => {
  it.each([undefined, '127.0.0.1', '0.0.0.0', '::'])(
    'asks the gateway at its port, listening to %s (GW-06)',
    async host => {
      const env = {
        ...(await newData(join(directory, String(host).replaceAll(':', '_')))),
        LATCHKIT_GATEWAY_PORT: String(await freePort()),
        LATCHKIT_FRAME_PORT: String(await freePort()),
        LATCHKIT_VAULT_PORT: String(await freePort()),
        LATCHKIT_LOG: 'off',
        ...(host !== undefined && { LATCHKIT_GATEWAY_HOST: host }),
      };
      const health = () => runCommand(['health'], env).catch(errorText);
      expect(await health()).toMatch(/^NOT_READY: Nothing answers at /);
      const gateway = await startServer(readSettings(env));
      onTestFinished(() => gateway.stop());
      expect(await health()).toBe('ready');
    },
  );

  it('is what the container asks (GW-06)', () => {
    const file = readFileSync(join(import.meta.dirname, '../../../../deploy/Containerfile'), 'utf8');
    const [check] = /HEALTHCHECK[^\n]*\\\n[^\n]*/.exec(file) ?? [];
    expect(check).toMatch(/CMD \["node", "[^"]*\/dist\/cli\.js", "health"\]$/);
  });
});
