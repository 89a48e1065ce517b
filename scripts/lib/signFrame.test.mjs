import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { base64 } from '../../packages/latchkit/src/protocol/bytes.js';
import { readFrameManifest } from '../../packages/latchkit/src/protocol/frame/frameManifest.js';
import { bin, inRoot, root } from './paths.mjs';
import { run, runNode } from './run.mjs';
import {
  createFrameKey,
  developmentFrameKey,
  MANIFEST,
  OFFLINE_TOOL,
  publicFrameKey,
  signFrame,
} from './signFrame.mjs';

const dist = inRoot('apps/frame/dist');

/** Returns the content of each file of a build except its signature, in base64. */
function contentOf(folder) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(one => one.isFile());
  return Object.fromEntries(
    files
      .map(one => path.relative(folder, path.join(one.parentPath ?? one.path, one.name)))
      .sort()
      .map(name => {
        const content = readFileSync(path.join(folder, name));
        return [name, name === MANIFEST ? JSON.parse(content).payload : content.toString('base64')];
      }),
  );
}

function scratchFolder() {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'latchkit-signed-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Copies what the wallet page is built from into a folder, with links to the installed packages. */
function copySources(folder) {
  for (const part of [
    'apps/frame',
    'apps/offline-tool',
    'packages/keyring',
    'packages/latchkit',
    'tsconfig.base.json',
  ])
    cpSync(inRoot(part), path.join(folder, part), {
      recursive: true,
      filter: source => !/\/(node_modules|apps\/[^/]+\/dist)$/.test(source),
    });
  const linked = ['latchkit', '@latchkit'];
  mkdirSync(path.join(folder, 'node_modules/@latchkit'), { recursive: true });
  for (const name of readdirSync(inRoot('node_modules')).filter(one => !linked.includes(one)))
    symlinkSync(inRoot('node_modules', name), path.join(folder, 'node_modules', name));
  symlinkSync(path.join(folder, 'packages/latchkit'), path.join(folder, 'node_modules/latchkit'));
  symlinkSync(path.join(folder, 'packages/keyring'), path.join(folder, 'node_modules/@latchkit/keyring'));
}

describe('signFrame', () => {
  const readManifest = async () =>
    readFrameManifest(
      JSON.parse(readFileSync(path.join(dist, MANIFEST), 'utf8')),
      publicFrameKey(developmentFrameKey().jwk),
    );

  it('signs the hash of every built file, which are the bytes that the pages name [SEC-80]', async () => {
    const manifest = await readManifest();
    const built = Object.entries(contentOf(dist)).filter(([name]) => name !== MANIFEST);
    const hash = content =>
      `sha384-${createHash('sha384').update(Buffer.from(content, 'base64')).digest('base64')}`;
    const served = built.filter(([name]) => name !== OFFLINE_TOOL);
    expect(manifest?.files).toEqual(
      Object.fromEntries(served.map(([name, content]) => [name, hash(content)])),
    );
    // A host can pin the page only if it has a single script.
    expect(manifest?.scripts['index.html']).toHaveLength(1);
    expect(Object.values(manifest?.files ?? {})).toEqual(
      expect.arrayContaining([...Object.values(manifest?.scripts ?? {}).flat(), manifest?.worker]),
    );
    const script = readdirSync(path.join(dist, 'assets')).find(name => /^index-.*\.js$/.test(name));
    expect(readFileSync(path.join(dist, 'assets', script), 'utf8')).toContain(manifest?.worker);
    expect(manifest?.isDevelopment).toBe(true);
    const { version } = JSON.parse(readFileSync(inRoot('packages/gateway/package.json'), 'utf8'));
    expect(manifest?.version).toBe(version);
    // What the wallet page tells its host, which compares it with the manifest.
    const page = readFileSync(inRoot('apps/frame/src/page/startFrame.ts'), 'utf8');
    expect(page).toContain(`FRAME_PAGE_VERSION = '${version}'`);
  });

  it('builds the same bytes in another folder, without a path of the machine [SEC-80]', async () => {
    const folder = scratchFolder();
    copySources(folder);
    const build = (app, mode) =>
      runNode([bin('vite/bin/vite.js'), 'build', '--mode', mode, '--logLevel', 'warn'], {
        cwd: path.join(folder, 'apps', app),
        env: { NODE_ENV: 'production' },
        quiet: true,
      });
    const inFrame = async () => [await build('frame', 'production'), await build('frame', 'windows')];
    const [pages, tool] = await Promise.all([inFrame(), build('offline-tool', 'production')]);
    for (const { code, output } of [...pages, tool]) expect([code, output.trim()]).toEqual([0, '']);
    const rebuilt = path.join(folder, 'apps/frame/dist');
    cpSync(path.join(folder, 'apps/offline-tool/dist', OFFLINE_TOOL), path.join(rebuilt, OFFLINE_TOOL));
    signFrame(rebuilt, developmentFrameKey());
    expect(contentOf(rebuilt)).toEqual(contentOf(dist));
    for (const [name, content] of Object.entries(contentOf(dist)))
      expect(Buffer.from(content, 'base64').includes(root), name).toBe(false);
  });

  it.runIf(process.env.LATCHKIT_FULL === '1')(
    'builds the same bytes in a clean clone with its own packages [SEC-80]',
    async () => {
      const folder = path.join(scratchFolder(), 'clone');
      for (const [command, args, cwd] of [
        ['git', ['clone', '--quiet', root, folder], root],
        ['npm', ['ci', '--no-audit', '--no-fund'], folder],
        ['node', ['scripts/build.mjs'], folder],
      ]) {
        const { code, output } = await run(command, args, { cwd, quiet: true });
        expect(code, output).toBe(0);
      }
      expect(contentOf(path.join(folder, 'apps/frame/dist'))).toEqual(contentOf(dist));
    },
    900_000,
  );

  it('is refused under another key, and with any change', async () => {
    const signed = JSON.parse(readFileSync(path.join(dist, MANIFEST), 'utf8'));
    const key = publicFrameKey(developmentFrameKey().jwk);
    expect(await readFrameManifest(signed, key)).toBeDefined();
    expect(await readFrameManifest(signed, createFrameKey().publicKey)).toBeUndefined();
    const text = new TextDecoder().decode(base64.decodeUrl(signed.payload));
    const payload = base64.encodeUrl(new TextEncoder().encode(text.replace('0.1.0', '0.1.1')));
    expect(await readFrameManifest({ ...signed, payload }, key)).toBeUndefined();
    for (const wrong of ['', 'AA', key.slice(1)])
      expect(await readFrameManifest(signed, wrong)).toBeUndefined();
    expect(await readFrameManifest({ payload: 'e30' }, key)).toBeUndefined();
  });
});
