import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { clientAddress } from '../packages/gateway/src/platform/http/clientAddress.ts';
import { readSettings } from '../packages/gateway/src/server/readSettings.ts';
import { inRoot } from './lib/paths.mjs';

const read = file => readFileSync(inRoot(file), 'utf8');
const compose = parse(read('deploy/compose.yaml'));
const { gateway, proxy, postgres } = compose.services;
const caddy = read('deploy/Caddyfile');

/** The instructions of the Containerfile by stage, with continued lines joined. */
const stages = read('deploy/Containerfile')
  .replaceAll(/^#.*\n/gm, '')
  .replaceAll(/\\\n\s*/g, '')
  .split(/^(?=FROM )/m)
  .filter(stage => stage.startsWith('FROM '))
  .map(stage => stage.trim().split('\n'));
const [building = [], running = []] = stages;
const instructions = (stage, name) =>
  stage.filter(line => line.startsWith(`${name} `)).map(line => line.slice(name.length + 1));

/** Expands `${…}` as compose does: from the environment, or with the default after `:-`. */
const filled = (text, environment) =>
  text.replaceAll(/\$\{(\w+)(?::([-?])([^}]*))?\}/g, (_, name, kind, rest) => {
    if (environment[name]) return environment[name];
    if (kind !== '-') throw new Error(`${name} is needed`);
    return rest;
  });
const environmentOf = (service, given) =>
  Object.fromEntries(
    Object.entries(service.environment).map(([name, text]) => [name, filled(String(text), given)]),
  );

/** Returns the names of the environment variables that the gateway reads. */
function namesRead() {
  const names = new Set();
  const watched = new Proxy(
    { NODE_ENV: 'production' },
    {
      get(target, name) {
        names.add(name);
        return target[name];
      },
    },
  );
  readSettings(watched);
  return names;
}

const production = { NODE_ENV: 'production' };
const port = readSettings(production).port;

describe('deploy/compose.yaml', () => {
  const given = { POSTGRES_PASSWORD: 'p4ss', LATCHKIT_METRICS_TOKEN: 'a-token-that-is-long' };

  it('names files that exist', () => {
    const { context, dockerfile } = gateway.build;
    const root = path.resolve(inRoot('deploy'), context);
    expect(root).toBe(path.resolve(inRoot('.')));
    expect(existsSync(path.join(root, dockerfile))).toBe(true);
    const files = proxy.volumes.map(volume => volume.split(':')[0]);
    expect(files).toEqual(['./Caddyfile']);
    for (const file of files) expect(existsSync(path.resolve(inRoot('deploy'), file))).toBe(true);
  });

  it('sets only variables that the gateway reads, with valid values', () => {
    const read = namesRead();
    expect(Object.keys(gateway.environment).filter(name => !read.has(name))).toEqual([]);
    const settings = readSettings({ ...production, ...environmentOf(gateway, given) });
    expect(settings).toMatchObject({ developmentMode: false, metricsToken: given.LATCHKIT_METRICS_TOKEN });
    expect(() => clientAddress(settings.trustedProxies)).not.toThrow();
    // Optional variables may be missing.
    readSettings({ ...production, ...environmentOf(gateway, { POSTGRES_PASSWORD: 'p4ss' }) });
    expect(() => environmentOf(gateway, {})).toThrow('POSTGRES_PASSWORD');
  });

  it('refers to its own services by their names and ports', () => {
    const { databaseUrl, redisUrl } = readSettings({ ...production, ...environmentOf(gateway, given) });
    const database = new URL(databaseUrl);
    const account = environmentOf(postgres, given);
    expect(compose.services).toHaveProperty([database.hostname]);
    expect(database).toMatchObject({
      port: '5432',
      username: account.POSTGRES_USER,
      password: account.POSTGRES_PASSWORD,
      pathname: `/${account.POSTGRES_DB}`,
    });
    expect(new URL(redisUrl)).toMatchObject({ hostname: 'redis', port: '6379' });
    for (const { depends_on: needs = {} } of Object.values(compose.services)) {
      for (const name of Array.isArray(needs) ? needs : Object.keys(needs)) {
        expect(compose.services).toHaveProperty([name]);
      }
    }
    for (const volume of postgres.volumes) expect(compose.volumes).toHaveProperty([volume.split(':')[0]]);
  });

  it('publishes the proxy at the public URL of the gateway, and the proxy forwards to the gateway', () => {
    const [outside, inside] = proxy.ports[0].split(':');
    const { publicUrl } = readSettings({ ...production, ...environmentOf(gateway, given) });
    expect(new URL(publicUrl).port).toBe(outside);
    expect(/^:(\d+) \{$/m.exec(caddy)?.[1]).toBe(inside);
    expect(/dynamic a (\S+) (\d+)/.exec(caddy)?.slice(1)).toEqual(['gateway', String(port)]);
    expect(gateway).not.toHaveProperty('ports');
  });

  it('gives a replica more time to stop than the replica gives its requests', () => {
    const grace = Number(
      /GRACE = (\d+)_000/.exec(read('packages/gateway/src/platform/http/openListener.ts'))?.[1],
    );
    expect(Number.parseInt(gateway.stop_grace_period, 10)).toBeGreaterThan(grace);
  });
});

describe('deploy/Containerfile', () => {
  it('installs and builds with scripts that exist', () => {
    const commands = instructions(building, 'RUN').join(' && ').split(' && ');
    expect(commands).toContain('node scripts/build.mjs');
    for (const command of commands) {
      for (const [, file] of command.matchAll(/(?:node|cd) ((?:scripts|packages)\/\S+?)\)?(?= |$)/g)) {
        expect(existsSync(inRoot(file)), file).toBe(true);
      }
    }
    expect(read('scripts/build.mjs')).toContain('await install()');
  });

  it('excludes installed, built and private files from its context', () => {
    const ignored = read('.dockerignore').trim().split('\n');
    expect(ignored).toEqual(expect.arrayContaining(['.git', '.latchkit', '**/node_modules', '**/dist']));
  });

  it('runs the command of the package as an unprivileged user', () => {
    const [entry = '[]'] = instructions(running, 'ENTRYPOINT');
    const { name, bin } = JSON.parse(read('packages/gateway/package.json'));
    const file = path.posix.join('node_modules', name, bin['latchkit-gateway']);
    expect(JSON.parse(entry)).toEqual(['node', file]);
    expect(instructions(running, 'USER')).toEqual(['node']);
    expect(instructions(running, 'COPY')).toEqual([expect.stringMatching(/^--from=build \/packed /)]);
    expect(building.join('\n').match(/npm pack --pack-destination \/packed/g)).toHaveLength(2);
  });

  it('sets only variables that the gateway reads, and uses the same port everywhere', () => {
    const names = instructions(running, 'ENV').map(line => line.split('=')[0]);
    const read = namesRead();
    expect(names).toEqual(expect.arrayContaining(['NODE_ENV', 'LATCHKIT_DATA_DIR']));
    expect(names.filter(name => !read.has(name))).toEqual([]);
    expect(instructions(running, 'EXPOSE')).toEqual([String(port)]);
    const [data] = instructions(running, 'ENV').filter(line => line.startsWith('LATCHKIT_DATA_DIR='));
    expect(instructions(running, 'VOLUME')).toEqual([data?.split('=')[1]]);
  });
});
