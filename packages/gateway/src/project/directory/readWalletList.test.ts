import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { readWalletList } from './readWalletList.js';
import { registry } from './registry.js';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'latchkit-wallets-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const acme = { id: 'acme', name: 'Acme', homepage: 'https://acme.example', evm: 'any' };
const SVG = '<svg xmlns="http://www.w3.org/2000/svg"/>';

function file(name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

const listOf = (...wallets: readonly unknown[]) => file('wallets.json', JSON.stringify({ wallets }));

async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
}

async function refusal(path: string): Promise<string> {
  const error: unknown = await readWalletList(path).catch((reason: unknown) => reason);
  expect(error).toMatchObject({ code: 'INVALID_WALLET_LIST' });
  return error instanceof Error ? error.message : '';
}

describe('readWalletList', () => {
  it('accepts every wallet of the registry that pages can connect to', async () => {
    const known = registry.filter(({ evm, solana }) => evm !== undefined || solana);
    expect(await readWalletList(listOf(...known))).toEqual(known);
  });

  it('detects the type of local images by content, not by name', async () => {
    const png = Buffer.from('89504e470d0a1a0a0000', 'hex');
    file('logo.svg', `<?xml version="1.0"?>\n<!-- Acme -->\n${SVG}`);
    file('logo.jpg', png);
    const [one, two] = await readWalletList(
      listOf({ ...acme, image: 'logo.svg' }, { ...acme, id: 'two', image: 'logo.jpg' }),
    );
    expect(one?.image).toMatchObject({ type: 'image/svg+xml', content: expect.stringContaining(SVG) });
    expect(two?.image).toEqual({ type: 'image/png', content: new Uint8Array(png) });
  });

  it('downloads an image from its URL', async () => {
    const server = await serve((_, response) => response.end(SVG));
    const [wallet] = await readWalletList(listOf({ ...acme, image: `${server}/logo` }));
    expect(wallet?.image).toEqual({ type: 'image/svg+xml', content: SVG });
  });

  it('refuses a URL that yields no image, or continues without the image and reports it', async () => {
    const server = await serve((request, response) => {
      if (request.url === '/large') return response.end(SVG.padEnd(131_073));
      if (request.url === '/page') return response.end('<!doctype html><html></html>');
      if (request.url === '/away') return response.writeHead(302, { Location: 'http://acme.invalid' }).end();
      return response.writeHead(404).end();
    });
    const where = 'wallets[0] (acme): image:';
    expect(await refusal(listOf({ ...acme, image: `${server}/large` }))).toContain(
      `${where} ${server}/large has more than 128 KiB`,
    );
    expect(await refusal(listOf({ ...acme, image: `${server}/page` }))).toContain(
      `${where} ${server}/page is not an SVG, PNG, WebP or JPEG`,
    );
    expect(await refusal(listOf({ ...acme, image: `${server}/none` }))).toContain(
      `${where} ${server}/none answers 404`,
    );
    expect(await refusal(listOf({ ...acme, image: `${server}/away` }))).toContain(
      `${where} ${server}/away does not`,
    );
    const away: unknown[] = [];
    const list = listOf({ ...acme, image: `${server}/none` }, { ...acme, id: 'two' });
    const wallets = await readWalletList(list, (id, error) => away.push(id, String(error)));
    expect(wallets).toEqual([acme, { ...acme, id: 'two' }]);
    expect(away).toEqual(['acme', `Error: ${server}/none answers 404`]);
  });

  it.each<[string, unknown, string]>([
    ['an id with a slash', { id: 'a/b' }, 'id: is not a wallet id'],
    ['no name', { name: undefined }, 'name: '],
    ['a page without https', { homepage: 'http://acme.example' }, 'homepage: is not an https address'],
    [
      'a link that runs',
      { mobileLink: 'javascript://%0aalert(1)' },
      'mobileLink: is not the start of a link',
    ],
    ['a link to a file', { desktopLink: 'file:///etc/passwd' }, 'desktopLink: is not the start of a link'],
    ['a name of no domain', { rdns: 'acme' }, 'rdns: is not a reverse-DNS name'],
    ['chains in words', { evm: ['mainnet'] }, 'evm: '],
    ['no network', { evm: undefined }, 'names no network that Latchkit connects to'],
    ['an unknown field', { mobile_link: 'acme://' }, '"mobile_link"'],
    ['an image without https', { image: 'http://acme.example/logo.png' }, 'image: is not a file or an https'],
    ['an image that is not there', { image: 'absent.png' }, 'absent.png cannot be read'],
  ])('refuses %s, naming the entry and the field', async (_, change, message) => {
    const text = await refusal(listOf(acme, { ...acme, id: 'two', ...(change as object) }));
    expect(text).toContain(`wallets.json: wallets[1] (${(change as { id?: string }).id ?? 'two'}): `);
    expect(text).toContain(message);
  });

  it('refuses a file that is not a wallet list', async () => {
    expect(await refusal(join(folder, 'absent.json'))).toContain('absent.json cannot be read');
    expect(await refusal(file('text.json', 'wallets'))).toContain('text.json is not JSON');
    expect(await refusal(file('array.json', '[]'))).toContain('array.json: file: ');
    expect(await refusal(listOf())).toContain('wallets.json: wallets: ');
    expect(await refusal(listOf(acme, acme))).toContain('wallets[1] (acme): id: is listed twice');
    expect(await refusal(listOf('acme'))).toContain('wallets[0]: ');
  });
});
