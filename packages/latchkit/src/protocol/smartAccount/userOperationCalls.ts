import { checksumAddress } from '../checksumAddress.js';
import { abiArray, abiBytes, abiFixedBytes, abiStatic, abiTuple } from './abiEncoding.js';
import { SMART_ACCOUNT_V1 } from './smartAccountV1.js';

type Hex = `0x${string}`;

/** One call of a smart account. */
export interface AccountCall {
  readonly to: Hex;
  /** In wei. */
  readonly value: bigint;
  readonly data: Hex;
}

/** Maximum number of calls in one user operation: a permission of 30 days ends with one call for each day. */
export const MAX_ACCOUNT_CALLS = 40;

/** How an account executes: through the 4337 module of a Safe, or through the adapter for modules (ERC-7579). */
export type AccountShape = 'safe' | 'modular';

/** Functions of the 4337 module with the same parameters: the first one returns the reason of a revert. */
const EXECUTE = {
  /** `executeUserOpWithErrorString(address,uint256,bytes,uint8)` */
  withReason: '541d63c8',
  /** `executeUserOp(address,uint256,bytes,uint8)` */
  plain: '7bb37428',
} as const;

/** `execute(bytes32,bytes)` of ERC-7579, and its modes. */
const EXECUTE_MODULAR = 'e9ae5c53';
const MODES = { single: '0x', batch: '0x01' } as const;

/** `multiSend(bytes)` */
const MULTI_SEND = '8d80ff0a';
const CALL = 0n;
const DELEGATE_CALL = 1n;
/** Digits of a word of 32 bytes. */
const WORD = 64;

/**
 * Encodes calls as the `callData` of a user operation: one as a call, several as one delegate call of MultiSendCallOnly, in which all
 * succeed or none.
 *
 * @param shape - Default: `safe`.
 * @throws RangeError for no calls, or more than {@link MAX_ACCOUNT_CALLS}.
 */
export function encodeAccountCalls(calls: readonly AccountCall[], shape: AccountShape = 'safe'): Hex {
  const [first] = calls;
  if (!first || calls.length > MAX_ACCOUNT_CALLS) throw new RangeError('1 to 40 calls');
  if (shape === 'modular') return encodeModular(calls, first);
  if (calls.length === 1) return encodeExecute(first, CALL);
  const packed = calls.map(({ to, value, data }) => {
    const bytes = data.slice(2);
    return `00${to.slice(2)}${word(value)}${word(BigInt(bytes.length / 2))}${bytes}`;
  });
  const data: Hex = `0x${MULTI_SEND}${word(32n)}${bytesOf(packed.join(''))}`;
  return encodeExecute({ to: SMART_ACCOUNT_V1.multiSendCallOnly, value: 0n, data }, DELEGATE_CALL);
}

/** How the account executes the `callData` of a user operation. */
export const accountShapeOf = (callData: string): AccountShape =>
  callData.slice(2, 10).toLowerCase() === EXECUTE_MODULAR ? 'modular' : 'safe';

/** Encodes calls for {@link EXECUTE_MODULAR}: one packed, several as an array. */
function encodeModular(calls: readonly AccountCall[], { to, value, data }: AccountCall): Hex {
  const executions = calls.map(one =>
    abiTuple([abiStatic(one.to), abiStatic(one.value), abiBytes(one.data)]),
  );
  const [mode, content] =
    calls.length === 1
      ? [MODES.single, `0x${to.slice(2)}${word(value)}${data.slice(2)}`]
      : [MODES.batch, `0x${abiTuple([abiArray(executions)]).digits}`];
  return `0x${EXECUTE_MODULAR}${abiTuple([abiFixedBytes(mode), abiBytes(content)]).digits}`;
}

/** Reads what {@link encodeModular} encodes, and nothing else: other modes make delegate calls, or ignore failures. */
function readModular(callData: string): readonly AccountCall[] | undefined {
  const content = bytesAt(callData.slice(10).toLowerCase(), 1);
  if (content === undefined) return undefined;
  const isBatch = callData.slice(10, 12) === '01';
  const calls = isBatch ? readExecutions(content) : readExecution(content);
  if (!calls || calls.length === 0 || calls.length > MAX_ACCOUNT_CALLS) return undefined;
  return encodeAccountCalls(calls, 'modular') === callData.toLowerCase() ? calls : undefined;
}

function readExecution(content: string): readonly AccountCall[] | undefined {
  const to = addressIn(content.slice(0, 40).padStart(WORD, '0'));
  const value = numberAt(content.slice(40), 0);
  if (to === undefined || value === undefined) return undefined;
  return [{ to, value, data: `0x${content.slice(40 + WORD)}` }];
}

function readExecutions(content: string): readonly AccountCall[] | undefined {
  const count = Number(numberAt(content, 1) ?? 0n);
  if (count > MAX_ACCOUNT_CALLS) return undefined;
  const calls = Array.from({ length: count }, (_, index): AccountCall | undefined => {
    const place = Number(numberAt(content, 2 + index) ?? 0n);
    const words = content.slice(2 * WORD + place * 2);
    const to = addressIn(words.slice(0, WORD));
    const [value, data] = [numberAt(words, 1), bytesAt(words, 2)];
    return to === undefined || value === undefined || data === undefined
      ? undefined
      : { to, value, data: `0x${data}` };
  });
  return calls.every(call => call !== undefined) ? calls : undefined;
}

/**
 * Reads the calls of a user operation from its `callData`.
 *
 * @returns undefined if it is anything but one call, or calls in one delegate call of MultiSendCallOnly: another delegate call could do
 * everything with the account.
 */
export function readAccountCalls(callData: string): readonly AccountCall[] | undefined {
  if (accountShapeOf(callData) === 'modular') return readModular(callData);
  const digits = callData.slice(2).toLowerCase();
  const selector = digits.slice(0, 8);
  if (selector !== EXECUTE.withReason && selector !== EXECUTE.plain) return undefined;
  const words = digits.slice(8);
  const to = addressIn(words.slice(0, WORD));
  const data = bytesAt(words, 2);
  const [value, operation] = [numberAt(words, 1), numberAt(words, 3)];
  if (to === undefined || data === undefined || value === undefined) return undefined;
  if (operation === CALL) return [{ to, value, data: `0x${data}` }];
  if (operation !== DELEGATE_CALL || to !== SMART_ACCOUNT_V1.multiSendCallOnly || value !== 0n)
    return undefined;
  const inner = data.startsWith(MULTI_SEND) ? bytesAt(data.slice(8), 0) : undefined;
  return inner === undefined ? undefined : readPacked(inner);
}

/** Reads the calls in the argument of `multiSend`. */
function readPacked(packed: string): readonly AccountCall[] | undefined {
  const calls: AccountCall[] = [];
  let at = 0;
  while (at < packed.length) {
    const operation = packed.slice(at, at + 2);
    const to = addressIn(packed.slice(at + 2, at + 42).padStart(WORD, '0'));
    const head = packed.slice(at + 42, at + 42 + 2 * WORD);
    const [value, length] = [numberAt(head, 0), numberAt(head, 1)];
    if (operation !== '00' || to === undefined || value === undefined || length === undefined)
      return undefined;
    const start = at + 42 + 2 * WORD;
    const end = start + Number(length) * 2;
    if (end > packed.length || calls.length >= MAX_ACCOUNT_CALLS) return undefined;
    calls.push({ to, value, data: `0x${packed.slice(start, end)}` });
    at = end;
  }
  return calls.length === 0 ? undefined : calls;
}

function encodeExecute({ to, value, data }: AccountCall, operation: bigint): Hex {
  const head = [to.slice(2).padStart(WORD, '0'), word(value), word(128n), word(operation)];
  return `0x${EXECUTE.withReason}${head.join('')}${bytesOf(data.slice(2))}`.toLowerCase() as Hex;
}

const word = (value: bigint) => value.toString(16).padStart(WORD, '0');

/** The length and the bytes, filled up to whole words. */
function bytesOf(text: string): string {
  return word(BigInt(text.length / 2)) + text.padEnd(Math.ceil(text.length / WORD) * WORD, '0');
}

function numberAt(words: string, index: number): bigint | undefined {
  const digits = words.slice(index * WORD, (index + 1) * WORD);
  return /^[0-9a-f]{64}$/.test(digits) ? BigInt(`0x${digits}`) : undefined;
}

/** The bytes whose place the word at an index states. */
function bytesAt(words: string, index: number): string | undefined {
  const place = numberAt(words, index);
  if (place === undefined || place % 32n !== 0n || place > BigInt(words.length)) return undefined;
  const start = Number(place) * 2;
  const length = numberAt(words.slice(start), 0);
  if (length === undefined || length > BigInt(words.length)) return undefined;
  const found = words.slice(start + WORD, start + WORD + Number(length) * 2);
  return found.length === Number(length) * 2 && /^[0-9a-f]*$/.test(found) ? found : undefined;
}

function addressIn(digits: string): Hex | undefined {
  return /^0{24}[0-9a-f]{40}$/.test(digits) ? checksumAddress(`0x${digits.slice(24)}`) : undefined;
}
