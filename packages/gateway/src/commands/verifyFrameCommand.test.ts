import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  createFrameKey,
  developmentFrameKey,
  MANIFEST,
  publicFrameKey,
  readManifest,
  signManifest,
} from '../../../../scripts/lib/signFrame.mjs';
import { type Listener, openListener } from '../platform/http/openListener.js';
import { framePages } from '../wallet/service/pages/framePages.js';
import { packagedFrame } from '../wallet/service/pages/packagedFrame.js';
import { runCommand } from './runCommand.js';

const built = packagedFrame() ?? '';
const parent = mkdtempSync(join(tmpdir(), 'latchkit-verify-'));
let directory = '';
let listener: Listener;
let url = '';
beforeAll(async () => {
  listener = await openListener({ port: 0, host: '127.0.0.1', variable: 'PORT' });
  url = `http://127.0.0.1:${listener.port}`;
});
beforeEach(() => {
  directory = mkdtempSync(join(parent, 'build-'));
  cpSync(built, directory, { recursive: true });
  const pages = framePages({
    directory,
    access: {
      findProject: async () => ({
        name: 'Shop',
        allowedOrigins: ['https://shop.example'],
        trustedOrigins: [],
        allowsPage: () => true,
      }),
      networks: {},
    },
    vaultUrl: 'https://vault.example',
    developmentMode: false,
    log: () => {},
  });
  listener.serve(pages.fetch);
});
afterAll(async () => {
  await listener.close();
  rmSync(parent, { recursive: true, force: true });
});

const verify = (...args: string[]) =>
  runCommand(['verify-frame', url, ...args], {}).catch(({ code, message }) => `${code}\n${message}`);

const key = developmentFrameKey();

describe('verify-frame', () => {
  it('accepts the pages of this package, whatever the server configures in them [SEC-80]', async () => {
    const report = await verify();
    expect(report).toContain(`signed with ${publicFrameKey(key.jwk)}`);
    for (const path of [
      '/frame?',
      '/window',
      '/window/oauth',
      '/window/pass',
      '/window/done',
      '/assets/keyringWorker-',
    ])
      expect(report).toContain(`ok     ${path}`);
    expect(report).toContain('ok     the same files as this package');
    expect(report).not.toContain('WRONG');
  });

  it('names each file that differs from the manifest [SEC-80]', async () => {
    const page = join(directory, 'window.html');
    writeFileSync(
      page,
      readFileSync(page, 'utf8').replace('</head>', '<script src="./evil.js"></script></head>'),
    );
    const script =
      readdirSync(join(directory, 'assets')).find(name => name.startsWith('keyringWorker-')) ?? '';
    writeFileSync(join(directory, 'assets', script), 'leak();');
    const report = await verify();
    expect(report.split('\n')[0]).toBe('FRAME_MISMATCH');
    const wrong = report.split('\n').filter(line => line.startsWith('WRONG'));
    expect(wrong.map(line => line.split(':')[0]?.split(' ').at(-1)).sort()).toEqual(
      [`/assets/${script}`, '/window'].sort(),
    );
  });

  it('refuses another key, and a signed build that is not the one of this package [SEC-80]', async () => {
    expect(await verify('--key', createFrameKey().publicKey)).toMatch(
      /FRAME_MISMATCH[\s\S]*is not signed with/,
    );
    const manifest = readManifest(directory);
    const page = join(directory, 'window.html');
    writeFileSync(page, readFileSync(page, 'utf8').replace('Latchkit', 'Other'));
    const files = { ...manifest.files, 'window.html': manifest.files['me.html'] ?? manifest.worker };
    writeFileSync(join(directory, MANIFEST), JSON.stringify(signManifest({ ...manifest, files }, key.jwk)));
    expect(await verify()).toContain('WRONG  not the files of this package');
    rmSync(join(directory, MANIFEST));
    expect(await verify()).toMatch(/FRAME_MISMATCH[\s\S]*answers 404/);
  });

  it.each([[[]], [['shop']], [['https://wallet.example/frame']], [['https://wallet.example', 'x']]])(
    'needs a URL: %j',
    async args => {
      await expect(runCommand(['verify-frame', ...args], {})).rejects.toMatchObject({
        code: 'INVALID_ARGUMENT',
      });
    },
  );
});
