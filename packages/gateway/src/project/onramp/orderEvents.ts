import type { OnrampOrderStatus } from 'latchkit/protocol';
import { type BudgetLimits, fairBudget, knownCaller, type Payer } from '../../platform/http/fairBudget.js';
import { HttpError } from '../../platform/http/HttpError.js';
import type { Cache } from '../../platform/ports/Cache.js';
import type { PubSub } from '../../platform/ports/PubSub.js';

/** Milliseconds between two comments, so that no proxy takes the stream for dead. */
const HEARTBEAT = 15_000;
/** Milliseconds after which a stream ends; the page opens another one. */
const LIFE = 5 * 60_000;
/** Milliseconds for which the buyer of an order is remembered. */
const BUYER_LIFE = 86_400_000;

/** Streams of one replica at a time. Buyers' streams of their own orders do not count as those of strangers. */
const STREAMS: BudgetLimits = { address: 16, wide: 48, project: 1_000, strangers: 1_500, all: 2_000 };
/** Streams of one order; `project` is that of all strangers. */
const STREAMS_OF_ORDER: BudgetLimits = { address: 4, wide: 4, project: 8, strangers: 2_000, all: 2_000 };

const channelOf = (orderId: string) => `onramp_order:${orderId}`;
const buyerOf = (orderId: string) => `onramp_buyer:${orderId}`;

export interface OrderEvents {
  /** Remembers from which network an order was made: streams from there are the buyer's. */
  boughtBy(orderId: string, buyer: Payer): Promise<void>;
  /** Tells all replicas that an order may have changed. */
  changed(orderId: string): Promise<void>;
  /**
   * Streams the states of an order as server-sent events: the present one, then each change, until the final one. A stranger's
   * stream never ends that of a buyer.
   *
   * @param read - Reads the state of the order.
   * @throws what `read` throws at first; HttpError 503 `ONRAMP_UNAVAILABLE` while there are too many streams.
   */
  stream(
    orderId: string,
    payer: Payer,
    read: () => Promise<OnrampOrderStatus>,
  ): Promise<ReadableStream<Uint8Array>>;
  /** Ends all streams, and refuses new ones. */
  close(): void;
}

/** Reports changes of orders to the pages that wait for them, over all replicas. */
export function orderEvents(pubSub: PubSub, cache: Cache): OrderEvents {
  const open = new Set<(closes?: boolean) => void>();
  const streams = fairBudget(STREAMS);
  const ofOrders = fairBudget(STREAMS_OF_ORDER);
  let isClosed = false;
  /** Counts a stream. @throws HttpError 503 `ONRAMP_UNAVAILABLE`. */
  const take = async (orderId: string, payer: Payer, shed: () => void) => {
    const buyer = await cache.get(buyerOf(orderId)).catch(() => undefined);
    const isBuyer = buyer === payer.key;
    const { key, wide } = payer;
    const ofOrder = isBuyer
      ? knownCaller(`buyer ${orderId}`)
      : { ...payer, key: `${orderId} ${key}`, wide: `${orderId} ${wide}`, project: orderId };
    const holds = [
      ofOrders.take(ofOrder, 1, shed),
      isClosed ? undefined : streams.take(isBuyer ? knownCaller(`buyer ${key}`) : payer, 1, shed),
    ];
    const release = () => {
      for (const hold of holds) hold?.release();
    };
    if (holds.every(hold => hold !== undefined)) return release;
    release();
    throw new HttpError(503, 'ONRAMP_UNAVAILABLE', 'Too many orders are followed now', {
      context: { retryAfter: 5 },
    });
  };
  return {
    boughtBy: (orderId, { key }) => cache.set(buyerOf(orderId), key, BUYER_LIFE).catch(() => {}),
    changed: orderId => pubSub.publish(channelOf(orderId), ''),
    async stream(orderId, payer, read) {
      let end = (_closes = true) => {};
      let wasShed = false;
      const release = await take(orderId, payer, () => {
        wasShed = true;
        end();
      });
      // Counted before it is read: many refused streams must not be many queries.
      await read().catch(error => {
        release();
        throw error;
      });
      const encoder = new TextEncoder();
      let unsubscribe: (() => Promise<void>) | undefined;
      let sent: OnrampOrderStatus | undefined;
      return new ReadableStream<Uint8Array>({
        async start(controller) {
          const write = (text: string) => controller.enqueue(encoder.encode(text));
          const beat = setInterval(() => write(':\n\n'), HEARTBEAT);
          const late = setTimeout(() => end(), LIFE);
          let isOver = false;
          end = (closes = true) => {
            if (isOver) return;
            isOver = true;
            open.delete(end);
            release();
            clearInterval(beat);
            clearTimeout(late);
            void unsubscribe?.().catch(() => {});
            if (closes) controller.close();
          };
          open.add(end);
          if (wasShed || isClosed) return end();
          const look = async () => {
            try {
              const status = await read();
              if (isOver || status === sent) return;
              sent = status;
              write(`data: ${JSON.stringify({ status })}\n\n`);
              if (status !== 'created' && status !== 'paid') end();
            } catch {
              // The page asks again.
              end();
            }
          };
          unsubscribe = await pubSub.subscribe(channelOf(orderId), () => void look());
          if (isOver) await unsubscribe();
          await look();
        },
        cancel: () => end(false),
      });
    },
    close() {
      isClosed = true;
      for (const end of [...open]) end();
    },
  };
}
