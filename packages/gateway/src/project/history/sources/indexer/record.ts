import * as z from 'zod';
import type { IndexedTransaction } from './readBlock.js';

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
});

/** The stored form of a transaction. */
export type TransactionRecord = z.infer<typeof record>;

/** Converts a transaction to the stored JSON. */
export function toRecord({ position: _, accounts: __, ...rest }: IndexedTransaction): string {
  return JSON.stringify(rest, (_, value) => (typeof value === 'bigint' ? String(value) : value));
}

/** Parses a stored transaction. */
export function fromRecord(value: unknown): TransactionRecord {
  return record.parse(value);
}
