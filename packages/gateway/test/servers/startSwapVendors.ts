import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ChainId } from 'latchkit/protocol';
import {
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  isHex,
  parseAbi,
  parseAbiParameters,
  type TestActions,
  zeroAddress,
} from 'viem';
import * as z from 'zod';
import type { SwapAsset, SwapEngine, SwapQuote } from '../../src/project/convert/SwapEngine.js';

const NATIVE = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE';
const token = z.string().regex(/^0x[0-9a-fA-F]{40}$/);
const units = z.string().regex(/^[1-9]\d{0,77}$/);
const chain = z.string().regex(/^[1-9]\d*$/);

/**
 * What the two services accept, as their API references describe it. Strict: an unknown parameter is refused. Of 1inch: the published
 * schema of the swap API v6.0 (28 November 2026): a slippage in percent from 0 to 50 is required, and there is no `minReturn`.
 */
const ONE_INCH = {
  quote: z.strictObject({ src: token, dst: token, amount: units, includeGas: z.literal('true') }),
  'approve/spender': z.strictObject({}),
  swap: z.strictObject({
    src: token,
    dst: token,
    amount: units,
    from: token,
    origin: token,
    slippage: z
      .string()
      .regex(/^\d{1,2}(\.\d+)?$/)
      .refine(percent => Number(percent) <= 50),
    disableEstimate: z.literal('true'),
    compatibility: z.literal('true'),
  }),
} as const;
const ZERO_EX_PRICE = z.strictObject({
  chainId: chain,
  sellToken: token,
  buyToken: token,
  sellAmount: units,
});
const ZERO_EX_QUOTE = z.strictObject({
  ...ZERO_EX_PRICE.shape,
  taker: token,
  slippageBps: z.string().regex(/^\d{1,5}$/),
});

/** The key that the services accept. */
export const VENDOR_KEY = 'a-key-of-the-operator';

/** Where the contracts of contracts/development/oneInch.sol have to be: the router is at its real address. */
const ROUTER: Hex = '0x111111125421cA6dc452d289314280a0f8842A65';
const EXECUTOR: Hex = '0x1111111111111111111111111111111111111e71';
const routerAbi = parseAbi([
  'struct Description { address srcToken; address dstToken; address srcReceiver; address dstReceiver; uint256 amount; uint256 minReturnAmount; uint256 flags; }',
  'function swap(address executor, Description desc, bytes data) payable returns (uint256, uint256)',
]);

/** Puts the contracts that execute the swaps of 1inch on an anvil chain. */
export async function placeOneInch(chain: Pick<TestActions, 'setCode'>): Promise<void> {
  const path = new URL('../../contracts/development/oneInch.json', import.meta.url);
  const { AggregationRouter, Executor } = codes.parse(JSON.parse(readFileSync(path, 'utf8')));
  await chain.setCode({ address: ROUTER, bytecode: AggregationRouter });
  await chain.setCode({ address: EXECUTOR, bytecode: Executor });
}

const code = z.custom<Hex>(value => isHex(value));
const codes = z.object({ AggregationRouter: code, Executor: code });
const zeroExCodes = z.object({ AllowanceHolder: code, Deployer: code, Settler: code });

/** Where the contracts of contracts/development/zeroEx.sol have to be: the first two are at their real addresses. */
const HOLDER: Hex = '0x0000000000001fF3684f28c67538d4D072C22734';
const DEPLOYER: Hex = '0x00000000000004533Fe15556B1E086BB1A72cEae';
/** The Settler that the registry names, and the one before. */
export const SETTLER: Hex = '0x00000000000000000000000000000000000c0de2';
export const PREVIOUS_SETTLER: Hex = '0x00000000000000000000000000000000000c0de1';
/** By 0x's published sources (30 November 2026). */
const holderAbi = parseAbi([
  'function exec(address operator, address token, uint256 amount, address target, bytes data) payable returns (bytes)',
]);
const settlerAbi = parseAbi([
  'struct AllowedSlippage { address recipient; address buyToken; uint256 minAmountOut; }',
  'function execute(AllowedSlippage slippage, bytes[] actions, bytes32 zid) payable returns (bool)',
]);
const ZID: Hex = `0x${'00'.repeat(32)}`;

/** Puts the contracts that execute the swaps of 0x on an anvil chain. */
export async function placeZeroEx(chain: Pick<TestActions, 'setCode'>): Promise<void> {
  const path = new URL('../../contracts/development/zeroEx.json', import.meta.url);
  const { AllowanceHolder, Deployer, Settler } = zeroExCodes.parse(JSON.parse(readFileSync(path, 'utf8')));
  await chain.setCode({ address: HOLDER, bytecode: AllowanceHolder });
  await chain.setCode({ address: DEPLOYER, bytecode: Deployer });
  for (const address of [SETTLER, PREVIOUS_SETTLER]) await chain.setCode({ address, bytecode: Settler });
}

/** The parts of a call of 0x that a test changes. */
export interface ZeroExSwap {
  readonly to: Hex;
  readonly value: bigint;
  readonly operator: Hex;
  readonly token: Hex;
  readonly amount: bigint;
  readonly target: Hex;
  readonly slippage: { readonly recipient: Hex; readonly buyToken: Hex; readonly minAmountOut: bigint };
  readonly actions: readonly Hex[];
  /** In place of the call that the parts make. */
  readonly data?: Hex;
  /** In place of the call of the Settler. */
  readonly call?: Hex;
}

/** What 1inch answers to a request for a transaction, and what a test makes of it. */
export interface BuiltSwap {
  readonly dstAmount: string;
  readonly tx: { readonly to: Hex; readonly data: Hex; readonly value: string };
}

/** A response: its status and its JSON. */
type Answer = readonly [status: number, body: unknown];

/** The two APIs of services for swaps, over the pools of a real chain. */
export interface SwapVendors {
  readonly url: string;
  /** Lets every request fail, or the answers miss their fields. */
  spoil(how: 'away' | 'malformed' | undefined): void;
  /** Changes the transactions that 1inch builds. */
  change(built: ((swap: BuiltSwap) => BuiltSwap) | undefined): void;
  /** Changes the transactions that 0x builds. */
  changeZeroEx(built: ((swap: ZeroExSwap) => ZeroExSwap) | undefined): void;
  /** Moves the prices of 1inch to a part of what the pools pay, in millionths. */
  movePrice(millionths: bigint): void;
  stop(): Promise<void>;
}

/**
 * Starts a server that checks each request by the schema of the API of 1inch (v6) or 0x (v2), and answers with what the pools pay.
 *
 * @param engine - Finds and builds the swaps.
 */
export async function startSwapVendors(engine: SwapEngine): Promise<SwapVendors> {
  let spoiled: 'away' | 'malformed' | undefined;
  const market: Market = {
    engine,
    price: UNMOVED,
    change: swap => swap,
    changeZeroEx: swap => swap,
  };
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    const query = Object.fromEntries(url.searchParams);
    const header = (name: string) => String(request.headers[name] ?? '');
    let answer: Answer;
    if (spoiled === 'away') answer = [503, { error: 'away' }];
    else if (spoiled === 'malformed') answer = [200, { dstAmount: 5, buyAmount: {} }];
    else if (url.pathname.startsWith('/swap/v6.0/'))
      answer =
        header('authorization') === `Bearer ${VENDOR_KEY}`
          ? await oneInch(market, url.pathname.slice('/swap/v6.0/'.length), query)
          : [401, { error: 'Unauthorized' }];
    else if (header('0x-api-key') === VENDOR_KEY && header('0x-version') === 'v2')
      answer = await zeroEx(market, url.pathname, query);
    else answer = [401, { name: 'UNAUTHORIZED' }];
    response.writeHead(answer[0], { 'Content-Type': 'application/json' }).end(JSON.stringify(answer[1]));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spoil(how) {
      spoiled = how;
    },
    change(built = swap => swap) {
      market.change = built;
    },
    changeZeroEx(built = swap => swap) {
      market.changeZeroEx = built;
    },
    movePrice(millionths) {
      market.price = millionths;
    },
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

type Query = Readonly<Record<string, string>>;
const gone = new AbortController().signal;
const asset = (name: string): SwapAsset =>
  name.toLowerCase() === NATIVE.toLowerCase() ? 'native' : (name as Hex);
const refused = (description: string): Answer => [
  400,
  { error: 'Bad Request', description, statusCode: 400 },
];

async function find(engine: SwapEngine, chainId: ChainId, from: string, to: string, amount: string) {
  const request = { chainId, from: asset(from), to: asset(to), amount: BigInt(amount), gasPrice: 0n };
  const [quote] = await engine.quote(request, gone);
  return quote;
}

const UNMOVED = 1_000_000n;

interface Market {
  readonly engine: SwapEngine;
  price: bigint;
  change: (swap: BuiltSwap) => BuiltSwap;
  changeZeroEx: (swap: ZeroExSwap) => ZeroExSwap;
}

async function oneInch(market: Market, path: string, query: Query): Promise<Answer> {
  const { engine } = market;
  const priced = ({ amountOut }: SwapQuote) => (amountOut * market.price) / UNMOVED;
  const [id = '', ...rest] = path.split('/');
  const chainId: ChainId = `eip155:${id}`;
  const call = rest.join('/');
  if (call === 'approve/spender') {
    const read = ONE_INCH['approve/spender'].safeParse(query);
    return read.success ? [200, { address: ROUTER }] : refused(read.error.message);
  }
  if (call === 'quote') {
    const read = ONE_INCH.quote.safeParse(query);
    if (!read.success) return refused(read.error.message);
    const quote = await find(engine, chainId, read.data.src, read.data.dst, read.data.amount);
    return quote
      ? [200, { dstAmount: String(priced(quote)), gas: Number(quote.gas) }]
      : refused('insufficient liquidity');
  }
  const read = ONE_INCH.swap.safeParse(query);
  if (call !== 'swap' || !read.success) return refused(read.error?.message ?? 'unknown call');
  const { src, dst, amount, from, slippage } = read.data;
  const quote = await find(engine, chainId, src, dst, amount);
  if (!quote) return refused('insufficient liquidity');
  const dstAmount = priced(quote);
  const minReturnAmount = (dstAmount * BigInt(Math.round((100 - Number(slippage)) * 1e6))) / 100_000_000n;
  const terms = { account: EXECUTOR, minimumOut: 1n, slippage: 0n, deadline: 2 ** 32 };
  const { to: pools, data: inPools, value } = await engine.build(quote, terms, gone);
  const data = encodeFunctionData({
    abi: routerAbi,
    functionName: 'swap',
    args: [
      EXECUTOR,
      {
        srcToken: src as Hex,
        dstToken: dst as Hex,
        srcReceiver: EXECUTOR,
        dstReceiver: from as Hex,
        amount: BigInt(amount),
        minReturnAmount,
        flags: 0n,
      },
      encodeAbiParameters(parseAbiParameters('address, bytes'), [pools, inPools]),
    ],
  });
  const built = { dstAmount: String(dstAmount), tx: { to: ROUTER, data, value: String(value) } };
  const { dstAmount: said, tx } = market.change(built);
  return [200, { dstAmount: said, tx: { from, ...tx, gas: 0, gasPrice: '0' } }];
}

async function zeroEx({ engine, changeZeroEx }: Market, path: string, query: Query): Promise<Answer> {
  const isQuote = path === '/swap/allowance-holder/quote';
  if (!isQuote && path !== '/swap/allowance-holder/price') return [404, { name: 'NOT_FOUND' }];
  const read = (isQuote ? ZERO_EX_QUOTE : ZERO_EX_PRICE).safeParse(query);
  if (!read.success) return [400, { name: 'INPUT_INVALID', message: read.error.message }];
  const { chainId, sellToken, buyToken, sellAmount } = read.data;
  const quote = await find(engine, `eip155:${chainId}`, sellToken, buyToken, sellAmount);
  if (!quote) return [200, { liquidityAvailable: false, zid: '0x1' }];
  const amounts = { liquidityAvailable: true, buyAmount: String(quote.amountOut), gas: String(quote.gas) };
  if (!isQuote) return [200, amounts];
  const { taker, slippageBps } = ZERO_EX_QUOTE.parse(query);
  const minimumOut = (quote.amountOut * (10_000n - BigInt(slippageBps))) / 10_000n;
  // The Settler itself buys, and pays the taker.
  const terms = { account: SETTLER, minimumOut: 1n, slippage: 0n, deadline: 2 ** 32 };
  const { to: pools, data: inPools, value: soldValue } = await engine.build(quote, terms, gone);
  const isNative = asset(sellToken) === 'native';
  const sold = encodeAbiParameters(parseAbiParameters('address, uint256, address, bytes'), [
    sellToken as Hex,
    BigInt(sellAmount),
    pools,
    inPools,
  ]);
  const built = changeZeroEx({
    to: HOLDER,
    value: soldValue,
    operator: SETTLER,
    token: isNative ? zeroAddress : (sellToken as Hex),
    amount: BigInt(sellAmount),
    target: SETTLER,
    slippage: { recipient: taker as Hex, buyToken: buyToken as Hex, minAmountOut: minimumOut },
    actions: [sold],
  });
  const { to, value, operator, token, amount, target, slippage, actions } = built;
  const args = [slippage, actions, ZID] as const;
  const call = built.call ?? encodeFunctionData({ abi: settlerAbi, functionName: 'execute', args });
  const exec = [operator, token, amount, target, call] as const;
  const data = built.data ?? encodeFunctionData({ abi: holderAbi, functionName: 'exec', args: exec });
  return [
    200,
    { ...amounts, minBuyAmount: String(minimumOut), transaction: { to, data, value: String(value) } },
  ];
}
