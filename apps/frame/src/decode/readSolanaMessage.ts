import { base58 } from '@scure/base';

/** An instruction of a Solana transaction; an account that its lookup table did not tell is undefined. */
export interface SolanaInstruction {
  readonly program: string | undefined;
  readonly accounts: readonly (string | undefined)[];
  readonly data: Uint8Array;
}

/** What is signed of a Solana transaction. */
export interface SolanaMessage {
  readonly signers: number;
  /** Accounts that the message names itself. */
  readonly accounts: readonly string[];
  /** Of a recent block of the network that it is for, or the value of a nonce account; base58. */
  readonly blockhash: string;
  readonly lookups: readonly SolanaLookup[];
  /** With the accounts of the tables behind the message's own: those that are written first, then those that are read. */
  readonly instructions: (loaded: readonly (string | undefined)[]) => readonly SolanaInstruction[];
}

/** A lookup table, and which of its addresses are used. */
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
 * Reads the message of a transaction, legacy or of version 0, to its last byte.
 *
 * @throws RangeError for bytes that are none.
 * @see https://solana.com/docs/core/transactions
 */
export function readSolanaMessage(bytes: Uint8Array): SolanaMessage {
  const cursor = createCursor(bytes);
  const isVersioned = ((bytes[0] ?? 0) & 0x80) !== 0;
  if (isVersioned && cursor.byte() !== 0x80) throw new RangeError('An unknown version');
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
  if (!cursor.isAtEnd()) throw new RangeError('Bytes behind the message');
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
    if (at + count > bytes.length) throw new RangeError('Too few bytes');
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
      throw new RangeError('Not a length');
    },
  };
}

function listOf<T>(cursor: Cursor, item: () => T): readonly T[] {
  return Array.from({ length: cursor.length() }, item);
}

function bytesOf(cursor: Cursor): Uint8Array {
  return cursor.take(cursor.length());
}
