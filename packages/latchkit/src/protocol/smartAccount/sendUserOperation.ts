import { anySignal } from '../anySignal.js';
import { hashUserOperation } from './hashUserOperation.js';
import { SMART_ACCOUNT_V1 } from './smartAccountV1.js';
import type { UserOperation } from './userOperation.js';

type Hex = `0x${string}`;

/** How a user operation ended. */
export type UserOperationOutcome =
  /** On the chain. `success`: whether its calls succeeded; the fee is paid in any case. */
  | {
      readonly status: 'included';
      readonly success: boolean;
      readonly transactionHash: Hex;
      readonly blockHash: Hex;
      readonly blockNumber: bigint;
      /** In wei. */
      readonly actualGasCost: bigint;
      readonly actualGasUsed: bigint;
    }
  /** The bundler refused it, with its code (ERC-7769) and text. It cannot reach the chain from there. */
  | { readonly status: 'refused'; readonly code: number; readonly message: string }
  /** Another operation with the same nonce is on the chain; this one can never be. */
  | { readonly status: 'replaced' }
  /** The chain refuses it from now on, because its time has passed. */
  | { readonly status: 'expired' };

/** Calls a JSON-RPC method. Rejects with {@link RpcRefusal} for an error of the server, with anything else if it did not respond. */
export type RpcCaller = (method: string, params: readonly unknown[], signal: AbortSignal) => Promise<unknown>;

/** The error of a JSON-RPC server. */
export class RpcRefusal extends Error {
  override readonly name = 'RpcRefusal';
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

/** A user operation that was sent. */
export interface SentUserOperation {
  /** See {@link hashUserOperation}. */
  readonly hash: Hex;
  readonly sender: string;
  readonly nonce: string;
  /** Time from which the chain refuses the operation, in seconds since 1970, as it was signed; 0: never. */
  readonly validUntil: number;
  /** A block before which the operation was not sent. */
  readonly fromBlock: bigint;
}

/** The servers that know what became of a user operation. */
export interface OperationServers {
  readonly bundler: RpcCaller;
  /** A node of the chain. It decides what happened: a bundler may be down, slow or wrong. */
  readonly node: RpcCaller;
  /** Ends the wait; the operation may still be included. */
  readonly signal: AbortSignal;
}

export interface SendUserOperationOptions
  extends OperationServers,
    Pick<SentUserOperation, 'validUntil' | 'fromBlock'> {
  readonly operation: UserOperation;
  readonly chainId: number;
  /** Resolves after so many milliseconds, earlier when the signal aborts. */
  readonly wait: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

/** {@link SendUserOperationOptions} without the wait. */
export type SubmitUserOperationOptions = Omit<SendUserOperationOptions, 'wait'>;

/** Between two looks at the bundler and the chain, in milliseconds: at first, and at most. */
const POLLING = { first: 500, most: 4_000 } as const;
/** Time limit of one request, in milliseconds. */
const REQUEST_TIME = 10_000;
/** `UserOperationEvent(bytes32,address,address,uint256,bool,uint256,uint256)` */
const EVENT = '0x49628fd1471006c1482da88028e9ce4dbb080b815c9b0344d39e5a8e6ec1419f';
/** `getNonce(address,uint192)` */
const GET_NONCE = '0x35567e1a';
const WORD = 64;

/**
 * Sends a signed user operation once and waits until it is clear what became of it. The operation is never sent a second time: if the
 * bundler's answer is lost, its hash finds it.
 *
 * @returns the outcome, as the chain confirms it.
 * @throws the signal's reason if it aborts.
 */
export async function sendUserOperation(options: SendUserOperationOptions): Promise<UserOperationOutcome> {
  return (await submitUserOperation(options)) ?? awaitUserOperation(options);
}

/**
 * Sends a signed user operation once.
 *
 * @returns the bundler's refusal; undefined: it accepted the operation, or may have.
 * @throws the signal's reason if it aborts; the operation may have been sent.
 */
export async function submitUserOperation(
  options: SubmitUserOperationOptions,
): Promise<Extract<UserOperationOutcome, { readonly status: 'refused' }> | undefined> {
  const { operation, bundler, signal } = options;
  try {
    await timed(bundler, signal, 'eth_sendUserOperation', [operation, SMART_ACCOUNT_V1.entryPoint]);
  } catch (error) {
    signal.throwIfAborted();
    // Without an answer, the bundler may have it. The same goes for an error about an operation that it knows.
    if (error instanceof RpcRefusal && !(await isKnown(options, sentUserOperation(options).hash))) {
      return { status: 'refused', code: error.code, message: error.message };
    }
  }
  return undefined;
}

/**
 * Waits until it is clear what became of a user operation that was sent, for example after a reload.
 *
 * @throws the signal's reason if it aborts.
 */
export async function awaitUserOperation(options: SendUserOperationOptions): Promise<UserOperationOutcome> {
  return awaitSentUserOperation(sentUserOperation(options), options);
}

/** {@link awaitUserOperation} for an operation of which only its hash and times are known. */
export async function awaitSentUserOperation(
  sent: SentUserOperation,
  options: OperationServers & Pick<SendUserOperationOptions, 'wait'>,
): Promise<UserOperationOutcome> {
  const { signal, wait } = options;
  let wasReplaced = false;
  for (let pause: number = POLLING.first; ; pause = Math.min(pause * 2, POLLING.most)) {
    const outcome = await lookUpUserOperation(sent, options).catch(() => undefined);
    signal.throwIfAborted();
    const isReplaced = outcome?.status === 'replaced';
    // A node may count the operation's nonce as used before it lists its event, so one look is not enough.
    if (outcome && (!isReplaced || wasReplaced)) return outcome;
    wasReplaced = isReplaced;
    await wait(pause, signal);
    signal.throwIfAborted();
  }
}

/** What finds a user operation later. */
export function sentUserOperation({
  operation,
  chainId,
  validUntil,
  fromBlock,
}: Pick<SendUserOperationOptions, 'operation' | 'chainId' | 'validUntil' | 'fromBlock'>): SentUserOperation {
  const { sender, nonce } = operation;
  return { hash: hashUserOperation(operation, chainId), sender, nonce, validUntil, fromBlock };
}

/**
 * Looks once what became of a user operation that was sent.
 *
 * @returns undefined: it is not clear yet.
 * @throws if the node does not respond.
 */
export async function lookUpUserOperation(
  sent: SentUserOperation,
  servers: OperationServers,
): Promise<UserOperationOutcome | undefined> {
  const { node, signal } = servers;
  const { validUntil } = sent;
  const hinted = await hintedTransaction(sent, servers);
  const included = hinted && (await readInclusion(sent, servers, hinted));
  if (included) return included;
  // In this order: an operation that is included between the two questions is found in the next round.
  const block = readBlock(await timed(node, signal, 'eth_getBlockByNumber', ['latest', false]));
  if (!block) return undefined;
  const isPast = validUntil !== 0 && block.timestamp > BigInt(validUntil);
  const isUsed = (await readNonce(sent, servers, block.number)) > BigInt(sent.nonce);
  if (!isUsed) return isPast ? { status: 'expired' } : undefined;
  const found = await findTransaction(sent, servers);
  return found ? readInclusion(sent, servers, found) : { status: 'replaced' };
}

/** The transaction in which the bundler says the operation is. */
async function hintedTransaction(
  { hash }: SentUserOperation,
  { bundler, signal }: OperationServers,
): Promise<Hex | undefined> {
  try {
    const answer = await timed(bundler, signal, 'eth_getUserOperationReceipt', [hash]);
    const receipt = field(answer, 'receipt');
    return hexOf(field(receipt, 'transactionHash'));
  } catch {
    // Down, slow, or an answer that makes no sense: the chain knows it too.
    return undefined;
  }
}

/** Reads the event of the operation in a transaction. Undefined: the chain does not have it, or no longer. */
async function readInclusion(
  { hash }: SentUserOperation,
  { node, signal }: OperationServers,
  transactionHash: Hex,
): Promise<UserOperationOutcome | undefined> {
  const receipt = await timed(node, signal, 'eth_getTransactionReceipt', [transactionHash]);
  const logs = field(receipt, 'logs');
  if (!Array.isArray(logs)) return undefined;
  const event = logs.find(log => isEventOf(log, hash));
  const data = hexOf(field(event, 'data'));
  const [blockHash, blockNumber] = [hexOf(field(receipt, 'blockHash')), hexOf(field(receipt, 'blockNumber'))];
  if (!data || !blockHash || !blockNumber) return undefined;
  const [, success = 0n, actualGasCost = 0n, actualGasUsed = 0n] = wordsOf(data);
  return {
    status: 'included',
    success: success === 1n,
    transactionHash,
    blockHash,
    blockNumber: BigInt(blockNumber),
    actualGasCost,
    actualGasUsed,
  };
}

/** Searches the chain for the event of the operation. */
async function findTransaction(
  { hash, fromBlock }: SentUserOperation,
  { node, signal }: OperationServers,
): Promise<Hex | undefined> {
  const filter = {
    address: SMART_ACCOUNT_V1.entryPoint,
    topics: [EVENT, hash],
    fromBlock: `0x${fromBlock.toString(16)}`,
    toBlock: 'latest',
  };
  const logs = await timed(node, signal, 'eth_getLogs', [filter]);
  if (!Array.isArray(logs)) throw new TypeError('No logs');
  return hexOf(field(logs[0], 'transactionHash'));
}

/** The next nonce of the operation's key at a block. */
async function readNonce(
  { sender, nonce: used }: SentUserOperation,
  { node, signal }: OperationServers,
  block: bigint,
): Promise<bigint> {
  // The upper 192 bits are the key, the lower 64 the sequence.
  const key = (BigInt(used) >> 64n).toString(16).padStart(WORD, '0');
  const data = `${GET_NONCE}${sender.slice(2).padStart(WORD, '0')}${key}`;
  const call = { to: SMART_ACCOUNT_V1.entryPoint, data };
  const nonce = hexOf(await timed(node, signal, 'eth_call', [call, `0x${block.toString(16)}`]));
  if (!nonce || nonce === '0x') throw new TypeError('No nonce');
  return BigInt(nonce);
}

async function isKnown({ bundler, signal }: OperationServers, hash: Hex): Promise<boolean> {
  const found = await timed(bundler, signal, 'eth_getUserOperationByHash', [hash]).catch(() => null);
  return typeof found === 'object' && found !== null;
}

/** Calls with a time limit. */
function timed(
  caller: RpcCaller,
  signal: AbortSignal,
  method: string,
  params: readonly unknown[],
): Promise<unknown> {
  return caller(method, params, anySignal(signal, AbortSignal.timeout(REQUEST_TIME)));
}

function isEventOf(log: unknown, hash: Hex): boolean {
  const topics = field(log, 'topics');
  const address = hexOf(field(log, 'address'));
  return (
    Array.isArray(topics) &&
    topics[0] === EVENT &&
    topics[1] === hash &&
    address?.toLowerCase() === SMART_ACCOUNT_V1.entryPoint.toLowerCase()
  );
}

function readBlock(block: unknown): { readonly number: bigint; readonly timestamp: bigint } | undefined {
  const [number, timestamp] = [hexOf(field(block, 'number')), hexOf(field(block, 'timestamp'))];
  return number && timestamp ? { number: BigInt(number), timestamp: BigInt(timestamp) } : undefined;
}

/** The words of a log's data: nonce, success, actualGasCost, actualGasUsed. */
function wordsOf(data: Hex): readonly bigint[] {
  return (data.slice(2).match(/.{64}/g) ?? []).map(digits => BigInt(`0x${digits}`));
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && name in value
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;
}

function hexOf(value: unknown): Hex | undefined {
  return typeof value === 'string' && /^0x[0-9a-f]*$/i.test(value) ? (value as Hex) : undefined;
}
