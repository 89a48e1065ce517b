import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { framePageConfig } from 'latchkit/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import type { ProjectService } from '../projects/service.js';
import { framePages } from './framePages.js';

const parent = mkdtempSync(join(tmpdir(), 'latchkit-pages-'));
const directory = join(parent, 'dist');
const VAULT = 'https://vault.example';
beforeAll(() => {
  mkdirSync(join(directory, 'assets'), { recursive: true });
  writeFileSync(join(directory, 'index.html'), '<html><meta name="latchkit-frame" content="" /></html>');
  writeFileSync(join(directory, 'assets', 'main-abc.js'), 'export {};');
  writeFileSync(join(parent, 'secret.js'), 'secret');
});
afterAll(() => rmSync(parent, { recursive: true, force: true }));

const origins: Readonly<Record<string, string[]>> = { shop: ['https://shop.example'], open: [] };
const projects: Pick<ProjectService, 'get'> = {
  get: async id => ({
    id,
    name: id,
    features: {},
    allowedOrigins: origins[id] ?? [],
    isAnalyticsEnabled: true,
  }),
};
const pages = (developmentMode = false) =>
  framePages({ directory, projects, vaultUrl: VAULT, developmentMode });
const path = (project: string) =>
  `/frame?projectId=${project}&chainId=eip155:1&version=1.0.0&enableLogger=false`;

describe('framePages', () => {
  it('lets the origins of the project embed the page, and tells it the same', async () => {
    const response = await pages().request(path('shop'), { headers: { 'Sec-Fetch-Dest': 'iframe' } });
    expect(response.status).toBe(200);
    const policy = response.headers.get('Content-Security-Policy') ?? '';
    for (const rule of [
      "default-src 'none'",
      `connect-src 'self' ${VAULT}`,
      "require-trusted-types-for 'script'",
      'frame-ancestors https://shop.example',
    ]) {
      expect(policy).toContain(rule);
    }
    expect(response.headers.get('Cross-Origin-Embedder-Policy')).toBe('require-corp');
    const [, content = ''] = /content="([^"]*)"/.exec(await response.text()) ?? [];
    expect(z.parse(framePageConfig, JSON.parse(content.replaceAll('&quot;', '"')))).toEqual({
      allowedOrigins: ['https://shop.example'],
      nested: false,
      vault: VAULT,
    });
  });

  it('lets nobody embed it where a project has no origins, but in development', async () => {
    const policyOf = async (developmentMode: boolean) =>
      (await pages(developmentMode).request(path('open'))).headers.get('Content-Security-Policy');
    expect(await policyOf(false)).toContain("frame-ancestors 'none'");
    expect(await policyOf(true)).toContain('frame-ancestors *');
  });

  it('is no page of its own, and wants its four parameters', async () => {
    const own = await pages().request(path('shop'), { headers: { 'Sec-Fetch-Dest': 'document' } });
    const bare = await pages().request('/frame?projectId=shop');
    expect([own.ok, bare.ok]).toEqual([false, false]);
  });

  it('serves its files and nothing beside them', async () => {
    const script = await pages().request('/assets/main-abc.js');
    expect([script.status, script.headers.get('Content-Type')]).toEqual([
      200,
      'text/javascript; charset=utf-8',
    ]);
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
