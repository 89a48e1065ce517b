import { deployPools, type Liquidity, openLiquidity } from '@latchkit/dev-bundler';
import { type Hex, parseEther } from 'viem';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { startAnvil } from '../../../../test/servers/startAnvil.js';
import { rpcService } from '../../chains/service.js';
import { upstreams } from '../../chains/upstreams.js';
import { DEVELOPMENT_POOL_CHAINS } from './poolChains.js';
import { poolPriceSource } from './poolPriceSource.js';

const CHAIN = 'eip155:31337';
/** The stable token of the chain: here it counts as one dollar. */
const EURO: Hex = '0x25283Df5d9f8196E5625528342c53C8aEDC65305';
const GOLD: Hex = '0xecb2817d9634BCbB146d277f0620c7dB7ad7C562';
const never = new AbortController().signal;

let anvil: Awaited<ReturnType<typeof startAnvil>>;
let liquidity: Liquidity;
let rpc: ReturnType<typeof rpcService>;
let calls = 0;
beforeAll(async () => {
  anvil = await startAnvil(31_337);
  await deployPools(anvil.url);
  liquidity = await openLiquidity(anvil.url);
  rpc = rpcService({ chains: upstreams({ [CHAIN]: [anvil.url] }, true), timeout: 10_000 });
});
afterAll(async () => {
  rpc.close();
  await anvil.stop();
});

const source = () =>
  poolPriceSource(DEVELOPMENT_POOL_CHAINS, {
    chainIds: rpc.chainIds,
    call: (...args) => {
      calls += 1;
      return rpc.call(...args);
    },
  });
const idOf = (token: Hex) => `${CHAIN}:${token}`;
const side = (token: Hex, amount: string) => ({ token, amount: parseEther(amount) });

describe('poolPriceSource', () => {
  it('reads prices from the largest pool with a stable token, in one call of the node', async () => {
    calls = 0;
    const found = await source().prices([CHAIN, idOf(EURO), idOf(GOLD)], 'usd', never);
    expect(calls).toBe(1);
    expect(found.get(CHAIN)).toBeCloseTo(2_500, 6);
    expect(found.get(idOf(GOLD))).toBeCloseTo(100, 6);
    expect(found.get(idOf(EURO))).toBe(1);
  });

  it('knows no price of a pool under 10 000 dollars, counted by its stable side', async () => {
    const [small, enough, fake] = [
      await liquidity.createToken('Small', 'SMALL'),
      await liquidity.createToken('Enough', 'ENOUGH'),
      await liquidity.createToken('Fake', 'FAKE'),
    ];
    await liquidity.addPair(side(small, '100'), side(EURO, '4999'));
    await liquidity.addPair(side(enough, '100'), side(EURO, '5000'));
    // Worth millions by its own price.
    await liquidity.addPool(side(fake, '1000000'), side(EURO, '10'), 3000);
    const found = await source().prices([small, enough, fake].map(idOf), 'usd', never);
    expect([...found.keys()]).toEqual([idOf(enough)]);
    expect(found.get(idOf(enough))).toBeCloseTo(50, 6);
  });

  it('knows no other currency and no other chain, and asks nothing for them', async () => {
    calls = 0;
    expect(await source().prices([CHAIN], 'eur', never)).toEqual(new Map());
    expect(await source().prices(['eip155:31338', 'solana:x'], 'usd', never)).toEqual(new Map());
    expect(calls).toBe(0);
  });

  it('fails when the chain is unreachable', async () => {
    const chains = upstreams({ [CHAIN]: ['http://127.0.0.1:1'] }, true);
    const away = rpcService({ chains, timeout: 500 });
    onTestFinished(() => away.close());
    await expect(
      poolPriceSource(DEVELOPMENT_POOL_CHAINS, away).prices([CHAIN], 'usd', never),
    ).rejects.toThrow();
  });
});
