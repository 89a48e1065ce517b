import { decodeFunctionResult, encodeFunctionData, formatUnits, type Hex, isHex, parseAbi } from 'viem';
import { inTurns } from '../../platform/inTurns.js';
import { inSmallerParts } from '../chains/inSmallerParts.js';
import { isRefusedCall } from '../chains/isRefusedCall.js';
import type { RpcService } from '../chains/service.js';
import { isRateLimit } from '../chains/waitOutRate.js';
import type { ReadFactors } from '../tokens/ReadFactors.js';
import type { Token } from '../tokens/Token.js';

const erc20 = parseAbi(['function balanceOf(address) view returns (uint256)']);
const multicall = parseAbi([
  'function aggregate3((address target, bool allowFailure, bytes callData)[] calls) view returns ((bool success, bytes returnData)[])',
  'function getEthBalance(address) view returns (uint256)',
]);
const scaled = parseAbi(['function uiMultiplier() view returns (uint256)']);
/** Decimals of the multiplier (ERC-8056). */
const FACTOR_DECIMALS = 18;

/** Address of Multicall3 on nearly every chain, and on the exceptions. */
const MULTICALL3: Hex = '0xcA11bde05977b3631167028862bE2a173976CA11';
const MULTICALL3_ELSEWHERE: Readonly<Record<string, Hex>> = {
  'eip155:324': '0xF9cda624FBC7e059355ce98a31693d299FaCd963',
};

/** Number of tokens in one Multicall3 call, which stays below the gas limit of public nodes. */
const CHUNK = 300;

/** Milliseconds until a chain without Multicall3 is checked again. */
const ABSENT_LIFE = 600_000;

/** Balances of an account, in the smallest units. */
export interface RawBalances {
  readonly native: bigint;
  /** In the order of the tokens; undefined if the contract returned no balance. */
  readonly tokens: readonly (bigint | undefined)[];
  /** By which the amounts of tokens that the account holds are multiplied when they are shown (ERC-8056). Undefined: by none. */
  readonly factors: readonly (string | undefined)[];
}

export type ReadBalances = (
  chainId: string,
  account: Hex,
  tokens: readonly Token[],
  gone: AbortSignal,
) => Promise<RawBalances>;

/** Reads balances: in one call with Multicall3, in single calls on a chain without it. */
export function balanceReader(rpc: RpcService, now: () => number = Date.now): ReadBalances {
  const present = new Set<string>();
  const absent = new Map<string, number>();

  const hasMulticall = async (chainId: string, address: Hex, gone: AbortSignal): Promise<boolean> => {
    if (present.has(chainId)) return true;
    if ((absent.get(chainId) ?? 0) > now()) return false;
    const code = await rpc.call(chainId, 'eth_getCode', [address, 'latest'], gone);
    const found = typeof code === 'string' && code.length > 2;
    if (found) present.add(chainId);
    else absent.set(chainId, now() + ABSENT_LIFE);
    return found;
  };

  return async (chainId, account, tokens, gone) => {
    const address = MULTICALL3_ELSEWHERE[chainId] ?? MULTICALL3;
    const target: Target = { rpc, chainId, account, gone };
    if (!(await hasMulticall(chainId, address, gone))) return oneByOne(target, tokens);
    return together(target, address, tokens);
  };
}

interface Target {
  readonly rpc: RpcService;
  readonly chainId: string;
  readonly account: Hex;
  readonly gone: AbortSignal;
}

async function together(target: Target, address: Hex, tokens: readonly Token[]): Promise<RawBalances> {
  const { rpc, chainId, account, gone } = target;
  const ofCurrency = {
    target: address,
    callData: encodeFunctionData({ abi: multicall, functionName: 'getEthBalance', args: [account] }),
  };
  const ofTokens = [balanceOf(account), MULTIPLIER].flatMap(callData =>
    tokens.map(token => ({ target: token.address as Hex, callData })),
  );
  const calls = [ofCurrency, ...ofTokens].map(call => ({ ...call, allowFailure: true }));
  const chunks = Array.from({ length: Math.ceil(calls.length / CHUNK) }, (_, index) =>
    calls.slice(index * CHUNK, (index + 1) * CHUNK),
  );
  const ask = async (chunk: readonly (typeof calls)[number][]) => {
    const data = encodeFunctionData({ abi: multicall, functionName: 'aggregate3', args: [chunk] });
    const result = await rpc.call(chainId, 'eth_call', [{ to: address, data }, 'latest'], gone);
    return decodeFunctionResult({ abi: multicall, functionName: 'aggregate3', data: hex(result) });
  };
  // A token that uses up the gas of a call must not hide the other balances.
  const failed = () => ({ success: false, returnData: '0x' as Hex });
  const answers = await Promise.all(chunks.map(chunk => inSmallerParts(chunk, ask, failed)));
  const [native, ...others] = answers
    .flat()
    .map(({ success, returnData }) => (success ? amount(returnData) : undefined));
  if (native === undefined) throw new Error('Multicall3 did not give the balance');
  return {
    native,
    tokens: others.slice(0, tokens.length),
    factors: others.slice(tokens.length).map(factorOf),
  };
}

async function oneByOne(
  { rpc, chainId, account, gone }: Target,
  tokens: readonly Token[],
): Promise<RawBalances> {
  const native = rpc.call(chainId, 'eth_getBalance', [account, 'latest'], gone);
  const others = tokens.map(async ({ address }) => {
    const call = [{ to: address, data: balanceOf(account) }, 'latest'];
    // A failing contract must not hide the other balances.
    return amount(await rpc.call(chainId, 'eth_call', call, gone).catch(() => undefined));
  });
  const [first, ...rest] = await Promise.all([native, ...others]);
  const balances = rest.map(value => (typeof value === 'bigint' ? value : undefined));
  const factors = await Promise.all(
    balances.map(async (balance, index) =>
      balance ? readFactor(rpc, chainId, tokens[index]?.address, gone) : undefined,
    ),
  );
  return { native: BigInt(hex(first)), tokens: balances, factors };
}

/**
 * Reads the factors of any tokens, one by one: together, a stranger's token could use up the gas of the others, which would count as not
 * scaled. One that does not answer where others do hides nothing, either.
 *
 * @throws RpcError in an outage, and where nodes are asked too often.
 */
export function factorReader(rpc: RpcService): ReadFactors {
  return async (chainId, addresses, gone) => {
    const errors: unknown[] = [];
    const factors = await inTurns(addresses, address =>
      readFactor(rpc, chainId, address, gone).catch((error: unknown) => {
        errors.push(error);
        return undefined;
      }),
    );
    const isAway = errors.length === addresses.length || errors.some(isRateLimit) || gone.aborted;
    if (errors.length > 0 && isAway) throw errors.find(isRateLimit) ?? errors[0];
    return factors;
  };
}

async function readFactor(
  rpc: RpcService,
  chainId: string,
  to: string | undefined,
  gone: AbortSignal,
): Promise<string | undefined> {
  const call = [{ to, data: MULTIPLIER }, 'latest'];
  return factorOf(amount(await rpc.call(chainId, 'eth_call', call, gone).catch(withoutRefusal)));
}

const MULTIPLIER = encodeFunctionData({ abi: scaled, functionName: 'uiMultiplier' });

/** Most tokens have no such function; an outage says nothing about the token. */
function withoutRefusal(error: unknown): undefined {
  if (!isRefusedCall(error)) throw error;
}

function factorOf(multiplier: bigint | undefined): string | undefined {
  const factor = formatUnits(multiplier ?? 0n, FACTOR_DECIMALS);
  return factor === '0' || factor === '1' ? undefined : factor;
}

function balanceOf(account: Hex): Hex {
  return encodeFunctionData({ abi: erc20, functionName: 'balanceOf', args: [account] });
}

/** Decodes one word. A contract that returns something else has no balance; an address without code returns nothing. */
function amount(data: unknown): bigint | undefined {
  return isHex(data) && data.length === 66 ? BigInt(data) : undefined;
}

function hex(value: unknown): Hex {
  if (!isHex(value)) throw new Error('The chain did not answer with hex');
  return value;
}
