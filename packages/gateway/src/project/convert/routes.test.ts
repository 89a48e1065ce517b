import { deployPools, type Liquidity, openLiquidity } from '@latchkit/dev-bundler';
import { createTestClient, createWalletClient, type Hex, http, parseAbi, parseEther } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { startAnvil } from '../../../test/servers/startAnvil.js';
import { openTestDatabase } from '../../../test/testDatabase.js';
import { memoryCache } from '../../platform/adapters/memory/memoryCache.js';
import { memoryPubSub } from '../../platform/adapters/memory/memoryPubSub.js';
import type { Database } from '../../platform/ports/Database.js';
import { createGateway, type Gateway } from '../createGateway.js';
import { serveProjectCalls } from '../projects/projectCalls.js';
import { projectService } from '../projects/service.js';
import { projectStore } from '../projects/store.js';
import { prices } from '../tokens/prices.js';
import { priceCalls } from '../tokens/routes.js';
import { DEVELOPMENT_POOL_CHAINS } from './pools/poolChains.js';
import { poolPriceSource } from './pools/poolPriceSource.js';

const CHAIN = 'eip155:31337';
const PROJECT = '0'.repeat(32);
const EURO = `${CHAIN}:0x25283Df5d9f8196E5625528342c53C8aEDC65305`;
const GOLD = `${CHAIN}:0xecb2817d9634BCbB146d277f0620c7dB7ad7C562`;
const POUND = `${CHAIN}:0x2a272997DD3d4775b26390c381C24C2243d7249e`;
const account = privateKeyToAccount('0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80');
const erc20 = parseAbi([
  'function balanceOf(address) view returns (uint256)',
  'function symbol() view returns (string)',
]);

let anvil: Awaited<ReturnType<typeof startAnvil>>;
let database: Database;
let gateway: Gateway;
let liquidity: Liquidity;
beforeAll(async () => {
  [anvil, database] = await Promise.all([startAnvil(31_337), openTestDatabase()]);
  await deployPools(anvil.url);
  liquidity = await openLiquidity(anvil.url);
  gateway = await createGateway({ database, developmentMode: true, upstreams: { [CHAIN]: [anvil.url] } });
});
afterAll(async () => {
  await gateway.close();
  await database.close();
  await anvil.stop();
});

interface Answer {
  readonly error?: { readonly code: string; readonly message: string };
  readonly tokens: readonly { readonly address: string; readonly symbol: string }[];
  readonly quotes: readonly Quote[];
  readonly quote: Quote;
  readonly allowance: string;
  readonly standard: string;
  readonly tx: { readonly from: Hex; readonly to: Hex; readonly data: Hex; readonly value: string };
}
interface Quote {
  readonly toAmount: string;
  readonly minimumOut: string;
  readonly priceImpactPct: number;
  readonly route: readonly { readonly kind: string }[];
}

async function get(path: string, query: Readonly<Record<string, string>>): Promise<Answer> {
  const params = new URLSearchParams({ projectId: PROJECT, ...query });
  return (await gateway.app.request(`/v1/convert/${path}?${params}`)).json() as Promise<Answer>;
}

/** Whether the gateway quotes a swap. */
const hasRoute = async (from: string, to: string) =>
  (await get('quotes', swapOf(from, to, '0.001'))).quotes !== undefined;

async function build(body: object): Promise<Answer> {
  const response = await gateway.app.request(`/v1/convert/build-transaction?projectId=${PROJECT}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  return response.json() as Promise<Answer>;
}

const swapOf = (from: string, to: string, amount: string) => ({
  from,
  to,
  amount: String(parseEther(amount)),
  userAddress: account.address,
});

async function send(tx: Answer['tx']) {
  const { chain, reader } = liquidity.chain;
  const wallet = createWalletClient({ account, chain, transport: http(anvil.url) });
  const call = { to: tx.to, data: tx.data, value: BigInt(tx.value) };
  // In a later second, a pool stores one more value than it was estimated with.
  const gas = ((await reader.estimateGas({ account, ...call })) * 3n) / 2n;
  const hash = await wallet.sendTransaction({ ...call, gas });
  return reader.waitForTransactionReceipt({ hash });
}

async function balanceOf(asset: string): Promise<bigint> {
  const { reader } = liquidity.chain;
  const [, , token] = asset.split(':');
  if (token === undefined) return reader.getBalance({ address: account.address });
  return reader.readContract({
    address: token as Hex,
    abi: erc20,
    functionName: 'balanceOf',
    args: [account.address],
  });
}

/** Swaps as a page does: quote, approval if it is missing, transaction. Returns what was quoted and what was received. */
async function swap(from: string, to: string, amount: string) {
  const request = swapOf(from, to, amount);
  const { quotes } = await get('quotes', request);
  if (from !== CHAIN) {
    const { allowance } = await get('allowance', { tokenAddress: from, userAddress: account.address });
    expect(allowance).toBe('0');
    await send((await get('build-approve', request)).tx);
  }
  const { tx, quote } = await build(request);
  expect(quote.toAmount).toBe(quotes[0]?.toAmount);
  const before = await balanceOf(to);
  const { gasUsed, effectiveGasPrice, status } = await send(tx);
  expect(status).toBe('success');
  const fees = to === CHAIN ? gasUsed * effectiveGasPrice : 0n;
  return { quote, received: (await balanceOf(to)) - before + fees };
}

describe('convertCalls', () => {
  it('lists the native currency and the tokens of a chain, and knows the development pools', async () => {
    const { tokens } = await get('tokens', { chainId: CHAIN });
    expect(tokens.map(({ symbol }) => symbol)).toEqual(['ETH', 'DMD', 'USDC', 'DEUR', 'DGLD', 'DGBP']);
    for (const { address, symbol } of tokens.slice(3)) {
      const token = { address: address.split(':')[2] as Hex, abi: erc20, functionName: 'symbol' } as const;
      expect(await liquidity.chain.reader.readContract(token)).toBe(symbol);
    }
    const [expected] = Object.values(DEVELOPMENT_POOL_CHAINS);
    expect(liquidity.contracts).toMatchObject({ router: expected?.router, wrapped: expected?.wrapped });
  });

  it('names the listed tokens that no pools lead to, over one token in between at most (V-07)', async () => {
    const unrouted = async (asset: string) => {
      const { tokens } = (await get('unrouted', { asset })) as unknown as { tokens: readonly string[] };
      return tokens;
    };
    const { tokens } = await get('tokens', { chainId: CHAIN });
    const idOf = (symbol: string) => tokens.find(token => token.symbol === symbol)?.address ?? '';
    // The pound has a pool with the euro only, which is no token in between.
    const lonely = [idOf('DMD'), idOf('USDC')];
    expect(await unrouted(CHAIN)).toEqual([...lonely, ...((await hasRoute(CHAIN, POUND)) ? [] : [POUND])]);
    expect(await unrouted(idOf('USDC'))).toEqual(
      tokens.map(({ address }) => address).filter(address => address !== idOf('USDC')),
    );
    for (const to of [EURO, GOLD]) expect(await hasRoute(CHAIN, to)).toBe(true);
    for (const to of lonely) expect(await hasRoute(CHAIN, to)).toBe(false);
    expect(await get('unrouted', { asset: 'eip155:31338' })).toMatchObject({
      error: { code: 'CHAIN_NOT_SUPPORTED' },
    });
  });

  it('refuses the tokens and the price of gas of other networks', async () => {
    const refused = (message: string) => ({ error: { code: 'CHAIN_NOT_SUPPORTED', message } });
    expect(await get('tokens', { chainId: 'eip155:31338' })).toEqual(
      refused('Network not supported for Swaps'),
    );
    expect(await get('gas-price', { chainId: 'eip155:31338' })).toEqual(
      refused('Network not supported for Gas Price'),
    );
    expect(BigInt((await get('gas-price', { chainId: CHAIN })).standard)).toBeGreaterThan(0n);
  });

  it('swaps the native currency to a token, over two hops to another, and back', async () => {
    const first = await swap(CHAIN, EURO, '1');
    expect(first.received).toBe(BigInt(first.quote.toAmount));
    expect(BigInt(first.quote.minimumOut)).toBe((BigInt(first.quote.toAmount) * 99n) / 100n);
    const second = await swap(EURO, POUND, '2000');
    expect(second.received).toBe(BigInt(second.quote.toAmount));
    const third = await swap(POUND, GOLD, '500');
    expect(third.quote.route).toHaveLength(2);
    expect(third.received).toBe(BigInt(third.quote.toAmount));
    const last = await swap(POUND, CHAIN, '900');
    expect(last.quote.route).toHaveLength(2);
    expect(last.received).toBe(BigInt(last.quote.toAmount));
  });

  it('measures how much a large swap moves the price', async () => {
    const impact = async (amount: string) =>
      (await get('quotes', swapOf(CHAIN, GOLD, amount))).quotes[0]?.priceImpactPct ?? 0;
    expect(await impact('0.001')).toBeLessThan(0.1);
    expect(await impact('200')).toBeGreaterThan(10);
  });

  it('refuses a minimum that the pools no longer pay, and tokens that no pool has', async () => {
    const request = swapOf(CHAIN, EURO, '1');
    const [quote] = (await get('quotes', request)).quotes;
    const minimumOut = String(BigInt(quote?.toAmount ?? 0) + 1n);
    expect(await build({ ...request, minimumOut })).toMatchObject({ error: { code: 'SWAP_PRICE_CHANGED' } });
    expect(await build({ ...request, slippage: 51 })).toMatchObject({ error: { code: 'INVALID_BODY' } });
    const unknown = `${CHAIN}:0x00000000000000000000000000000000000000aa`;
    expect(await get('quotes', swapOf(CHAIN, unknown, '1'))).toMatchObject({
      error: { code: 'SWAP_ROUTE_NOT_FOUND' },
    });
    const other = swapOf(CHAIN, `eip155:1:${EURO.split(':')[2]}`, '1');
    expect(await get('quotes', other)).toMatchObject({ error: { code: 'CHAIN_NOT_SUPPORTED' } });
  });

  it('builds a transaction that reverts without loss when the pools are drained or the deadline has passed', async () => {
    const test = createTestClient({
      mode: 'anvil',
      chain: liquidity.chain.chain,
      transport: http(anvil.url),
    });
    const state = await test.snapshot();
    onTestFinished(() => test.revert({ id: state }));
    const { tx } = await build(swapOf(CHAIN, EURO, '1'));
    const simulate = () =>
      liquidity.chain.reader.call({
        account: account.address,
        to: tx.to,
        data: tx.data,
        value: BigInt(tx.value),
      });
    await simulate();
    const rival = await build(swapOf(CHAIN, EURO, '300'));
    await send(rival.tx);
    await expect(simulate()).rejects.toThrow('Too little received');
    await test.increaseTime({ seconds: 21 * 60 });
    await test.mine({ blocks: 1 });
    await expect(simulate()).rejects.toThrow('Transaction too old');
  });
});

describe('priceCalls', () => {
  it('says that a price is from the pools', async () => {
    const projects = await projectService(
      projectStore(database, async () => {}),
      memoryPubSub(),
      true,
    );
    onTestFinished(() => projects.close());
    const source = poolPriceSource(DEVELOPMENT_POOL_CHAINS, gateway.rpc);
    const calls = priceCalls({
      prices: prices(source, 'pools', memoryCache(), () => {}),
      tokens: [],
      icon: () => undefined,
    });
    const response = await serveProjectCalls(calls, projects).request(
      `/v1/fungible/price?projectId=${PROJECT}`,
      {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ currency: 'usd', addresses: [EURO] }),
      },
    );
    expect(await response.json()).toEqual({ fungibles: [{ address: EURO, price: 1, source: 'pools' }] });
  });
});
