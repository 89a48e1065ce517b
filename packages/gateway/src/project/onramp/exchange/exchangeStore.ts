import * as z from 'zod';
import type { Database } from '../../../platform/ports/Database.js';

/** What the cards of the exchange do. */
export const CARDS = ['works', 'declined', 'slow', 'refunded', 'expired'] as const;
export type Card = (typeof CARDS)[number];

const recordRow = z.object({
  orderId: z.string(),
  card: z.enum(CARDS),
  paidAt: z.date(),
  signed: z.string().nullable(),
});

/** A payment at the exchange. */
export type ExchangePayment = Readonly<z.infer<typeof recordRow>>;

export interface ExchangeStore {
  /** Stores the card of an order. @returns false if the order already has a card. */
  pay(orderId: string, card: Card): Promise<boolean>;
  find(orderId: string): Promise<ExchangePayment | undefined>;
  /** Stores the signed transaction before it is sent, so that it is never signed twice. */
  sign(orderId: string, signed: string): Promise<void>;
  /** Ids of the orders that were paid and are not in a final state. */
  open(): Promise<readonly string[]>;
}

export function exchangeStore(database: Database): ExchangeStore {
  return {
    async pay(orderId, card) {
      const rows = await database.query(
        `insert into onramp_exchange (order_id, card) values ($1, $2) on conflict do nothing returning order_id`,
        [orderId, card],
      );
      return rows.length > 0;
    },
    async find(orderId) {
      const [row] = await database.query(
        `select order_id as "orderId", card, paid_at as "paidAt", signed from onramp_exchange where order_id = $1`,
        [orderId],
      );
      return row && recordRow.parse(row);
    },
    async sign(orderId, signed) {
      await database.query('update onramp_exchange set signed = $2 where order_id = $1', [orderId, signed]);
    },
    async open() {
      const rows = await database.query(
        `select order_id as id from onramp_exchange join onramp_orders on onramp_orders.id = order_id
         where status in ('created', 'paid') order by paid_at`,
      );
      return rows.map(row => z.object({ id: z.string() }).parse(row).id);
    },
  };
}
