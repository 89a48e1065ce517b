import { createPublicClient, encodeFunctionData, erc20Abi, http } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEMO_TOKEN_ADDRESS, installDemoToken } from './demoToken.js';
import { type Anvil, startAnvil } from './startAnvil.test-support.js';

const FIRST = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const SECOND = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';

let anvil: Anvil;
beforeAll(async () => {
  anvil = await startAnvil(31337);
  await installDemoToken(anvil.url, { [FIRST]: 5_000_000n });
});
afterAll(() => anvil?.stop());

describe('installDemoToken', () => {
  it('installs a token that reports its metadata, pays, and reverts an overdraft with a reason', async () => {
    const client = createPublicClient({ transport: http(anvil.url) });
    const token = { address: DEMO_TOKEN_ADDRESS, abi: erc20Abi } as const;
    const read = (functionName: 'name' | 'symbol' | 'decimals') =>
      client.readContract({ ...token, functionName });
    expect(await Promise.all([read('name'), read('symbol'), read('decimals')])).toEqual([
      'Demo Dollar',
      'DMD',
      6,
    ]);
    const pay = (amount: bigint) =>
      anvil.request('eth_sendTransaction', [
        {
          from: FIRST,
          to: DEMO_TOKEN_ADDRESS,
          data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [SECOND, amount] }),
        },
      ]);
    const hash = (await pay(2_000_000n)) as `0x${string}`;
    const { status, logs } = await client.waitForTransactionReceipt({ hash, pollingInterval: 50 });
    expect(status).toBe('success');
    expect(logs).toHaveLength(1);
    const balanceOf = (account: `0x${string}`) =>
      client.readContract({ ...token, functionName: 'balanceOf', args: [account] });
    expect(await Promise.all([balanceOf(FIRST), balanceOf(SECOND)])).toEqual([3_000_000n, 2_000_000n]);
    await expect(
      client.simulateContract({
        ...token,
        functionName: 'transfer',
        args: [SECOND, 9_000_000n],
        account: FIRST,
      }),
    ).rejects.toThrow('insufficient balance');
  });
});
