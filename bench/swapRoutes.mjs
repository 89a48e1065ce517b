// node bench/swapRoutes.mjs: measures what a third hop would add to swaps over pools, on random sets of pools. The engine finds the best
// route of at most two hops over the wrapped currency and a stable token; a test of the engine proves that.
// Needs a build. The figures do not depend on the machine.
//   --record      writes docs/results/swapRoutes.md
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { openLiquidity } from '@latchkit/dev-bundler';
import { parseAbi, parseEther } from 'viem';
import { findAnvil } from '../scripts/lib/findAnvil.mjs';
import { inRoot } from '../scripts/lib/paths.mjs';
import { freePort } from '../scripts/lib/ports.mjs';

const SETS = 12;
const MAX_POOLS = 30;
/** Fees of v3 pools in millionths; 0 stands for a v2 pair. */
const FEES = [0, 100, 500, 3000, 10_000];

const quoterAbi = parseAbi([
  'struct Single { address tokenIn; address tokenOut; uint256 amountIn; uint24 fee; uint160 limit; }',
  'function quoteExactInputSingle(Single) returns (uint256 amountOut, uint160 price, uint32 ticks, uint256 gas)',
]);
const pairAbi = parseAbi([
  'function getPair(address, address) view returns (address)',
  'function getReserves() view returns (uint112, uint112, uint32)',
]);

const port = await freePort();
const anvil = spawn(findAnvil(), ['--port', String(port), '--silent'], { stdio: 'ignore' });
const url = `http://127.0.0.1:${port}`;

/** A generator of the same numbers for the same seed (xorshift). */
function createRandom(seed) {
  let state = seed * 2_654_435_761 || 1;
  return below => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
}

/**
 * Four new tokens, the first of them stable, and random pools of them and of the wrapped currency.
 *
 * @param agree - Whether the pools agree on the tokens' prices, to a hundredth.
 */
async function createPools(liquidity, random, agree) {
  const { wrapped } = liquidity.contracts;
  const tokens = [wrapped];
  for (const symbol of ['A', 'B', 'C', 'D']) tokens.push(await liquidity.createToken(symbol, symbol));
  const prices = [2_000, 1, ...[2, 3, 4].map(() => 1 + random(500))];
  const worth = (token, value) => parseEther((value / prices[tokens.indexOf(token)]).toFixed(6));
  const reserves = pair => {
    const [value, difference] = [1_000 * (10 + random(1_000)), random(201) - 100];
    return pair.map((token, side) => {
      if (agree)
        return { token, amount: worth(token, side === 0 ? value : value * (1 + difference / 10_000)) };
      return { token, amount: parseEther(`${1 + random(token === wrapped ? 50 : 100_000)}`) };
    });
  };
  const pools = new Map();
  for (let tries = 0; tries < 200 && pools.size < MAX_POOLS; tries += 1) {
    const pair = [tokens[random(5)], tokens[random(5)]];
    const fee = FEES[random(5)];
    const key = pair.toSorted().join() + fee;
    if (pair[0] === pair[1] || pools.has(key)) continue;
    pools.set(key, { tokens: pair, fee });
    const [one, other] = reserves(pair);
    if (fee === 0) await liquidity.addPair(one, other);
    else await liquidity.addPool(one, other, fee);
  }
  /** A random amount to swap. */
  const amountOf = token =>
    agree ? worth(token, 10 + random(10_000)) : parseEther(`${1 + random(token === wrapped ? 20 : 5_000)}`);
  return { tokens, pools: [...pools.values()], amountOf };
}

/** What a pool pays, read from the chain. */
async function paidBy({ chain: { reader }, contracts }, fee, from, to, amount) {
  if (fee > 0) {
    const single = { tokenIn: from, tokenOut: to, amountIn: amount, fee, limit: 0n };
    const quote = { address: contracts.quoter, abi: quoterAbi, functionName: 'quoteExactInputSingle' };
    const { result } = await reader.simulateContract({ ...quote, args: [single] });
    return result[0];
  }
  const found = { address: contracts.pairFactory, abi: pairAbi, functionName: 'getPair', args: [from, to] };
  const address = await reader.readContract(found);
  const [first, second] = await reader.readContract({ address, abi: pairAbi, functionName: 'getReserves' });
  const [before, after] = BigInt(from) < BigInt(to) ? [first, second] : [second, first];
  return (amount * 997n * after) / (before * 1000n + amount * 997n);
}

const most = amounts => amounts.reduce((best, one) => (one > best ? one : best), 0n);

/** Reads of the most that one hop pays. More never pays less, so the best route has the best pool in each of its hops. */
function hops(liquidity, pools) {
  const known = new Map();
  const read = async (from, to, amount) => {
    const between = pools.filter(({ tokens }) => tokens.includes(from) && tokens.includes(to));
    const paid = between.map(({ fee }) => paidBy(liquidity, fee, from, to, amount).catch(() => 0n));
    return most(await Promise.all(paid));
  };
  return (from, to, amount) => {
    if (amount === 0n) return 0n;
    const key = [from, to, amount].join();
    if (!known.has(key)) known.set(key, read(from, to, amount));
    return known.get(key);
  };
}

/** What the best routes pay: of at most two hops over the middles, and of at most three over the middles or over any token. */
async function routesOf(best, tokens, from, to, amount) {
  const others = tokens.filter(token => token !== from && token !== to);
  const middles = others.filter(token => tokens.indexOf(token) < 2);
  const over = async (...path) => {
    let paid = amount;
    let at = from;
    for (const next of [...path, to]) {
      paid = await best(at, next, paid);
      at = next;
    }
    return paid;
  };
  const two = most(await Promise.all([over(), ...middles.map(one => over(one))]));
  const three = async between => {
    const pairs = between.flatMap(one => between.filter(other => other !== one).map(other => [one, other]));
    return most([
      two,
      ...(await Promise.all([...between.map(one => over(one)), ...pairs.map(path => over(...path))])),
    ]);
  };
  return { two, same: await three(middles), any: await three(others) };
}

/** How much less the second route pays, in hundredths of a percent. */
const gapOf = (best, less) => Number(((best - less) * 10_000n) / best);

/** Swaps over random sets of pools: one random amount for each pair of tokens that has a route. */
async function measure(liquidity, agree) {
  const swaps = [];
  let pools = 0;
  for (let seed = 1; seed <= SETS; seed += 1) {
    const made = await createPools(liquidity, createRandom(seed), agree);
    pools += made.pools.length;
    const best = hops(liquidity, made.pools);
    for (const from of made.tokens) {
      for (const to of made.tokens) {
        if (from === to) continue;
        const found = await routesOf(best, made.tokens, from, to, made.amountOf(from));
        if (found.any > 0n) swaps.push(found);
      }
    }
  }
  return { swaps, pools };
}

const percent = value => `${(value / 100).toFixed(2)} %`;

/** Describes the gap between two hops and a wider search. */
function row(name, swaps, wider) {
  const gaps = swaps.map(found => gapOf(wider(found), found.two)).sort((one, other) => one - other);
  const at = share => gaps[Math.min(gaps.length - 1, Math.floor(gaps.length * share))] ?? 0;
  const better = gaps.filter(gap => gap > 0).length;
  const mean = gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length;
  const cells = [`${better} of ${gaps.length}`, ...[mean, at(0.5), at(0.9), at(0.99)].map(percent)];
  return `| ${[name, ...cells].join(' | ')} |`;
}

/** Waits until the chain responds. */
async function openChain() {
  for (let tries = 0; tries < 600; tries += 1) {
    const opened = await openLiquidity(url).catch(() => undefined);
    if (opened) return opened;
    await new Promise(passed => setTimeout(passed, 50));
  }
  throw new Error('The chain does not respond');
}

const rows = [];
let pools = 0;
try {
  const liquidity = await openChain();
  for (const agree of [true, false]) {
    const measured = await measure(liquidity, agree);
    pools += measured.pools;
    const name = agree ? 'agree to 1 %' : 'are independent';
    rows.push(
      row(`${name} | the wrapped currency and the stable token`, measured.swaps, ({ same }) => same),
      row(`${name} | any token of the set`, measured.swaps, ({ any }) => any),
    );
  }
} finally {
  if (anvil.kill('SIGKILL')) await once(anvil, 'exit');
}

const report = [
  '# Routes of swaps',
  '',
  `\`node bench/swapRoutes.mjs --record\` on ${new Date().toISOString().slice(0, 10)}, on anvil. The engine \`pools\` searches routes of at most two hops over the wrapped currency and the stable tokens. The figures are how much less they pay than the best unsplit route of at most three hops, before gas: a third hop costs about 100,000 gas more.`,
  `${2 * SETS} random sets of pools, ${pools} pools in all: v2 pairs and v3 pools of five tokens, one of them the wrapped currency and one stable, with one random amount for each pair of tokens that has a route. In half of the sets the prices of the pools agree to a hundredth, as arbitrage keeps them on public chains; in the others they are independent, as in the engine's own test.`,
  '',
  '| prices of the pools | three hops over | pay more | mean gap | median | 90 % | 99 % |',
  '|---|---|---|---|---|---|---|',
  ...rows,
  '',
].join('\n');
process.stdout.write(report);
if (process.argv.includes('--record')) writeFileSync(inRoot('docs/results/swapRoutes.md'), report);
