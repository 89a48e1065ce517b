import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { framePageConfig, KEYRING_POLICY, portalPageConfig } from 'latchkit/protocol';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import * as z from 'zod/mini';
import type { ProjectAccess } from '../../shared/ProjectAccess.js';
import { framePages } from './framePages.js';

const parent = mkdtempSync(join(tmpdir(), 'latchkit-pages-'));
const directory = join(parent, 'dist');
const VAULT = 'https://vault.example';
beforeAll(() => {
  mkdirSync(join(directory, 'assets'), { recursive: true });
  writeFileSync(join(directory, 'index.html'), '<html><meta name="latchkit-frame" content="" /></html>');
  writeFileSync(
    join(directory, 'window.html'),
    '<html><meta name="latchkit-opener" content="" />The window</html>',
  );
  writeFileSync(
    join(directory, 'me.html'),
    '<html><meta name="latchkit-portal" content="" />The portal</html>',
  );
  mkdirSync(join(directory, 'window'));
  writeFileSync(
    join(directory, 'window', 'social.html'),
    '<html><meta name="latchkit-opener" content="" />The login</html>',
  );
  writeFileSync(join(directory, 'assets', 'main-abc.js'), 'export {};');
  writeFileSync(join(parent, 'secret.js'), 'secret');
});
afterAll(() => rmSync(parent, { recursive: true, force: true }));

const origins: Readonly<Record<string, string[]>> = { shop: ['https://shop.example'], open: [] };
const trusted: Readonly<Record<string, string[]>> = { shop: ['https://shop.example'] };
const networks = { 'eip155:31337': { name: 'Local chain A', coin: 'ETH' } };
const access: Pick<ProjectAccess, 'findProject'> = {
  findProject: async id => ({
    name: id,
    allowedOrigins: origins[id] ?? [],
    trustedOrigins: trusted[id] ?? [],
    allowsPage: () => true,
  }),
};
const records: unknown[] = [];
const pages = (developmentMode = false) =>
  framePages({
    directory,
    access: { ...access, networks: developmentMode ? networks : {} },
    vaultUrl: VAULT,
    findProviders: async () => ['farcaster', 'unknown', 'github'],
    developmentMode,
    log: (...record) => records.push(record),
  });
const path = (project: string) =>
  `/frame?projectId=${project}&chainId=eip155:1&version=1.0.0&enableLogger=false`;

describe('framePages', () => {
  it('lets the origins of the project embed the page, and passes them to it', async () => {
    const response = await pages().request(path('shop'), { headers: { 'Sec-Fetch-Dest': 'iframe' } });
    expect(response.status).toBe(200);
    const policy = response.headers.get('Content-Security-Policy') ?? '';
    for (const rule of [
      "default-src 'none'",
      `connect-src 'self' ${VAULT}`,
      "require-trusted-types-for 'script'",
      `trusted-types ${KEYRING_POLICY}`,
      'frame-ancestors https://shop.example',
    ]) {
      expect(policy).toContain(rule);
    }
    expect(response.headers.get('Cross-Origin-Embedder-Policy')).toBe('require-corp');
    const [, content = ''] = /content="([^"]*)"/.exec(await response.text()) ?? [];
    expect(z.parse(framePageConfig, JSON.parse(content.replaceAll('&quot;', '"')))).toEqual({
      allowedOrigins: ['https://shop.example'],
      trustedOrigins: ['https://shop.example'],
      networks: {},
      nested: false,
      vault: VAULT,
    });
  });

  it('allows it scripts, styles and calls of its own server, calls of the vault, and nothing else [SEC-18]', async () => {
    const response = await pages().request(path('shop'));
    const policy = response.headers.get('Content-Security-Policy') ?? '';
    expect(Object.fromEntries(policy.split('; ').map(rule => rule.split(/ (.*)/)))).toEqual({
      'frame-ancestors': 'https://shop.example',
      'default-src': "'none'",
      'script-src': "'self'",
      'style-src': "'self'",
      'img-src': "'self' data:",
      'connect-src': `'self' ${VAULT}`,
      'worker-src': 'blob:',
      'base-uri': "'none'",
      'form-action': "'none'",
      'require-trusted-types-for': "'script'",
      'trusted-types': KEYRING_POLICY,
      'report-uri': '/csp-reports',
    });
  });

  it("accepts a policy for it from the project's pages only", async () => {
    const accepted = async (headers: Record<string, string>) =>
      (await pages().request(path('shop'), { headers })).headers.get('Allow-CSP-From');
    expect(await accepted({ Referer: 'https://shop.example/' })).toBe('https://shop.example');
    for (const Referer of ['https://evil.example/', 'https://shop.example.evil.example/', 'shop', 'null'])
      expect(await accepted({ Referer }), Referer).toBeNull();
    expect(await accepted({})).toBeNull();
  });

  it('publishes the signed manifest of the build for every page', async () => {
    const address = '/.well-known/latchkit-frame.json';
    expect((await pages().request(address)).status).toBe(404);
    const file = join(directory, 'latchkit-frame.json');
    writeFileSync(file, '{"payload":""}');
    onTestFinished(() => rmSync(file));
    const response = await pages().request(address);
    expect(await response.json()).toEqual({ payload: '' });
    expect(response.headers.get('Access-Control-Allow-Origin')).toBe('*');
  });

  it('passes the development chains to it, in development only', async () => {
    const networksOf = async (developmentMode: boolean) => {
      const page = await (await pages(developmentMode).request(path('shop'))).text();
      const [, content = ''] = /content="([^"]*)"/.exec(page) ?? [];
      return z.parse(framePageConfig, JSON.parse(content.replaceAll('&quot;', '"'))).networks;
    };
    expect(await networksOf(true)).toEqual(networks);
    expect(await networksOf(false)).toEqual({});
  });

  it("shows the wallet's window as a page of its own only, which keeps its opener [SEC-17]", async () => {
    const ask = (destination: string) =>
      pages(true).request('/window', { headers: { 'Sec-Fetch-Dest': destination } });
    const response = await ask('document');
    expect(response.status).toBe(200);
    expect(await response.text()).toContain('The window');
    expect(response.headers.get('Content-Security-Policy')).toContain("frame-ancestors 'none'");
    expect(response.headers.get('Cross-Origin-Opener-Policy')).toBe('unsafe-none');
    expect((await ask('iframe')).ok).toBe(false);
  });

  it('shows the portal as a page of its own only, which no other page can reach [SEC-17]', async () => {
    const ask = (destination: string) =>
      pages().request('/me', { headers: { 'Sec-Fetch-Dest': destination } });
    const response = await ask('document');
    expect(response.status).toBe(200);
    const policy = response.headers.get('Content-Security-Policy') ?? '';
    for (const rule of [
      "frame-ancestors 'none'",
      "default-src 'none'",
      "script-src 'self'",
      `connect-src 'self' ${VAULT};`,
      "require-trusted-types-for 'script'",
      `trusted-types ${KEYRING_POLICY}`,
    ])
      expect(policy).toContain(rule);
    expect(response.headers.get('Cross-Origin-Opener-Policy')).toBe('same-origin');
    const page = await response.text();
    expect(page).toContain('The portal');
    const [, content = ''] = /content="([^"]*)"/.exec(page) ?? [];
    expect(z.parse(portalPageConfig, JSON.parse(content.replaceAll('&quot;', '"')))).toEqual({
      vault: VAULT,
      providers: ['github', 'farcaster'],
    });
    for (const destination of ['iframe', 'object', 'embed', 'fencedframe', 'empty'])
      expect((await ask(destination)).ok, destination).toBe(false);
  });

  it.each(['/window/oauth', '/window/pass', '/window/done'])(
    'shows %s in no frame, and lets it keep its opener',
    async path => {
      const ask = (destination: string) =>
        pages().request(path, { headers: { 'Sec-Fetch-Dest': destination } });
      const response = await ask('document');
      expect(await response.text()).toContain('The login');
      expect(response.headers.get('Content-Security-Policy')).toContain("frame-ancestors 'none'");
      expect(response.headers.get('Cross-Origin-Opener-Policy')).toBe('unsafe-none');
      expect((await ask('iframe')).ok).toBe(false);
    },
  );

  it.each(['/window', '/window/pass'])(
    "tells %s whether the wallet page opened it, in the browser's word only",
    async path => {
      const told = async (headers: Record<string, string>) => {
        const response = await pages(true).request(`${path}?content=wallet`, { headers });
        return /content="([^"]*)"/.exec(await response.text())?.[1];
      };
      expect(await told({ 'Sec-Fetch-Site': 'same-origin' })).toBe('wallet');
      for (const site of ['cross-site', 'same-site', 'none', 'same-origin, cross-site', '']) {
        expect(await told({ 'Sec-Fetch-Site': site }), site).toBe('');
      }
      expect(await told({ Origin: 'https://wallet.example', Referer: 'https://wallet.example/frame' })).toBe(
        '',
      );
    },
  );

  it('lets no page embed it when a project has no origins, except local pages in development', async () => {
    const served = async (developmentMode: boolean) => {
      const response = await pages(developmentMode).request(path('open'));
      return [response.headers.get('Content-Security-Policy'), await response.text()];
    };
    const [policy, page] = await served(false);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(page).toContain('allowedOrigins&quot;:[]');
    const [local, localPage] = await served(true);
    expect(local).toContain('frame-ancestors http://localhost:* http://*.localhost:*;');
    expect(localPage).toContain('http://*.localhost:*');
  });

  it('is served to iframes only, and requires its four parameters', async () => {
    const own = await pages().request(path('shop'), { headers: { 'Sec-Fetch-Dest': 'document' } });
    const bare = await pages().request('/frame?projectId=shop');
    expect([own.ok, bare.ok]).toEqual([false, false]);
  });

  it('logs what the policy blocked, once, and nothing that a forged report contains', async () => {
    const app = pages();
    const send = async (text: string) =>
      (await app.request('/csp-reports', { method: 'POST', body: text })).status;
    const body = { 'effective-directive': 'connect-src', 'blocked-uri': 'https://evil.example/?k=secret' };
    const text = JSON.stringify({ 'csp-report': body });
    const lie = JSON.stringify({ 'csp-report': { ...body, 'effective-directive': 'a\nb' } });
    for (const one of [text, text, lie, '{', '[]']) expect(await send(one)).toBe(204);
    expect(records).toEqual([
      ['warn', 'policy_violation', { directive: 'connect-src', blocked: 'https://evil.example' }],
    ]);
    await expect(send('x'.repeat(9_000))).resolves.not.toBe(204);
  });

  it('logs ten kinds of reports a minute, and counts the others [SEC-121]', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    records.length = 0;
    const app = pages();
    const send = (host: string) => {
      const facts = { 'effective-directive': 'img-src', 'blocked-uri': `https://${host}` };
      return app.request('/csp-reports', { method: 'POST', body: JSON.stringify({ 'csp-report': facts }) });
    };
    for (let at = 0; at < 1_000; at += 1) expect((await send(`h${at}.example`)).status).toBe(204);
    expect(records).toHaveLength(10);
    vi.advanceTimersByTime(60_000);
    await send('next.example');
    expect(records.slice(10)).toEqual([
      ['warn', 'policy_violation', { directive: 'other', blocked: 'other', repeated: 990 }],
      ['warn', 'policy_violation', { directive: 'img-src', blocked: 'https://next.example' }],
    ]);
  });

  it.for(['br', 'gzip'])('sends its files as %s to who takes that', async encoding => {
    const ask = (accepted: string) =>
      pages().request('/assets/main-abc.js', { headers: { 'Accept-Encoding': accepted } });
    const response = await ask(`x, ${encoding};q=0.5`);
    expect([response.headers.get('Content-Encoding'), response.headers.get('Vary')]).toEqual([
      encoding,
      'Accept-Encoding',
    ]);
    const bytes = Buffer.from(await response.arrayBuffer());
    const decoded = encoding === 'br' ? brotliDecompressSync(bytes) : gunzipSync(bytes);
    expect(String(decoded)).toBe('export {};');
    const plain = await ask(`${encoding};q=0`);
    expect([plain.headers.get('Content-Encoding'), await plain.text()]).toEqual([null, 'export {};']);
  });

  it('serves its files and no others', async () => {
    const script = await pages().request('/assets/main-abc.js');
    expect([script.status, script.headers.get('Content-Type')]).toEqual([
      200,
      'text/javascript; charset=utf-8',
    ]);
    // The keyring's Worker gets its policy from this file: it must not send requests.
    expect(script.headers.get('Content-Security-Policy')).toMatch(
      /^default-src 'none'; .*trusted-types 'none'$/,
    );
    expect(script.headers.get('Cross-Origin-Embedder-Policy')).toBe('require-corp');
    for (const other of [
      '/assets/none.js',
      '/assets/..%2F..%2Fsecret.js',
      '/assets/../../secret.js',
      '/assets/main',
    ]) {
      expect((await pages().request(other)).status).toBe(404);
    }
  });
});
