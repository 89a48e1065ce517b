import { type DevelopmentBundler, startDevelopmentBundler } from '@latchkit/dev-bundler';
import { SMART_ACCOUNT_V1, SMART_SESSIONS } from 'latchkit/protocol';
import { createTestClient, http } from 'viem';
import { foundry } from 'viem/chains';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { startAnvil } from '../../test/servers/startAnvil.js';
import { POOL_CHAINS } from '../project/convert/pools/poolChains.js';
import { runCommand } from './runCommand.js';

let chains: Awaited<ReturnType<typeof startAnvil>>[];
let bundler: DevelopmentBundler;
beforeAll(async () => {
  chains = await Promise.all([startAnvil(31_337), startAnvil(31_338)]);
  bundler = await startDevelopmentBundler({ chains: chains.slice(0, 1).map(({ url }) => url) });
});
afterAll(async () => {
  await bundler.close();
  await Promise.all(chains.map(chain => chain.stop()));
});

describe('doctorCommand', () => {
  it('checks the code at every address and the bundler, on each chain that has one', async () => {
    const [a = '', b = ''] = chains.map(({ url }) => url);
    const working = { LATCHKIT_RPC_31337: a, LATCHKIT_BUNDLER_31337: bundler.url(31_337) };
    expect(await runCommand(['doctor'], {})).toBe('Smart accounts: no chain has a bundler');
    const fine = ['eip155:31337: smart accounts work', 'eip155:31337: permissions work'];
    expect((await runCommand(['doctor'], working)).split('\n')).toEqual(fine);
    const text = (env: Record<string, string>) =>
      runCommand(['doctor'], env).then(
        () => '',
        ({ code, message }) => `${code}\n${message}`,
      );
    const lacking = { ...working, LATCHKIT_RPC_31338: b, LATCHKIT_BUNDLER_31338: 'http://127.0.0.1:1' };
    expect((await text(lacking)).split('\n')).toEqual([
      'SMART_ACCOUNTS_INCOMPLETE',
      fine[0],
      ...Object.keys(SMART_ACCOUNT_V1).map(part => `eip155:31338: ${part}: there is no code at its address`),
      'eip155:31338: bundler: it does not respond',
      fine[1],
      expect.stringMatching(/^eip155:31338: no permissions: adapter: there is no code at its address; /),
    ]);
    const client = createTestClient({ mode: 'anvil', chain: foundry, transport: http(a) });
    await client.setCode({ address: SMART_SESSIONS.sessions, bytecode: '0x' });
    expect(await runCommand(['doctor'], working)).toContain(
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
    const refusal = await runCommand(['doctor'], env).catch((error: unknown) => error);
    expect(refusal).toMatchObject({ code: 'SWAPS_INCOMPLETE' });
    expect(String(refusal)).toContain('eip155:8453: router: there is no code at its address');
    const { stables, ...contracts } = POOL_CHAINS['eip155:8453'] ?? { stables: [] };
    const client = createTestClient({ mode: 'anvil', chain: foundry, transport: http(base.url) });
    for (const address of [...stables, ...Object.values(contracts)])
      await client.setCode({ address, bytecode: '0x00' });
    expect(await runCommand(['doctor'], env)).toContain('eip155:8453: swaps work');
  });
});
