import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { build } from 'esbuild';
import { describe, expect } from 'vitest';
import { it as journey } from './support/journey.js';

const root = path.join(import.meta.dirname, '..');
const PROJECT = '0'.repeat(32);
/** The first default account of anvil. */
const ADDRESS = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';

/** Returns the code of docs/sign-in.md under a heading, unchanged. */
function codeUnder(heading: string, language: string): string {
  const text = readFileSync(path.join(root, 'docs/sign-in.md'), 'utf8');
  const section = text.split(/^## /m).find(part => part.startsWith(`${heading}\n`)) ?? '';
  const [, code] = new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 's').exec(section) ?? [];
  if (code === undefined) throw new Error(`docs/sign-in.md has no ${language} under '${heading}'.`);
  return code;
}

/** Returns the same code with the URLs of the running services. */
const here = (code: string, gateway: string) =>
  code.replaceAll('YOUR_PROJECT_ID', PROJECT).replaceAll('https://gateway.example', gateway);

/** The files of a page, by name. */
async function bundle(sources: Record<string, string>): Promise<Map<string, string>> {
  const folder = mkdtempSync(path.join(import.meta.dirname, '.docs-'));
  try {
    for (const [name, code] of Object.entries(sources)) writeFileSync(path.join(folder, name), code);
    const { outputFiles } = await build({
      entryPoints: Object.keys(sources).map(name => path.join(folder, name)),
      bundle: true,
      splitting: true,
      format: 'esm',
      jsx: 'automatic',
      outdir: folder,
      write: false,
      define: { 'process.env.NODE_ENV': '"production"' },
      logLevel: 'error',
    });
    return new Map(outputFiles.map(file => [`/${path.relative(folder, file.path)}`, file.text]));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The server of the documentation. */
async function loadServer(code: string): Promise<{ accountOf(token: string): Promise<string> }> {
  const file = path.join(import.meta.dirname, `.docs-server-${process.pid}.mjs`);
  writeFileSync(file, code);
  try {
    return (await import(/* @vite-ignore */ file)) as { accountOf(token: string): Promise<string> };
  } finally {
    rmSync(file, { force: true });
  }
}

/** A host: the page, and on the same server who is signed in. */
const it = journey.extend('host', { scope: 'file' }, async ({ stack }, { onCleanup }) => {
  const wallet = `import { createFakeWallet } from 'latchkit/testing';
createFakeWallet({ name: 'Demo Wallet', rdns: 'dev.demo', chains: { 1: '${stack.chainA}' }, prompt: 'auto', persist: true }).announce();`;
  const page = here(codeUnder('In the page', 'tsx'), stack.gateway);
  const files = await bundle({ 'page.tsx': page, 'wallet.ts': wallet });
  const html =
    '<!doctype html><title>Host</title><body><script type="module" src="/wallet.js"></script><script type="module" src="/page.js"></script>';
  const server: Server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    if (pathname === '/me') {
      const token = (request.headers.authorization ?? '').replace('Bearer ', '');
      const account = await (await code).accountOf(token).catch(() => undefined);
      response.writeHead(account === undefined ? 401 : 200).end(account);
      return;
    }
    const script = files.get(pathname);
    response.writeHead(200, { 'content-type': script === undefined ? 'text/html' : 'text/javascript' });
    response.end(script ?? html);
  }).listen(0);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const written = here(codeUnder('On your server', 'js'), stack.gateway);
  const code = loadServer(written.replace('www.example.com', `localhost:${port}`));
  onCleanup(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://localhost:${port}`;
});

describe('docs/sign-in.md', () => {
  it('is a host page of 25 lines at most', () => {
    const lines = codeUnder('In the page', 'tsx')
      .split('\n')
      .filter(line => line.trim() !== '');
    expect(lines.length).toBeLessThanOrEqual(25);
  });

  it('requires sign-in and reads the session on the host’s own server, as it is written [CAP-01]', async ({
    host,
    page,
  }) => {
    await page.goto(host);
    await page.getByText('Sign in to go on').waitFor();
    await page.getByRole('button', { name: 'Connect wallet' }).click();
    await page.getByRole('button', { name: /^Demo Wallet/ }).click();
    const dialog = page.locator('[role="dialog"][data-view="SIWXSignMessage"]');
    await dialog.getByRole('button', { name: 'Sign' }).click();
    const known = page.getByText(`Your server knows you as eip155:1:${ADDRESS}`);
    await known.waitFor();
    await page.reload();
    await known.waitFor();
    const forged = await page.evaluate(async () => {
      const answer = await fetch('/me', { headers: { authorization: 'Bearer e30.e30.e30' } });
      return answer.status;
    });
    expect(forged).toBe(401);
  });
});
