import { isRecord } from '../../core/adapter/untrusted.js';

/** The reason of a transaction that reverted without one. */
export const UNKNOWN_REASON = 'unknown reason';

/** Maximum depth of causes and wrappers to search. */
const DEPTH = 8;
/** A call also fails without `REVERT` (EIP-140), as in old contracts: nodes then name the error of the machine. */
const REVERTED =
  /revert|invalid ?(?:opcode|jump|instruction|FEOpcode)|opcode ?not ?found|bad (?:instruction|jump)|stack ?(?:over|under)flow/i;
/** Prefixes of reasons that nodes decoded themselves. */
const SAID = /reverted(?:: (?:revert(?:: )?)?|, reason: | with reason string ')([^'\n]+)/i;

/**
 * Whether an error says that a call reverted, and why. Nodes and libraries put the returned data into `data`,
 * `error.data` or `data.data`, or only text into the message.
 */
export function revertOf(error: unknown): { readonly reason: string | undefined } | undefined {
  let reverted = false;
  let said: string | undefined;
  let current = error;
  for (let depth = 0; depth < DEPTH && isObject(current); depth++) {
    const { message, details, cause, data, code } = current;
    const bytes = hexOf(data);
    if (bytes !== undefined) return { reason: decodeRevert(bytes) ?? reasonIn(message) ?? reasonIn(details) };
    for (const text of [details, message]) {
      if (typeof text === 'string' && REVERTED.test(text)) reverted = true;
      said ??= reasonIn(text);
    }
    if (code === 3) reverted = true;
    current = cause;
  }
  return reverted ? { reason: said } : undefined;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function hexOf(data: unknown): string | undefined {
  if (typeof data === 'string') return /^0x[0-9a-f]*$/i.test(data) ? data : undefined;
  if (!isRecord(data)) return undefined;
  const inner = data.originalError;
  return hexOf(data.data) ?? (isRecord(inner) ? hexOf(inner.data) : undefined);
}

function reasonIn(text: unknown): string | undefined {
  return typeof text === 'string' ? SAID.exec(text)?.[1]?.trim().slice(0, 200) : undefined;
}

const ERROR_STRING = '08c379a0';
const PANIC = '4e487b71';

/** Meaning of the compiler's own checks (Solidity, 'Panic via assert and Error via require'). */
const PANICS: Readonly<Record<number, string>> = {
  1: 'assertion failed',
  17: 'arithmetic overflow',
  18: 'division by zero',
  33: 'invalid enum value',
  34: 'corrupt storage',
  49: 'pop from an empty array',
  50: 'array index out of bounds',
  65: 'out of memory',
  81: 'call of an empty function',
};

/** Standard token errors (ERC-6093), and errors of widely used base contracts. */
const NAMED: Readonly<Record<string, string>> = {
  e450d38c: 'insufficient token balance',
  ec442f05: 'the token does not allow this receiver',
  '96c6fd1e': 'the token does not allow this sender',
  fb8f41b2: 'insufficient allowance',
  d93c0665: 'the contract is paused',
  '118cdaa7': 'the account is not authorised',
};

/** Decodes why a call reverted from its return data; undefined if the data doesn't say. */
function decodeRevert(data: string): string | undefined {
  const selector = data.slice(2, 10).toLowerCase();
  const body = data.slice(10);
  if (selector.length < 8) return undefined;
  if (selector === ERROR_STRING) return cleanReason(decodeText(body));
  if (selector === PANIC) {
    const code = Number(`0x${body.slice(0, 64) || '0'}`);
    return PANICS[code] ?? `panic 0x${code.toString(16)}`;
  }
  return NAMED[selector] ?? `custom error 0x${selector}`;
}

/** Decodes an ABI-encoded string: offset, length in bytes, UTF-8. */
function decodeText(body: string): string {
  const at = Number(`0x${body.slice(0, 64) || '0'}`) * 2;
  const length = Number(`0x${body.slice(at, at + 64) || '0'}`) * 2;
  const digits = body.slice(at + 64, at + 64 + Math.min(length, 2_000));
  const bytes = digits.match(/../g)?.map(pair => Number.parseInt(pair, 16)) ?? [];
  return new TextDecoder().decode(Uint8Array.from(bytes));
}

const LIMIT = 200;
// Control, format (bidirectional overrides, zero-width characters), separator, unassigned and private characters.
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cn}\p{Co}\p{Cs}\p{Zl}\p{Zp}]/gu;

/**
 * Sanitizes a contract's message: one line, no invisible characters, at most 200 characters; undefined if nothing is
 * left.
 */
function cleanReason(text: string): string | undefined {
  const seen = text.slice(0, 1_000).replace(UNSEEN, '').replace(/\s+/g, ' ').trim();
  return [...seen].slice(0, LIMIT).join('') || undefined;
}
