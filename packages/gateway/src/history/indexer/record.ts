import * as z from 'zod';
import type { IndexedTransaction } from './readBlock.js';

const movement = z.object({
  kind: z.enum(['native', 'fungible', 'nft']),
  from: z.string(),
  to: z.string(),
  /** JSON has no numbers of this size. */
  amount: z.string().transform(BigInt),
  token: z.string().optional(),
  tokenId: z.string().optional(),
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

/** What is stored of a transaction. */
export type TransactionRecord = z.infer<typeof record>;

/** A transaction as the JSON that is stored. */
export function toRecord({ position: _, accounts: __, ...rest }: IndexedTransaction): string {
  return JSON.stringify(rest, (_, value) => (typeof value === 'bigint' ? String(value) : value));
}

/** What was stored. */
export function fromRecord(value: unknown): TransactionRecord {
  return record.parse(value);
}
