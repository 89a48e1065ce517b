import { base58 } from '@scure/base';

/** An instruction of a Solana transaction; accounts missing from a lookup table are undefined. */
export interface SolanaInstruction {
  readonly program: string | undefined;
  readonly accounts: readonly (string | undefined)[];
  readonly data: Uint8Array;
}

/** The message of a Solana transaction: the bytes to sign. */
export interface SolanaMessage {
  readonly signers: number;
  /** Accounts that the message itself names. */
  readonly accounts: readonly string[];
  /** A recent blockhash of its network or the value of a nonce account, in base58. */
  readonly blockhash: string;
  readonly lookups: readonly SolanaLookup[];
  /** Resolves the instructions. Accounts from lookup tables follow the message's own: writable ones first, then read-only ones. */
  readonly instructions: (loaded: readonly (string | undefined)[]) => readonly SolanaInstruction[];
}

/** A lookup table and the indexes used from it. */
export interface SolanaLookup {
  readonly table: string;
  readonly writable: readonly number[];
  readonly readonly: readonly number[];
}

/** Reads bytes in order. */
interface Cursor {
  readonly byte: () => number;
  readonly take: (count: number) => Uint8Array;
  readonly length: () => number;
  readonly isAtEnd: () => boolean;
}

/**
 * Decodes the message of a transaction, legacy or version 0, to its last byte.
 *
 * @throws RangeError for invalid bytes.
 * @see https://solana.com/docs/core/transactions
 */
export function readSolanaMessage(bytes: Uint8Array): SolanaMessage {
  const cursor = createCursor(bytes);
  const isVersioned = ((bytes[0] ?? 0) & 0x80) !== 0;
  if (isVersioned && cursor.byte() !== 0x80) throw new RangeError('Unsupported message version');
  const signers = cursor.byte();
  cursor.take(2);
  const accounts = listOf(cursor, () => base58.encode(cursor.take(32)));
  const blockhash = base58.encode(cursor.take(32));
  const compiled = listOf(cursor, () => ({
    program: cursor.byte(),
    accounts: [...bytesOf(cursor)],
    data: bytesOf(cursor),
  }));
  const lookups = isVersioned
    ? listOf(cursor, () => ({
        table: base58.encode(cursor.take(32)),
        writable: [...bytesOf(cursor)],
        readonly: [...bytesOf(cursor)],
      }))
    : [];
  if (!cursor.isAtEnd()) throw new RangeError('Trailing bytes after the message');
  return {
    signers,
    accounts,
    blockhash,
    lookups,
    instructions: loaded => {
      const all = [...accounts, ...loaded];
      return compiled.map(({ program, accounts: used, data }) => ({
        program: all[program],
        accounts: used.map(at => all[at]),
        data,
      }));
    },
  };
}

function createCursor(bytes: Uint8Array): Cursor {
  let at = 0;
  const take = (count: number) => {
    if (at + count > bytes.length) throw new RangeError('Unexpected end of the message');
    at += count;
    return bytes.subarray(at - count, at);
  };
  const byte = () => take(1)[0] ?? 0;
  return {
    take,
    byte,
    isAtEnd: () => at === bytes.length,
    length() {
      let value = 0;
      for (let shift = 0; shift < 21; shift += 7) {
        const part = byte();
        value |= (part & 0x7f) << shift;
        if (part < 0x80) return value;
      }
      throw new RangeError('Invalid length');
    },
  };
}

function listOf<T>(cursor: Cursor, item: () => T): readonly T[] {
  return Array.from({ length: cursor.length() }, item);
}

function bytesOf(cursor: Cursor): Uint8Array {
  return cursor.take(cursor.length());
}
