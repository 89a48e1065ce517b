import { cleanReason } from './cleanReason.js';

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
export function decodeRevert(data: string): string | undefined {
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
