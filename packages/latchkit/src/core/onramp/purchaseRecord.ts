import * as z from 'zod/mini';
import { isChainId } from '../../protocol/caip.js';
import { onrampOrderStatus } from '../../protocol/calls/project/onramp.js';
import type { Storage } from '../kernel/storage.js';
import { storedRecord } from '../kernel/storedRecord.js';
import { isFinal, type PurchaseOrder } from './OnrampState.js';

/** The purchase in progress; the key includes the version. */
const KEY = 'latchkit.v1.purchase';

const text = () => z.string().check(z.maxLength(2_000));

const purchase = z.object({
  id: z.optional(text()),
  provider: text(),
  providerName: text(),
  url: text(),
  account: text(),
  chainId: text(),
  symbol: text(),
  token: z.optional(text()),
  purchaseAmount: z.optional(text()),
  paymentAmount: text(),
  paymentCurrency: text(),
  balance: z.optional(text()),
  startedAt: z.number(),
  status: onrampOrderStatus,
});

/** The stored purchase in progress. A corrupt record counts as absent. */
export function readPurchase(storage: Storage): PurchaseOrder | undefined {
  const read = z.safeParse(purchase, storedRecord(storage, KEY));
  if (!read.success || isFinal(read.data.status)) return undefined;
  const { account, chainId } = read.data;
  if (!isChainId(chainId) || !account.startsWith(`${chainId}:`)) return undefined;
  try {
    if (!/^https?:$/.test(new URL(read.data.url).protocol)) return undefined;
  } catch {
    return undefined;
  }
  return read.data as PurchaseOrder;
}

/** Stores the purchase in progress, or removes it; skips storage that servers read, because cookies are sent with every request. */
export function writePurchase(storage: Storage, order: PurchaseOrder | undefined): void {
  if (storage.readableOnServer) return;
  if (order) storage.setItem(KEY, JSON.stringify(order));
  else storage.removeItem(KEY);
}
