import { randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { type OnrampOrderStatus, onrampOrderStatus } from 'latchkit/protocol';
import { formatUnits } from 'viem';
import * as z from 'zod';
import { HttpError } from '../../../platform/http/HttpError.js';
import { parseJson } from '../../../platform/http/parseJson.js';
import { errorFields, type Log } from '../../../platform/jsonLog.js';
import { webhookHeaders, webhookSignature } from '../../../platform/signWebhook.js';
import type { OnrampEvent, OnrampProvider, OnrampWebhook } from '../OnrampProvider.js';
import type { OnrampOrder, OrderStore } from '../orderStore.js';
import type { Card, ExchangePayment, ExchangeStore } from './exchangeStore.js';
import { dealOf, exchangeOptions } from './exchangeTerms.js';
import type { ExchangeTransfers } from './exchangeTransfers.js';

/** Whom the exchange stands in for, with its fee in hundredths of a percent. */
export const STANDS_FOR = [
  { id: 'coinbase', name: 'Coinbase', fee: 100n },
  { id: 'meld', name: 'Meld', fee: 200n },
] as const;

/** Path of the exchange's page. */
export const EXCHANGE_PATH = '/dev/exchange';

/** Milliseconds until the slow card is charged, and until a payment is paid back. */
const SLOW = 30_000;
const REFUND = 1_500;
/** Milliseconds before a failed step is repeated. */
const RETRY = 1_000;
/** Milliseconds for which a report is accepted. */
const WEBHOOK_AGE = 5 * 60_000;

export interface DevelopmentExchangeOptions {
  readonly orders: OrderStore;
  readonly store: ExchangeStore;
  readonly transfers: ExchangeTransfers;
  /** Sends a request to the gateway. */
  readonly deliver: (request: Request) => Promise<Response> | Response;
  readonly log: Log;
  /** Ends all work. */
  readonly stopped: AbortSignal;
}

/** A small exchange that takes test cards and transfers on the development chains. For development only. */
export interface DevelopmentExchange {
  /** The providers for which the exchange stands in, under their ids. */
  readonly providers: readonly OnrampProvider[];
  /** Charges a card. An order takes one card. */
  pay(order: OnrampOrder, card: Card): Promise<void>;
  /** Continues with the orders that were paid before a restart. */
  resume(): Promise<void>;
}

const report = z.object({
  id: z.string(),
  orderId: z.string(),
  status: onrampOrderStatus,
  transactionHash: z.string().optional(),
});

export function developmentExchange(options: DevelopmentExchangeOptions): DevelopmentExchange {
  const { orders, store, transfers, log, stopped } = options;
  // Reports that a restart interrupted are sent again.
  const secret = randomBytes(32);
  const running = new Set<string>();

  const tell = async (order: OnrampOrder, status: OnrampOrderStatus, transactionHash?: string) => {
    const event: OnrampEvent = { id: `${order.id}:${status}`, orderId: order.id, status };
    const body = JSON.stringify(transactionHash === undefined ? event : { ...event, transactionHash });
    const url = `http://localhost/v1/onramp/webhooks/${order.provider}`;
    const headers = { 'Content-Type': 'application/json', ...webhookHeaders(secret, randomUUID(), body) };
    const response = await options.deliver(new Request(url, { method: 'POST', headers, body }));
    if (!response.ok) throw new Error(`The gateway answered ${response.status} to a report`);
  };
  const until = async (time: number) => {
    const left = time - Date.now();
    if (left > 0) await wait(left, undefined, { signal: stopped });
  };
  const settle = async (order: OnrampOrder, { card, paidAt, signed }: ExchangePayment) => {
    if (card === 'declined' || card === 'expired') return tell(order, card);
    if (card === 'slow') await until(paidAt.getTime() + SLOW);
    await tell(order, 'paid');
    if (card === 'refunded') {
      await until(paidAt.getTime() + REFUND);
      return tell(order, 'refunded');
    }
    const hash = await transfers.send({
      deal: dealOf(order.terms, feeOf(order.provider)),
      to: order.address,
      signed,
      keep: transaction => store.sign(order.id, transaction),
    });
    return tell(order, 'completed', hash);
  };
  const attempt = async (orderId: string): Promise<void> => {
    const [order, payment] = await Promise.all([orders.findAtProvider(orderId), store.find(orderId)]);
    if (order && payment) await settle(order, payment);
  };
  const work = async (orderId: string): Promise<void> => {
    if (running.has(orderId)) return;
    running.add(orderId);
    while (!stopped.aborted) {
      try {
        await attempt(orderId);
        break;
      } catch (error) {
        if (stopped.aborted) break;
        log('warn', 'exchange_waits', { orderId, ...errorFields(error) });
        await wait(RETRY, undefined, { signal: stopped }).catch(() => {});
      }
    }
    running.delete(orderId);
  };
  return {
    providers: STANDS_FOR.map(({ id, name, fee }) => exchangeProvider({ id, name, fee, secret })),
    async pay({ id }, card) {
      if (await store.pay(id, card)) void work(id);
    },
    async resume() {
      for (const id of await store.open()) void work(id);
    },
  };
}

/** The exchange's fee as a provider, in hundredths of a percent. */
export function feeOf(provider: string): bigint {
  return STANDS_FOR.find(({ id }) => id === provider)?.fee ?? 0n;
}

interface ProviderParts {
  readonly id: string;
  readonly name: string;
  readonly fee: bigint;
  readonly secret: Uint8Array;
}

function exchangeProvider({ id, name, fee, secret }: ProviderParts): OnrampProvider {
  return {
    id,
    name,
    feeRange: [1, 2],
    options: async () => exchangeOptions(),
    async quote(terms) {
      const deal = dealOf(terms, fee);
      return { amount: formatUnits(deal.units, deal.decimals), fee: formatUnits(deal.fee, 2) };
    },
    async createUrl({ id: orderId, terms, gatewayUrl }) {
      dealOf(terms, fee);
      return `${gatewayUrl}${EXCHANGE_PATH}?order=${orderId}`;
    },
    readEvent: webhook => readReport(secret, webhook),
  };
}

function readReport(secret: Uint8Array, { headers, body }: OnrampWebhook): OnrampEvent {
  const id = headers.get('webhook-id') ?? '';
  const time = headers.get('webhook-timestamp') ?? '';
  const given = Buffer.from(headers.get('webhook-signature') ?? '');
  const expected = Buffer.from(webhookSignature(secret, id, time, body));
  const isFresh = Math.abs(Date.now() - Number(time) * 1_000) < WEBHOOK_AGE;
  if (!isFresh || given.length !== expected.length || !timingSafeEqual(given, expected))
    throw new HttpError(401, 'INVALID_SIGNATURE', 'The signature of the report is wrong');
  return report.parse(parseJson(body));
}
