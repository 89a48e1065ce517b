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

/** Number of orders that are kept: as many as a request may name. */
const MAX_PURCHASES = 20;

/** The orders that this browser made; the key includes the version. */
const ORDERS_KEY = 'latchkit.v1.purchases';

const madeOrder = z.object({
  id: z.string().check(z.regex(/^[\w-]{32}$/)),
  provider: z.string().check(z.maxLength(40)),
  providerName: text(),
  account: text(),
});

/** An order that this browser made, of which the gateway tells its transaction. */
export type MadeOrder = Readonly<z.output<typeof madeOrder>>;

/** The orders that this browser made for an account (CAIP-10), newest first. A corrupt entry counts as absent. */
export function readMadeOrders(storage: Storage, account: string): readonly MadeOrder[] {
  return storedOrders(storage).filter(one => one.account.toLowerCase() === account.toLowerCase());
}

/** Remembers an order that this browser made, if the gateway can report on it. */
export function rememberOrder(
  storage: Storage,
  {
    id,
    provider,
    providerName,
    account,
  }: Pick<PurchaseOrder, 'id' | 'provider' | 'providerName' | 'account'>,
): void {
  const order = z.safeParse(madeOrder, { id, provider, providerName, account });
  if (storage.readableOnServer || !order.success) return;
  const kept = [order.data, ...storedOrders(storage)].slice(0, MAX_PURCHASES);
  storage.setItem(ORDERS_KEY, JSON.stringify(kept));
}

function storedOrders(storage: Storage): readonly MadeOrder[] {
  const stored = storedRecord(storage, ORDERS_KEY);
  if (storage.readableOnServer || !Array.isArray(stored)) return [];
  return stored.slice(0, MAX_PURCHASES).flatMap(one => {
    const read = z.safeParse(madeOrder, one);
    return read.success ? [read.data] : [];
  });
}
