import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const SERVER = fileURLToPath(new URL('../server.mjs', import.meta.url));

const PORTS = {
  LATCHKIT_GATEWAY_PORT: '14000',
  LATCHKIT_FRAME_PORT: '14001',
  LATCHKIT_CHAIN_A_PORT: '18545',
  LATCHKIT_CHAIN_B_PORT: '18546',
  LATCHKIT_SOLANA_PORT: '18899',
  LATCHKIT_BITCOIN_PORT: '13002',
};

/** Starts the server on `port` (0: a free one) and returns its address, or its output if it ended. */
function start(
  folder: string,
  port: string,
): Promise<{ child: ChildProcess; said: string; code: number | null }> {
  const child = spawn(process.execPath, [SERVER, folder], {
    env: { ...process.env, ...PORTS, LATCHKIT_DEMO_PORT: port },
  });
  let said = '';
  return new Promise(resolve => {
    const hear = (chunk: Buffer) => {
      said += chunk;
      if (said.includes('http://')) resolve({ child, said, code: null });
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.on('exit', code => resolve({ child, said, code }));
  });
}

describe('the demo’s server', () => {
  let parent: string;
  let folder: string;
  let child: ChildProcess;
  let base: string;
  const page = (variant: string) =>
    `<meta name="demo-addresses" content="" /><script type="module" src="/assets/index-${variant}.js"></script>`;

  beforeAll(async () => {
    parent = await mkdtemp(join(tmpdir(), 'demo-'));
    folder = join(parent, 'dist');
    await mkdir(join(folder, 'assets'), { recursive: true });
    await writeFile(join(folder, 'index.html'), page('a'));
    await writeFile(join(folder, 'wallet.html'), page('wallet'));
    await writeFile(join(folder, 'assets', 'index-a.js'), 'export {};');
    await writeFile(join(parent, 'secret.txt'), 'secret');
    const started = await start(folder, '0');
    child = started.child;
    base = /http:\S+/.exec(started.said)?.[0] ?? '';
  });
  afterAll(async () => {
    const ended = new Promise(resolve => child.once('exit', resolve));
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
    await rm(parent, { recursive: true });
  });

  it('sends the strict policy only when it is requested', async () => {
    const strict = await fetch(`${base}/?csp=strict`);
    expect(strict.headers.get('content-security-policy')).toBe(
      "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data: http://localhost:14000; " +
        "connect-src 'self' http://localhost:14000 ws://localhost:14000 ws://localhost:4007 http://localhost:18545 http://localhost:18546 http://localhost:18899 http://localhost:13002; " +
        "frame-src http://localhost:14001; object-src 'none'; base-uri 'none'; require-trusted-types-for 'script'",
    );
    expect((await fetch(`${base}/`)).headers.has('content-security-policy')).toBe(false);
  });

  it('sends the policy that docs/csp.md gives, with the addresses of development (DX-07)', async () => {
    const guide = await readFile(new URL('../../../docs/csp.md', import.meta.url), 'utf8');
    const block = /Content-Security-Policy:\n([\s\S]*?)```/.exec(guide)?.[1] ?? '';
    const entries = (policy: string) =>
      policy
        .split(';')
        .map(entry => entry.trim())
        .filter(Boolean);
    const given = entries(
      block
        .replaceAll('https://GATEWAY', 'http://localhost:14000')
        .replaceAll('wss://GATEWAY', 'ws://localhost:14000')
        .replaceAll('https://WALLET', 'http://localhost:14001'),
    );
    const sent = entries((await fetch(`${base}/?csp=strict`)).headers.get('content-security-policy') ?? '');
    // The demo also reads from the chains and reaches the second relay, as its options say.
    const isOwn = (entry: string) => entry.startsWith('connect-src');
    expect(given.filter(entry => !isOwn(entry))).toEqual(sent.filter(entry => !isOwn(entry)));
    expect(sent.find(isOwn)).toContain(given.find(isOwn));
  });

  it('inserts the addresses of the other services into the page', async () => {
    const html = await (await fetch(`${base}/?theme=dark`)).text();
    const written = /name="demo-addresses" content="([^"]*)"/.exec(html)?.[1]?.replaceAll('&quot;', '"');
    expect(JSON.parse(written ?? '')).toEqual({
      gateway: 'http://localhost:14000',
      wallet: 'http://localhost:14001',
      chainA: 'http://localhost:18545',
      chainB: 'http://localhost:18546',
      solana: 'http://localhost:18899',
      bitcoin: 'http://localhost:13002',
      network: 'ws://localhost:4007',
    });
  });

  it('serves the wallet at the path of wallet links, with the addresses of the services', async () => {
    for (const path of ['/wallet.html', '/wallet', '/wallet/wc?uri=wc%3Aabc']) {
      const html = await (await fetch(base + path)).text();
      expect(html).toContain('index-wallet.js');
      expect(html).toContain('http://localhost:14000');
    }
  });

  it('makes files with a hash in their name cacheable, but never the page', async () => {
    const script = await fetch(`${base}/assets/index-a.js`);
    expect(script.headers.get('cache-control')).toContain('immutable');
    expect(script.headers.get('content-type')).toMatch(/^text\/javascript/);
    await writeFile(join(folder, 'index.html'), page('b'));
    const html = await fetch(`${base}/`);
    expect(html.headers.get('cache-control')).toBe('no-cache');
    expect(await html.text()).toContain('index-b.js');
  });

  it('serves nothing outside its folder', async () => {
    for (const path of [
      '/%2e%2e/secret.txt',
      '/assets/..%2f..%2fsecret.txt',
      '/..%5csecret.txt',
      '/none.js',
    ]) {
      expect((await fetch(base + path)).status).toBe(404);
    }
    expect((await fetch(`${base}/%zz`)).status).toBe(400);
    expect((await fetch(`${base}/`, { method: 'POST' })).status).toBe(405);
  });

  it('names the variable to change when the port is taken or invalid', async () => {
    const taken = await start(folder, new URL(base).port);
    expect(taken).toMatchObject({ code: 1 });
    expect(taken.said).toContain('LATCHKIT_DEMO_PORT');
    const wrong = await start(folder, 'http');
    expect(wrong).toMatchObject({ code: 1 });
    expect(wrong.said).toContain('LATCHKIT_DEMO_PORT must be a port number');
  });
});
