import * as z from 'zod/mini';
import { isChainId } from '../../protocol/caip.js';
import type { SentTransaction } from '../adapter/Transaction.js';
import type { Storage } from '../kernel/storage.js';
import { storedRecord } from '../kernel/storedRecord.js';
import type { PayState } from './PayState.js';

/** The payments that were sent last; the key includes the version. */
const KEY = 'latchkit.v1.payments';
/** Number of payments that are remembered. */
const MOST = 10;

const text = () => z.string().check(z.maxLength(2_000));

const sent = z.object({
  key: text(),
  hash: text(),
  chainId: text(),
  address: text(),
  nonce: z.optional(z.number()),
  payload: z.optional(text()),
  lastValidBlockHeight: z.optional(z.number()),
});

/** What names a payment in this browser; undefined: nothing does. */
export function paymentKey({ paymentId, terms }: Pick<PayState, 'paymentId' | 'terms'>): string | undefined {
  if (paymentId !== undefined) return paymentId;
  const { recipient, asset, amount, reference } = terms;
  return reference && [recipient.toLowerCase(), asset.toLowerCase(), amount, reference].join(' ');
}

/** The transaction of a payment that was sent before. A corrupt record counts as absent. */
export function readSentPayment(storage: Storage, key: string | undefined): SentTransaction | undefined {
  const found = readAll(storage).find(one => one.key === key);
  if (!found || !isChainId(found.chainId)) return undefined;
  const { key: _, ...transaction } = found;
  return transaction as SentTransaction;
}

/** Remembers the transaction of a payment; undefined forgets it. Skips storage that servers read. */
export function writeSentPayment(
  storage: Storage,
  key: string | undefined,
  transaction: SentTransaction | undefined,
): void {
  if (key === undefined || storage.readableOnServer) return;
  const others = readAll(storage).filter(one => one.key !== key);
  const all = [...(transaction ? [{ ...transaction, key }] : []), ...others].slice(0, MOST);
  if (all.length === 0) storage.removeItem(KEY);
  else storage.setItem(KEY, JSON.stringify(all));
}

function readAll(storage: Storage): readonly z.output<typeof sent>[] {
  const read = z.safeParse(z.array(z.unknown()), storedRecord(storage, KEY));
  if (!read.success) return [];
  return read.data.flatMap(one => {
    const parsed = z.safeParse(sent, one);
    return parsed.success ? [parsed.data] : [];
  });
}
