import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { type DevelopmentBundler, startDevelopmentBundler } from '@latchkit/dev-bundler';
import { PUBLIC_RPC_URLS, SMART_ACCOUNT_V1, SMART_SESSIONS } from 'latchkit/protocol';
import { createTestClient, http } from 'viem';
import { foundry } from 'viem/chains';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { startAnvil } from '../../test/servers/startAnvil.js';
import { POOL_CHAINS } from '../project/convert/pools/poolChains.js';
import { readSettings } from '../server/readSettings.js';
import { doctorCommand } from './doctorCommand.js';

let chains: Awaited<ReturnType<typeof startAnvil>>[];
let bundler: DevelopmentBundler;
let publicNodes: PublicNodes;
beforeAll(async () => {
  publicNodes = await startPublicNodes();
  chains = await Promise.all([startAnvil(31_337), startAnvil(31_338)]);
  bundler = await startDevelopmentBundler({ chains: chains.slice(0, 1).map(({ url }) => url) });
});
afterAll(async () => {
  await bundler.close();
  await publicNodes.stop();
  await Promise.all(chains.map(chain => chain.stop()));
});

const GENESIS_HASH_LENGTH = 44;

/** The public nodes of all networks, of which a test can take some away. */
interface PublicNodes {
  readonly urls: Readonly<Record<string, string>>;
  /** The methods that each was asked for, by CAIP-2 id. */
  readonly asked: Map<string, string[]>;
  /** What a node answers instead of its own chain; undefined: nothing. */
  readonly others: Map<string, string | undefined>;
  stop(): Promise<void>;
}

async function startPublicNodes(): Promise<PublicNodes> {
  const asked = new Map<string, string[]>();
  const others = new Map<string, string | undefined>();
  const server = createServer(async (request, response) => {
    const chainId = decodeURIComponent((request.url ?? '').slice(1));
    const { id, method } = (await json(request)) as { id: number; method: string };
    asked.set(chainId, [...(asked.get(chainId) ?? []), method]);
    const [namespace, reference = ''] = (others.get(chainId) ?? chainId).split(':');
    const result =
      namespace === 'solana'
        ? reference.padEnd(GENESIS_HASH_LENGTH, '1')
        : `0x${Number(reference).toString(16)}`;
    if (others.has(chainId) && others.get(chainId) === undefined) response.destroy();
    else response.end(JSON.stringify({ jsonrpc: '2.0', id, result }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const urls = Object.keys(PUBLIC_RPC_URLS).map(id => [
    id,
    `http://127.0.0.1:${port}/${encodeURIComponent(id)}`,
  ]);
  return {
    urls: Object.fromEntries(urls),
    asked,
    others,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

const doctor = (env: Readonly<Record<string, string>>) =>
  doctorCommand([], readSettings(env), publicNodes.urls);

describe('doctorCommand', () => {
  it('asks each node once which chain it serves, and names those that are gone or serve another (RV-04)', async () => {
    const [a = ''] = chains.map(({ url }) => url);
    publicNodes.asked.clear();
    publicNodes.others.set('eip155:80002', undefined).set('eip155:56', 'eip155:97');
    publicNodes.others.set(
      'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
      'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z',
    );
    onTestFinished(() => publicNodes.others.clear());
    const lines = (await doctor({ LATCHKIT_RPC_31337: a })).split('\n');
    const { host } = new URL(publicNodes.urls['eip155:1'] ?? '');
    // The other development chains do not run.
    expect(lines).toContain('Nodes: 22 of 28 serve their chain');
    expect(lines.filter(line => line.includes('public node'))).toEqual([
      `eip155:56: public node ${host}: it serves another chain; name another one with LATCHKIT_RPC_56`,
      `eip155:80002: public node ${host}: it does not respond; name another one with LATCHKIT_RPC_80002`,
      expect.stringMatching(/^solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp: public node .*another chain/),
    ]);
    const calls = [...publicNodes.asked].filter(([id]) => id.startsWith('eip155:'));
    expect(calls.every(([, methods]) => methods.join() === 'eth_chainId')).toBe(true);
    expect(publicNodes.asked.size).toBe(Object.keys(PUBLIC_RPC_URLS).length);
  });

  it("fails for a node of the operator's, and prints no part of its address (RV-04)", async () => {
    const [a = '', b = ''] = chains.map(({ url }) => url);
    const env = {
      LATCHKIT_RPC_31337: `${a},${b}/?key=secret-key,${a}`,
      LATCHKIT_RPC_11155420: 'http://127.0.0.1:1/secret-key',
    };
    const refusal: unknown = await doctor(env).catch((error: unknown) => error);
    expect(refusal).toMatchObject({ code: 'NODES_INCOMPLETE' });
    const text = String(refusal);
    expect(text).toContain('eip155:31337: node 2: it serves another chain\n');
    expect(text).toContain('eip155:11155420: node 1: it does not respond');
    expect(text).not.toMatch(/secret-key|node 3/);
  });

  it('checks the code at every address and the bundler, on each chain that has one', async () => {
    const [a = '', b = ''] = chains.map(({ url }) => url);
    const working = { LATCHKIT_RPC_31337: a, LATCHKIT_BUNDLER_31337: bundler.url(31_337) };
    const nodes = expect.stringMatching(/^Nodes: \d+ of 28 serve their chain$/);
    const linesOf = (text: string) =>
      text
        .split('\n')
        .filter(line => !/^Wallets by code: /.test(line) && !/: node 1: it does not respond$/.test(line));
    expect(await doctor({})).toMatch(
      /^Wallets by code: .*relay\.walletconnect\.org.*--relay-network PROJECT_ID$/m,
    );
    expect(linesOf(await doctor({}))).toEqual(['Smart accounts: no chain has a bundler', nodes]);
    const fine = ['eip155:31337: smart accounts work', 'eip155:31337: permissions work'];
    expect(linesOf(await doctor(working))).toEqual([...fine, nodes]);
    const text = (env: Record<string, string>) =>
      doctor(env).then(
        () => '',
        ({ code, message }) => `${code}\n${message}`,
      );
    const lacking = { ...working, LATCHKIT_RPC_31338: b, LATCHKIT_BUNDLER_31338: 'http://127.0.0.1:1' };
    expect(linesOf(await text(lacking))).toEqual([
      'SMART_ACCOUNTS_INCOMPLETE',
      fine[0],
      ...Object.keys(SMART_ACCOUNT_V1).map(part => `eip155:31338: ${part}: there is no code at its address`),
      'eip155:31338: bundler: it does not respond',
      fine[1],
      expect.stringMatching(/^eip155:31338: no permissions: adapter: there is no code at its address; /),
      nodes,
    ]);
    const client = createTestClient({ mode: 'anvil', chain: foundry, transport: http(a) });
    await client.setCode({ address: SMART_SESSIONS.sessions, bytecode: '0x' });
    expect(await doctor(working)).toContain(
      'eip155:31337: no permissions: sessions: there is no code at its address',
    );
    await client.setCode({ address: SMART_ACCOUNT_V1.module, bytecode: '0x00' });
    expect(await text(working)).toContain('eip155:31337: module: the code at its address is another one');
    expect(await text({ ...working, LATCHKIT_RPC_31337: 'http://127.0.0.1:1' })).toContain(
      'node: it does not respond',
    );
  });

  it("checks the contracts of swaps on each chain with a node of the operator's", async () => {
    const base = await startAnvil(8453);
    onTestFinished(() => base.stop());
    const env = { LATCHKIT_RPC_8453: base.url };
    const refusal = await doctor(env).catch((error: unknown) => error);
    expect(refusal).toMatchObject({ code: 'SWAPS_INCOMPLETE' });
    expect(String(refusal)).toContain('eip155:8453: router: there is no code at its address');
    const { stables, ...contracts } = POOL_CHAINS['eip155:8453'] ?? { stables: [] };
    const client = createTestClient({ mode: 'anvil', chain: foundry, transport: http(base.url) });
    for (const address of [...stables, ...Object.values(contracts)])
      await client.setCode({ address, bytecode: '0x00' });
    expect(await doctor(env)).toContain('eip155:8453: swaps work');
  });
});
