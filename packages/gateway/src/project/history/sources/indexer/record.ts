import * as z from 'zod';
import type { IndexedTransaction, UnreadTransaction } from './readBlock.js';

const movement = z.object({
  kind: z.enum(['native', 'fungible', 'nft']),
  from: z.string(),
  to: z.string(),
  /** JSON numbers cannot represent such amounts. */
  amount: z.string().transform(BigInt),
  token: z.string().optional(),
  tokenId: z.string().optional(),
  isCall: z.boolean().optional(),
});

const record = z.object({
  hash: z.string(),
  failed: z.boolean(),
  from: z.string(),
  to: z.string().optional(),
  nonce: z.number(),
  selector: z.string().optional(),
  movements: z.array(movement),
  /** Only its hash is known. Default: false. */
  isUnread: z.boolean().optional(),
});

/** The stored form of a transaction. */
export type TransactionRecord = z.infer<typeof record>;

/** Accounts whose history shows a transaction that cannot be read. Its sender decides how many it names. */
const MOST_ACCOUNTS = 64;

/** A transaction of which only the hash is known, for the histories of the accounts that it names. */
export function toUnread({ position, hash, text }: UnreadTransaction) {
  const named = [...text.matchAll(/0x(?:0{24})?([0-9a-f]{40})(?![0-9a-f])/g)].map(([, part]) => `0x${part}`);
  const accounts = [...new Set(named)].slice(0, MOST_ACCOUNTS);
  return { position, hash, failed: false, from: '', nonce: 0, movements: [], accounts, isUnread: true };
}

/** Converts a transaction to the stored JSON. */
export function toRecord({
  position: _,
  accounts: __,
  ...rest
}: Omit<IndexedTransaction, 'to' | 'selector'>): string {
  return JSON.stringify(rest, (_, value) => (typeof value === 'bigint' ? String(value) : value));
}

/** Parses a stored transaction. */
export function fromRecord(value: unknown): TransactionRecord {
  return record.parse(value);
}
