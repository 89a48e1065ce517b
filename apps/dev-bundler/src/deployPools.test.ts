import { describe, expect, it, onTestFinished } from 'vitest';
import { startAnvil } from '../../../packages/gateway/test/servers/startAnvil.js';
import { deployPools } from './deployPools.js';
import { openLiquidity } from './openLiquidity.js';

describe('deployPools', () => {
  it('deploys tokens and pools, and leaves a chain that has them as it is', async () => {
    const anvil = await startAnvil(31_337);
    onTestFinished(() => anvil.stop());
    await deployPools(anvil.url);
    const { chain, contracts } = await openLiquidity(anvil.url);
    expect(await chain.reader.getCode({ address: contracts.router })).toMatch(/^0x[0-9a-f]{1000}/);
    const block = await chain.reader.getBlockNumber();
    await deployPools(anvil.url);
    expect(await chain.reader.getBlockNumber()).toBe(block);
  });
});
