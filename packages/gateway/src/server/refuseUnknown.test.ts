import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readSettings } from './readSettings.js';
import { isSetting } from './refuseUnknown.js';
import { settingsTable } from './settingRows.js';

describe('refuseUnknown', () => {
  it.each([
    ['LATCHKIT_GATEWAY_PROT', 'Did you mean LATCHKIT_GATEWAY_PORT?'],
    ['LATCHKIT_PUBLIC_URI', 'Did you mean LATCHKIT_PUBLIC_URL?'],
    ['LATCHKIT_RELAY_SOCKET', 'Did you mean LATCHKIT_RELAY_SOCKETS?'],
    ['LATCHKIT_COLOUR_OF_THE_SKY', 'The README of @latchkit/gateway lists all of them.'],
  ])('refuses %s and suggests the closest name', (name, details) => {
    expect(() => readSettings({ [name]: 'x' })).toThrowError(
      expect.objectContaining({
        code: 'UNKNOWN_SETTING',
        message: `There is no variable ${name}`,
        details: expect.stringContaining(details),
      }),
    );
  });

  it('accepts empty variables and those of programs that start with the gateway', () => {
    readSettings({ LATCHKIT_GATEWAY_PROT: '', LATCHKIT_DEMO_PORT: '5173', LATCHKIT_FULL: '1', OTHER: 'x' });
  });

  it.each([
    ['latchkit', 4000],
    ['latchkit-gateway', 4000],
    ['latchkit-vault', 4002],
    ['latchkit-frame', 4001],
    ['redis', 6379],
  ])('ignores what Kubernetes sets for a service of the name %s (GW-01)', (service, port) => {
    const name = service.toUpperCase().replaceAll('-', '_');
    const link = `tcp://10.96.0.12:${port}`;
    const links = {
      [`${name}_SERVICE_HOST`]: '10.96.0.12',
      [`${name}_SERVICE_PORT`]: String(port),
      [`${name}_SERVICE_PORT_HTTP_API`]: String(port),
      [`${name}_PORT`]: link,
      [`${name}_PORT_${port}_TCP`]: link,
      [`${name}_PORT_${port}_TCP_PROTO`]: 'tcp',
      [`${name}_PORT_${port}_TCP_PORT`]: String(port),
      [`${name}_PORT_${port}_TCP_ADDR`]: '10.96.0.12',
    };
    expect(readSettings(links)).toEqual(readSettings({}));
  });

  it('knows every variable that the gateway reads', () => {
    const sources = join(import.meta.dirname, '..');
    const files = readdirSync(sources, { recursive: true, encoding: 'utf8' })
      .filter(file => file.endsWith('.ts') && !file.includes('.test.'))
      .filter(file => !['server/refuseUnknown.ts', 'server/settingRows.ts'].includes(file));
    const texts = files.map(file => readFileSync(join(sources, file), 'utf8'));
    const names = new Set(texts.flatMap(text => text.match(/LATCHKIT_[A-Z0-9_]*[A-Z0-9]\b/g) ?? []));
    expect(names.size).toBeGreaterThan(40);
    expect([...names].filter(name => !isSetting(name))).toEqual([]);
  });

  it('matches the table in the README', () => {
    const readme = readFileSync(join(import.meta.dirname, '../../README.md'), 'utf8');
    expect(readme).toContain(`${settingsTable()}\n\n`);
  });
});
