import type { SigningRequest } from '@latchkit/keyring';
import { checksumAddress, readAccountCalls, signableOperation } from 'latchkit/protocol';
import { formatUnits, toHex } from 'viem';
import type { ChainReader } from '../chains/createChainReader.js';
import type { Line } from '../texts/createTexts.js';
import { readTransaction } from './evm/reviewTransaction.js';
import type { Move } from './netChanges.js';
import { COIN, readMoves, type SimulatedLog, TRANSFER, topicOf } from './readMoves.js';
import { LOOK_LIMIT } from './reviewRequest.js';

/** The result of a simulation. It can add warnings and never removes any. */
export interface Simulation {
  readonly outcome: 'passed' | 'failed' | 'unknown';
  readonly warnings: readonly Line[];
  /** What all the calls of an EVM request together move to and from the account, without the fee; undefined if unknown. */
  readonly moves?: readonly Move[];
}

/**
 * Simulates transactions and user operations on the chain's current state, for at most 3 s. Messages are not simulated.
 *
 * @returns undefined if there is nothing to simulate.
 */
export function simulate(
  signings: readonly SigningRequest[],
  reader: ChainReader,
  signal: AbortSignal,
): Promise<Simulation> | undefined {
  const transactions = signings.filter(({ kind }) => /transaction$/i.test(kind) || kind === 'userOperation');
  return transactions.length === 0 ? undefined : tryOut(transactions, reader, signal);
}

async function tryOut(
  transactions: readonly SigningRequest[],
  reader: ChainReader,
  signal: AbortSignal,
): Promise<Simulation> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(LOOK_LIMIT)]);
  const ask: Ask = ({ chainId }, method, params) => reader.request(chainId, method, params, limit);
  try {
    const [first, ...others] = transactions;
    if (first === undefined) return UNKNOWN;
    if (first.kind !== 'solanaTransaction') return await simulateEvm(transactions, first, ask);
    // The second may depend on the first, so only the first can be simulated alone.
    return others.length > 0 ? UNKNOWN : await simulateSolana(first, ask);
  } catch {
    return UNKNOWN;
  }
}

const UNKNOWN: Simulation = { outcome: 'unknown', warnings: [] };
const FAILED: Simulation = { outcome: 'failed', warnings: [{ text: 'warning.fails' }] };

type Ask = (request: SigningRequest, method: string, params: readonly unknown[]) => Promise<unknown>;

async function simulateEvm(
  transactions: readonly SigningRequest[],
  request: SigningRequest,
  ask: Ask,
): Promise<Simulation> {
  const calls = transactions.flatMap(callsOf);
  let answer: unknown;
  try {
    const block = { blockStateCalls: [{ calls }], traceTransfers: true, validation: false };
    answer = await ask(request, 'eth_simulateV1', [block, 'latest']);
  } catch {
    // An older node can only report whether a call succeeds, by its error; later calls may depend on the first.
    if (calls.length > 1) return UNKNOWN;
    await ask(request, 'eth_call', [calls[0], 'latest']);
    return { outcome: 'passed', warnings: [] };
  }
  const [block] = answer as readonly { readonly calls: readonly SimulatedCall[] }[];
  const results = block?.calls ?? [];
  if (results.length < calls.length) return UNKNOWN;
  if (results.some(({ status }) => status !== '0x1')) return FAILED;
  const called = calls.flatMap(({ to }) => to?.toLowerCase() ?? []);
  const logs = results.flatMap(result => result.logs);
  return {
    outcome: 'passed',
    warnings: losses(logs, request.account, called),
    moves: withCoin(readMoves(logs, request.account), calls),
  };
}

/** Adds the coins that the calls pay, if the node does not report transfers of coins. */
function withCoin(moves: readonly Move[], calls: readonly SimulatedRequest[]): readonly Move[] {
  const paid = calls.reduce((sum, { value }) => sum + BigInt(value), 0n);
  const isKnown = paid === 0n || moves.some(({ token }) => token === undefined);
  return isKnown ? moves : [{ token: undefined, amount: -paid }, ...moves];
}

interface SimulatedRequest {
  readonly from: string;
  readonly to?: string;
  readonly data: string;
  readonly value: string;
  readonly gas?: string;
}

/** What the account calls, in order. */
function callsOf({ kind, payload, account: from }: SigningRequest): readonly SimulatedRequest[] {
  if (kind === 'userOperation') {
    const { operation } = signableOperation.parse(JSON.parse(payload));
    const calls = readAccountCalls(operation.callData) ?? [];
    return calls.map(({ to, data, value }) => ({ from, to, data, value: toHex(value) }));
  }
  const { to, data, value, gas } = readTransaction(payload);
  return [{ from, ...(to ? { to } : {}), data, value: toHex(value), gas: toHex(gas) }];
}

interface SimulatedCall {
  readonly status: string;
  readonly logs: readonly SimulatedLog[];
}

/** Assets that leave the account other than the sent coin and tokens of the called contracts. */
function losses(logs: SimulatedCall['logs'], account: string, called: readonly string[]): readonly Line[] {
  const own = topicOf(account);
  const tokens = new Set<string>();
  for (const { address, topics } of logs) {
    const token = address.toLowerCase();
    const isOut = topics[0] === TRANSFER && topics[1]?.toLowerCase() === own && topics[2] !== own;
    if (isOut && token !== COIN && !called.includes(token)) tokens.add(token);
  }
  return [...tokens].map(token => ({
    text: 'warning.leaves' as const,
    slots: { token: checksumAddress(token) },
  }));
}

async function simulateSolana(request: SigningRequest, ask: Ask): Promise<Simulation> {
  const { account, payload } = request;
  const options = {
    encoding: 'base64',
    sigVerify: false,
    replaceRecentBlockhash: true,
    commitment: 'processed',
    accounts: { encoding: 'base64', addresses: [account] },
  };
  const [simulated, balance] = (await Promise.all([
    ask(request, 'simulateTransaction', [payload, options]),
    ask(request, 'getBalance', [account, { commitment: 'processed' }]),
  ])) as readonly [SimulatedSolana, { readonly value: number }];
  const { err, accounts } = simulated.value;
  if (err !== null) return FAILED;
  const after = accounts?.[0]?.lamports;
  const lost = after === undefined ? 0 : balance.value - after;
  const slots = { amount: { number: formatUnits(BigInt(lost), 9) }, token: 'SOL' };
  return {
    outcome: 'passed',
    warnings: lost > NOTICEABLE ? [{ text: 'warning.spends', slots }] : [],
  };
}

/** Lamports above fees and an account's deposit that are worth a warning. */
const NOTICEABLE = 5_000_000;

interface SimulatedSolana {
  readonly value: {
    readonly err: unknown;
    readonly accounts?: readonly ({ readonly lamports: number } | null)[] | null;
  };
}
