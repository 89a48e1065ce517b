import { base58, base64 } from '@scure/base';
import type { ReviewContext } from '../model/Review.js';
import type { SolanaLookup } from './readSolanaMessage.js';

/** Offset of the first address in a lookup table's account data. */
const HEAD = 56;

/**
 * Reads the addresses that a message takes from lookup tables, in instruction order; undefined for each that the chain did not
 * return. Tables only grow, so an address that is read now stays valid.
 */
export async function readLookups(
  lookups: readonly SolanaLookup[],
  { read }: ReviewContext,
): Promise<readonly (string | undefined)[]> {
  const tables = await Promise.all(
    lookups.map(({ table }) =>
      read('getAccountInfo', [table, { encoding: 'base64' }]).then(accountData, () => undefined),
    ),
  );
  const pick = (indexes: readonly number[], data: Uint8Array | undefined) =>
    indexes.map(index => addressAt(data, HEAD + index * 32));
  return [
    ...lookups.flatMap(({ writable }, at) => pick(writable, tables[at])),
    ...lookups.flatMap(({ readonly }, at) => pick(readonly, tables[at])),
  ];
}

/** Reads the address at an offset of an account's data. */
export function addressAt(data: Uint8Array | undefined, at: number): string | undefined {
  return data === undefined || data.length < at + 32 ? undefined : base58.encode(data.subarray(at, at + 32));
}

/** Reads the account data from a response of `getAccountInfo`. */
export function accountData(answer: unknown): Uint8Array | undefined {
  const { value } = answer as { readonly value?: { readonly data?: readonly unknown[] } | null };
  const [text] = value?.data ?? [];
  return typeof text === 'string' ? base64.decode(text) : undefined;
}
