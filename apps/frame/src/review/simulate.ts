import { readSolanaTransaction, type SigningRequest } from '@latchkit/keyring';
import { base64 } from '@scure/base';
import {
  anySignal,
  checksumAddress,
  isSessionsContract,
  nativeLogsOf,
  readAccountCalls,
  SMART_ACCOUNT_V1,
  signableOperation,
} from 'latchkit/protocol';
import { formatUnits, type Hex, size, toHex } from 'viem';
import type { ChainReader } from '../chains/createChainReader.js';
import type { ChainTokens, TokenList } from '../chains/createTokenList.js';
import type { Line } from '../texts/createTexts.js';
import { readCalldata } from './evm/readCalldata.js';
import { type EvmTransaction, readTransaction } from './evm/reviewTransaction.js';
import { COIN, type Move, readMoves, type SimulatedLog } from './readMoves.js';
import { LOOK_LIMIT } from './reviewRequest.js';
import { readSolanaMessage } from './solana/readSolanaMessage.js';
import { PROGRAMS } from './solana/solanaPrograms.js';

/** The result of a simulation. It can add warnings and never removes any. */
export interface Simulation {
  readonly outcome: 'passed' | 'failed' | 'unknown';
  /** Whether it ran code that the operator does not list, which can tell a simulation from a block and act differently there. */
  readonly isOpen?: boolean;
  readonly warnings: readonly Line[];
  /** What all the calls of an EVM request together move from and to the account, without the fee; undefined if unknown. */
  readonly moves?: readonly Move[];
}

/**
 * Simulates transactions and user operations on the chain's current state, for at most 3 s. Messages are not simulated.
 *
 * @returns undefined if there is nothing to simulate.
 */
export function simulate(
  signings: readonly SigningRequest[],
  { reader, tokens }: { readonly reader: ChainReader; readonly tokens: TokenList },
  signal: AbortSignal,
): Promise<Simulation> | undefined {
  const transactions = signings.filter(({ kind }) => /transaction$/i.test(kind) || kind === 'userOperation');
  return transactions.length === 0 ? undefined : tryOut(transactions, { reader, tokens }, signal);
}

async function tryOut(
  transactions: readonly SigningRequest[],
  { reader, tokens }: { readonly reader: ChainReader; readonly tokens: TokenList },
  signal: AbortSignal,
): Promise<Simulation> {
  const limit = anySignal(signal, AbortSignal.timeout(LOOK_LIMIT));
  try {
    const [first, ...others] = transactions;
    if (first === undefined) return UNKNOWN;
    const ask: Ask = (method, params) => reader.request(first.chainId, method, params, limit);
    if (first.kind !== 'solanaTransaction') {
      const listed = await tokens.of(first.chainId, limit);
      const { account, chainId } = first;
      return await simulateEvm(transactions, account, { ask, listed, chainId });
    }
    // The second may depend on the first, so only the first can be simulated alone.
    return others.length > 0 ? UNKNOWN : await simulateSolana(first, ask);
  } catch {
    return UNKNOWN;
  }
}

const UNKNOWN: Simulation = { outcome: 'unknown', warnings: [] };
const FAILED: Simulation = { outcome: 'failed', warnings: [{ text: 'warning.fails' }] };

type Ask = (method: string, params: readonly unknown[]) => Promise<unknown>;

interface Chain {
  readonly ask: Ask;
  readonly listed: ChainTokens;
  readonly chainId: string;
}

async function simulateEvm(
  transactions: readonly SigningRequest[],
  account: string,
  { ask, listed, chainId }: Chain,
): Promise<Simulation> {
  const requests = transactions.flatMap(requestsOf);
  const calls = transactions.flatMap(callsOf);
  const isOpenYet = runsUnlisted(calls, account, { ask, listed, chainId });
  let answer: unknown;
  try {
    const isOperation = requests.some(({ from }) => from === SMART_ACCOUNT_V1.entryPoint);
    const stateOverrides = isOperation ? { [SMART_ACCOUNT_V1.entryPoint]: { balance: RICH } } : {};
    const block = { calls: requests, stateOverrides };
    // Validation gives the block its base fee: without it, contracts would see that gas is free.
    const asked = { blockStateCalls: [block], traceTransfers: true, validation: true };
    answer = await ask('eth_simulateV1', [asked, 'latest']);
  } catch {
    // An older node can only report whether a call succeeds, by its error; later calls may depend on the first.
    if (requests.length > 1) return UNKNOWN;
    await ask('eth_call', [requests[0], 'latest']);
    return { outcome: 'passed', isOpen: await isOpenYet, warnings: [] };
  }
  const [block] = answer as readonly { readonly calls: readonly SimulatedCall[] }[];
  const results = block?.calls ?? [];
  if (results.length < requests.length) return UNKNOWN;
  if (results.some(({ status }) => status !== '0x1')) return FAILED;
  const logs = results.flatMap(result => result.logs);
  const isOpen =
    (await isOpenYet) ||
    logs.some(log => !isNativeLog(log, chainId) && !isKnown(log.address, account, listed));
  return { outcome: 'passed', isOpen, warnings: [], moves: readMoves(logs, account, chainId) };
}

/** Wei that pay for the gas of simulated user operations, as a bundler does: the account has its real balance meanwhile. */
const RICH = `0x1${'0'.repeat(24)}`;

/** A call as the node simulates it, with the gas and its price as in the real one. */
interface SimulatedRequest {
  readonly from: string;
  readonly to?: string;
  readonly data: string;
  readonly value?: string;
  readonly gas: string;
  readonly gasPrice?: string;
  readonly maxFeePerGas?: string;
  readonly maxPriorityFeePerGas?: string;
}

/** Gas of a transaction before it runs, and the most for each byte of its data (EIP-7623). */
const BASE_GAS = 21_000;
const BYTE_GAS = 40;
/** Nodes refuse transactions with more (EIP-7825). */
const MOST_GAS = 16_000_000n;

/** A transaction as it is; a user operation as EntryPoint calls its account, after the deployment. */
function requestsOf({ kind, payload, account }: SigningRequest): readonly SimulatedRequest[] {
  if (kind !== 'userOperation') {
    const { to, data, value, gas, prices } = readTransaction(payload);
    return [{ from: account, ...(to ? { to } : {}), data, value: toHex(value), gas: toHex(gas), ...prices }];
  }
  const { operation } = signableOperation.parse(JSON.parse(payload));
  const { maxFeePerGas, maxPriorityFeePerGas, factory, factoryData } = operation;
  const prices = { maxFeePerGas, maxPriorityFeePerGas };
  const request = (to: string, data: string, limit: string): SimulatedRequest => {
    const gas = BigInt(limit) + BigInt(BASE_GAS + BYTE_GAS * size(data as Hex));
    const most = gas < MOST_GAS ? gas : MOST_GAS;
    return { from: SMART_ACCOUNT_V1.entryPoint, to, data, gas: toHex(most), ...prices };
  };
  return [
    ...(factory ? [request(factory, factoryData ?? '0x', operation.verificationGasLimit)] : []),
    request(account, operation.callData, operation.callGasLimit),
  ];
}

/** What the account calls, in order. */
function callsOf({ kind, payload }: SigningRequest): readonly Pick<EvmTransaction, 'to' | 'data'>[] {
  if (kind !== 'userOperation') return [readTransaction(payload)];
  return readAccountCalls(signableOperation.parse(JSON.parse(payload)).operation.callData) ?? [];
}

/**
 * Whether calls run code that the operator does not list. A call with data to an address without code counts: there may be code when
 * it runs.
 */
async function runsUnlisted(
  calls: ReturnType<typeof callsOf>,
  account: string,
  { ask, listed }: Chain,
): Promise<boolean> {
  const found = calls.map(async ({ to, data }) => {
    if (to === undefined) return true;
    if (data !== '0x') {
      const isSetting = isSame(to, account) || isSessionsContract(to);
      const isTokenCall = readCalldata(data as Hex) !== undefined && isListed(to, listed);
      return !isSetting && !isTokenCall;
    }
    const code = await ask('eth_getCode', [to, 'latest']).catch(() => undefined);
    return code !== '0x';
  });
  return (await Promise.all(found)).some(Boolean);
}

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();
const isListed = (address: string, listed: ChainTokens) => listed.at(checksumAddress(address)) !== undefined;

/** Whether what wrote a log is the account, a contract that executes for it, a listed token, or the node itself. */
const isNativeLog = ({ address }: SimulatedLog, chainId: string) =>
  address.toLowerCase() === nativeLogsOf(chainId)?.address;

const isKnown = (address: string, account: string, listed: ChainTokens) =>
  [COIN, account, ...Object.values(SMART_ACCOUNT_V1)].some(one => isSame(one, address)) ||
  isSessionsContract(address) ||
  isListed(address, listed);

interface SimulatedCall {
  readonly status: string;
  readonly logs: readonly SimulatedLog[];
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
    ask('simulateTransaction', [payload, options]),
    ask('getBalance', [account, { commitment: 'processed' }]),
  ])) as readonly [SimulatedSolana, { readonly value: number }];
  const { err, accounts } = simulated.value;
  if (err !== null) return FAILED;
  const after = accounts?.[0]?.lamports;
  const lost = after === undefined ? 0 : balance.value - after;
  const slots = { amount: { number: formatUnits(BigInt(lost), 9) }, token: 'SOL' };
  return {
    outcome: 'passed',
    isOpen: runsUnknownProgram(payload),
    warnings: lost > NOTICEABLE ? [{ text: 'warning.spends', slots }] : [],
  };
}

/** Programs that run no code of others; a token of Token-2022 can have a program of its own. */
const CLOSED: readonly (string | undefined)[] = [
  PROGRAMS.system,
  PROGRAMS.token,
  PROGRAMS.associated,
  PROGRAMS.budget,
  PROGRAMS.memo,
  PROGRAMS.memoV1,
];

function runsUnknownProgram(payload: string): boolean {
  const parts = readSolanaTransaction(base64.decode(payload), 'signed');
  // The message itself names every program.
  return (
    !parts ||
    !readSolanaMessage(parts.message)
      .instructions([])
      .every(({ program }) => CLOSED.includes(program))
  );
}

/** Lamports above fees and an account's deposit that are worth a warning. */
const NOTICEABLE = 5_000_000;

interface SimulatedSolana {
  readonly value: {
    readonly err: unknown;
    readonly accounts?: readonly ({ readonly lamports: number } | null)[] | null;
  };
}
