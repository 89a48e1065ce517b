import { base58 } from '@scure/base';

/** The parts of a Solana transaction and their offsets. */
export interface SolanaTransactionParts {
  /** The bytes to sign. */
  readonly message: Uint8Array;
  /** Addresses that must sign, in the order of their signatures. */
  readonly signers: readonly string[];
  /** Offset of the first signature; each has 64 bytes. */
  readonly signaturesAt: number;
}

const SIGNATURE = 64;
const ADDRESS = 32;
const VERSIONED = 0x80;

/**
 * Parses a Solana transaction, legacy or versioned, as far as signing requires.
 *
 * @param form - `message`: the bytes to sign alone. `signed`: the wire form, with space for each signature.
 * @returns undefined for invalid bytes.
 */
export function readSolanaTransaction(
  bytes: Uint8Array,
  form: 'message' | 'signed' = 'message',
): SolanaTransactionParts | undefined {
  let messageAt = 0;
  let signaturesAt = 0;
  let count: number | undefined;
  if (form === 'signed') {
    const length = compactLength(bytes, 0);
    if (!length) return undefined;
    count = length.value;
    signaturesAt = length.next;
    messageAt = signaturesAt + count * SIGNATURE;
  }
  const message = bytes.subarray(messageAt);
  const first = message[0];
  if (first === undefined) return undefined;
  // The meaning of a later version is unknown, so it could not be reviewed.
  if (form === 'signed' && first > VERSIONED) return undefined;
  const headerAt = first & VERSIONED ? 1 : 0;
  const [required, readonlySigned, readonlyUnsigned] = message.subarray(headerAt, headerAt + 3);
  const accounts = compactLength(message, headerAt + 3);
  if (!required || readonlySigned === undefined || readonlyUnsigned === undefined || !accounts)
    return undefined;
  const end = accounts.next + accounts.value * ADDRESS;
  const isPlausible =
    readonlySigned < required &&
    accounts.value >= required + readonlyUnsigned &&
    message.length >= end + ADDRESS + 1 &&
    (count === undefined || count === required);
  if (!isPlausible) return undefined;
  const signers = Array.from({ length: required }, (_, at) => {
    const from = accounts.next + at * ADDRESS;
    return base58.encode(message.subarray(from, from + ADDRESS));
  });
  return { message, signers, signaturesAt };
}

/** A Solana compact-u16 length: seven bits per byte, least significant first. */
function compactLength(bytes: Uint8Array, at: number): { value: number; next: number } | undefined {
  let value = 0;
  for (let index = 0; index < 3; index += 1) {
    const byte = bytes[at + index];
    if (byte === undefined) return undefined;
    value |= (byte & 0x7f) << (7 * index);
    if ((byte & 0x80) === 0) return value <= 0xffff ? { value, next: at + index + 1 } : undefined;
  }
  return undefined;
}
