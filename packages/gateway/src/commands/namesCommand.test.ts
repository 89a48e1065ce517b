import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serve } from '@hono/node-server';
import { createPublicClient, getAddress, http, parseAbi } from 'viem';
import { expect, it, onTestFinished } from 'vitest';
import { freePort } from '../../../../scripts/lib/ports.mjs';
import { startAnvil } from '../../test/servers/startAnvil.js';
import { newData, openData, openTestDatabase } from '../../test/testDatabase.js';
import { createGateway } from '../project/createGateway.js';
import { runCommand } from './runCommand.js';

/** The key of anvil's first account. */
const KEY = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80';
const OWNER = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const abi = parseAbi([
  'function owner() view returns (address)',
  'function signer() view returns (address)',
  'function url() view returns (string)',
]);

it('names deploy deploys the resolver contract of a gateway, which the deployer owns', async () => {
  const [database, anvil, port] = await Promise.all([openTestDatabase(), startAnvil(1), freePort()]);
  const url = `http://127.0.0.1:${port}`;
  const folder = mkdtempSync(join(tmpdir(), 'latchkit-names-'));
  const key = join(folder, 'key');
  writeFileSync(key, `${KEY}\n`);
  const names = {
    suffix: '.example.com',
    origin: 'https://gateway.example',
    key: () => new Uint8Array(32).fill(7),
  };
  const gateway = await createGateway({ database, developmentMode: true, publicUrl: url, names });
  const server = serve({
    port,
    hostname: '127.0.0.1',
    fetch: gateway.app.fetch,
    overrideGlobalObjects: false,
  });
  onTestFinished(async () => {
    server.close();
    gateway.close();
    rmSync(folder, { recursive: true });
    await Promise.all([database.close(), anvil.stop()]);
  });
  const text = await runCommand(['names', 'deploy', '--gateway', url, '--rpc', anvil.url, '--key', key], {});
  expect(text).toContain('Set it as the resolver of example.com in ENS.');
  const [, found = ''] = /at (0x[0-9a-fA-F]{40})\./.exec(text) ?? [];
  const client = createPublicClient({ transport: http(anvil.url) });
  const read = (functionName: 'owner' | 'signer' | 'url') =>
    client.readContract({ address: getAddress(found), abi, functionName });
  expect(await read('owner')).toBe(OWNER);
  expect(await read('url')).toBe(`${url}/v1/profile/ccip`);
  expect(text).toContain(`that ${await read('signer')} signed`);
});

it('names check lists the names that nobody could register now, and takes none away [SEC-120]', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'latchkit-names-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const env = { ...(await newData(folder)), LATCHKIT_NAME_SUFFIX: '.example.com' };
  expect(await runCommand(['names', 'check'], env)).toBe('0 names, 0 of them to look at');
  const database = await openData(env);
  const address = (digit: number) => `0x${String(digit).repeat(40)}`;
  for (const [index, label] of ['mira', 'adm1n', 'mlra', 'lovelace'].entries()) {
    await database.query(
      `insert into account_names (label, skeleton, address, attributes, registered_at) values ($1, $1, $2, '{}', $3)`,
      [label, address(index), new Date(index)],
    );
  }
  await database.close();
  expect((await runCommand(['names', 'check'], env)).split('\n')).toEqual([
    `reserved adm1n.example.com ${address(1)}`,
    `alike    mlra.example.com ${address(2)} looks like mira`,
    '4 names, 2 of them to look at',
  ]);
});

it.each([
  [['names'], "There is no command 'names '"],
  [['names', 'deploy', '--gateway', 'http://127.0.0.1:1'], 'names deploy needs --gateway, --rpc and --key'],
])('%j is refused', async (args, message) => {
  await expect(runCommand(args, {})).rejects.toThrow(message);
});
