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
/** A proxy in front of the wallet service, which changes its pages and their policies. */
let rewrite: (html: string) => string;
let rewritePolicy: (policy: string, html: string) => string;
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
        allowedOrigins: ['https://shop.example', 'https://pay.example'],
        trustedOrigins: ['https://pay.example'],
        allowsPage: () => true,
      }),
      networks: {},
    },
    vaultUrl: 'https://vault.example',
    gatewayOrigin: 'https://gateway.example',
    developmentMode: false,
    log: () => {},
  });
  rewrite = html => html;
  rewritePolicy = policy => policy;
  listener.serve(async request => {
    const response = await pages.fetch(request);
    if (!response.headers.get('content-type')?.startsWith('text/html')) return response;
    const html = rewrite(await response.text());
    const headers = new Headers(response.headers);
    headers.delete('content-length');
    const policy = headers.get('content-security-policy') ?? '';
    headers.set('content-security-policy', rewritePolicy(policy, html));
    return new Response(html, { status: response.status, headers });
  });
});
afterAll(async () => {
  await listener.close();
  rmSync(parent, { recursive: true, force: true });
});

const verify = (...args: string[]) =>
  runCommand(['verify-frame', url, ...args], {}).catch(({ code, message }) => `${code}\n${message}`);

const key = developmentFrameKey();

describe('verify-frame', () => {
  it('accepts the pages of this package, and prints what the server configures in them [SEC-80] [SEC-114]', async () => {
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
    for (const line of [
      'config vault: https://vault.example',
      'config gateway: https://gateway.example',
      'config allowed origins: https://shop.example, https://pay.example',
      'config trusted origins: https://pay.example',
      "config policy: frame-ancestors https://shop.example https://pay.example; default-src 'none'",
      'ok     /me vault: https://vault.example',
    ])
      expect(report).toContain(line);
  });

  const RIGHT = [
    ...['--vault', 'https://vault.example/', '--gateway', 'https://gateway.example'],
    ...['--origin', 'https://pay.example', '--origin', 'https://shop.example'],
    ...['--trusted', 'https://pay.example'],
  ];

  it('compares the configuration with the options [SEC-114]', async () => {
    expect(await verify(...RIGHT)).toMatch(/ok {5}vault: [\s\S]*ok {5}trusted origins/);
    for (const [name, value] of [
      ['--vault', 'https://vault.other.example'],
      ['--gateway', 'https://other.example'],
      ['--origin', 'https://shop.example'],
      ['--trusted', 'https://shop.example'],
    ] as const) {
      const report = await verify(name, value);
      expect(report.split('\n')[0], name).toBe('FRAME_MISMATCH');
      expect(report.match(/^WRONG.*$/gm), name).toHaveLength(1);
    }
  });

  type Config = Record<string, unknown>;
  const EVIL = 'https://vault.attacker.example';

  it.each<[string, (config: Config) => void, string]>([
    ['another vault', config => Object.assign(config, { vault: EVIL }), 'vault: https://vault.attacker'],
    ['no vault', config => Object.assign(config, { vault: undefined }), 'vault: none'],
    [
      'another gateway',
      config => Object.assign(config, { gateway: EVIL }),
      'gateway: https://vault.attacker',
    ],
    [
      'another page that may embed it',
      config => (config.allowedOrigins as string[])?.push('https://evil.example'),
      'allowed origins: https://shop.example, https://pay.example, https://evil.example',
    ],
    [
      'another page that it trusts',
      config => Object.assign(config, { trustedOrigins: ['https://shop.example', 'https://pay.example'] }),
      'trusted origins: https://shop.example, https://pay.example',
    ],
    ['hosts in frames', config => Object.assign(config, { nested: true }), 'may be in a frame'],
    ['fields of another version', config => Object.assign(config, { debug: true }), 'does not know'],
  ])('sees %s behind a proxy that leaves the files as they are [SEC-114]', async (_, change, wrong) => {
    rewrite = html =>
      html.replace(
        /(<meta name="latchkit-(frame|portal)" content=")([^"]*)"/,
        (_all, start, name, content) => {
          const config = JSON.parse(content.replaceAll('&quot;', '"'));
          if (name === 'frame') change(config);
          return `${start}${JSON.stringify(config).replaceAll('"', '&quot;')}"`;
        },
      );
    // As the attacker did: the policy matches.
    rewritePolicy = (policy, html) => {
      const content = /latchkit-frame" content="([^"]*)"/.exec(html)?.[1];
      if (content === undefined) return policy;
      const { vault, allowedOrigins } = JSON.parse(content.replaceAll('&quot;', '"'));
      return policy
        .replace(/connect-src [^;]*/, ["connect-src 'self'", ...(vault ? [vault] : [])].join(' '))
        .replace(/frame-ancestors [^;]*/, `frame-ancestors ${allowedOrigins.join(' ')}`);
    };
    const report = await verify(...RIGHT);
    expect(report.split('\n')[0]).toBe('FRAME_MISMATCH');
    expect(report).toMatch(new RegExp(`WRONG.*${wrong}`));
    expect(report).toMatch(/ok {5}\/frame/);
  });

  it.each<[string, (html: string, policy: string) => readonly [string, string], string]>([
    [
      'another vault in the portal',
      html => [html.replace(/(portal".*?)vault.example/, '$1evil.example'), ''],
      '/me vault',
    ],
    [
      'a window that trusts its opener',
      html => [html.replace('latchkit-opener" content=""', 'latchkit-opener" content="wallet"'), ''],
      'trusts any page that opens it',
    ],
    [
      'a configuration in another notation',
      html => [html.replace('vault.example', 'vault&#46;example'), ''],
      'not as the server writes it',
    ],
    [
      'a policy with more',
      (html, policy) => [html, policy.replace("script-src 'self'", "script-src 'self' https:")],
      'content-security-policy',
    ],
    ['no policy', html => [html, 'none'], 'content-security-policy'],
  ])('sees %s without any option [SEC-114]', async (_, change, wrong) => {
    rewrite = html => change(html, '')[0];
    rewritePolicy = policy => change('', policy)[1] || policy;
    const report = await verify();
    expect(report.split('\n')[0]).toBe('FRAME_MISMATCH');
    expect(report).toMatch(new RegExp(`WRONG.*${wrong}`));
  });

  it('accepts a stricter policy that a proxy adds', async () => {
    rewritePolicy = policy => `upgrade-insecure-requests, ${policy}`;
    expect(await verify()).not.toContain('WRONG');
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
