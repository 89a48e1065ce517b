import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { createAdaptorServer, type ServerType } from '@hono/node-server';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { freePort } from '../../../../../scripts/lib/ports.mjs';
import { ask, DOMAIN, messageOf, signedBody, signIn } from '../../../test/signInClient.js';
import { openTestDatabase } from '../../../test/testDatabase.js';
import type { Database } from '../../platform/ports/Database.js';
import { createGateway, type Gateway } from '../createGateway.js';
import { DEVELOPMENT_PROJECT_ID } from '../projects/developmentProject.js';
import { rotateKeys } from './signingKeys.js';

const root = (path: string) => fileURLToPath(new URL(`../../../../../${path}`, import.meta.url));
const account = privateKeyToAccount(`0x${'1'.repeat(64)}`);
const signer = {
  chainId: 'eip155:1',
  address: account.address,
  sign: (message: string) => account.signMessage({ message }),
} as const;

let database: Database;
let gateway: Gateway;
let server: ServerType;
let file: string;
let accountOf: (token: string) => Promise<unknown>;

beforeAll(async () => {
  database = await openTestDatabase();
  const port = await freePort();
  const publicUrl = `http://127.0.0.1:${port}`;
  gateway = await createGateway({ database, developmentMode: true, publicUrl });
  server = createAdaptorServer({ fetch: gateway.app.fetch, overrideGlobalObjects: false });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  expect((server.address() as AddressInfo).port).toBe(port);

  const page = readFileSync(root('docs/sign-in.md'), 'utf8');
  const [, code = ''] = /## On your server[\s\S]*?```js\n([\s\S]*?)```/.exec(page) ?? [];
  const folder = root('node_modules/.cache/latchkit');
  mkdirSync(folder, { recursive: true });
  file = join(folder, `sign-in-${process.pid}.mjs`);
  // Runs the code as written, with the reader's own three values.
  writeFileSync(
    file,
    code
      .replace('https://gateway.example', publicUrl)
      .replace('YOUR_PROJECT_ID', DEVELOPMENT_PROJECT_ID)
      .replace('www.example.com', DOMAIN),
  );
  const module = await import(/* @vite-ignore */ pathToFileURL(file).href);
  accountOf = z.object({ accountOf: z.any() }).parse(module).accountOf;
});
afterAll(async () => {
  rmSync(file, { force: true });
  server.close();
  await gateway.close();
  await database.close();
});

describe('docs/sign-in.md, on your server', () => {
  it('shows few lines that verify a token and return its account', async () => {
    const { token } = await signIn(gateway, signer);
    expect(await accountOf(token)).toBe(`eip155:1:${account.address}`);
    const code = readFileSync(file, 'utf8')
      .split('\n')
      .filter(line => line !== '');
    expect(code).toHaveLength(9);
  });

  it('shows lines that refuse a token that was made on another site [SEC-123]', async () => {
    // The project has no allowed origins, so that every site gets tokens for it.
    const other = 'https://stickers.example';
    const body = { domain: 'stickers.example' };
    const { json } = await ask(gateway, '/siwx/v1/nonce', { origin: other, body });
    const message = { ...messageOf(signer, json.nonce, body), uri: `${other}/login` };
    const signed = await signedBody(signer, message);
    const { json: tokens } = await ask(gateway, '/siwx/v1/verify', { origin: other, body: signed });
    expect(JSON.parse(Buffer.from(tokens.token.split('.')[1], 'base64url').toString()).domain).toBe(
      body.domain,
    );
    await expect(accountOf(tokens.token)).rejects.toThrow('This sign-in was made on another site');
  });

  it('shows lines that refuse forged tokens', async () => {
    const { token } = await signIn(gateway, signer);
    const [head = '', body = '', signature = ''] = token.split('.');
    const claims = JSON.parse(Buffer.from(body, 'base64url').toString());
    const forged = Buffer.from(JSON.stringify({ ...claims, sub: 'eip155:1:0xabc' })).toString('base64url');
    await expect(accountOf(`${head}.${forged}.${signature}`)).rejects.toThrow();
    await expect(accountOf('x')).rejects.toThrow();
  });

  it('lists the claims of a token', async () => {
    const { token } = await signIn(gateway, signer);
    const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
    const page = readFileSync(root('docs/sign-in.md'), 'utf8');
    for (const name of Object.keys(claims)) expect(page).toContain(`\`${name}\``);
  });

  it('names commands that exist', async () => {
    expect(await rotateKeys(database, false)).toMatch(/^[0-9a-f-]{36}$/);
    const { token } = await signIn(gateway, signer);
    expect(await accountOf(token)).toBe(`eip155:1:${account.address}`);
  });
});
