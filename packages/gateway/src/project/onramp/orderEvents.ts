import type { OnrampOrderStatus } from 'latchkit/protocol';
import { HttpError } from '../../platform/http/HttpError.js';
import type { PubSub } from '../../platform/ports/PubSub.js';

/** Milliseconds between two comments, so that no proxy takes the stream for dead. */
const HEARTBEAT = 15_000;
/** Milliseconds after which a stream ends; the page opens another one. */
const LIFE = 5 * 60_000;
/** Streams of one replica at a time. */
const MOST = 2_000;

const channelOf = (orderId: string) => `onramp_order:${orderId}`;

export interface OrderEvents {
  /** Tells all replicas that an order may have changed. */
  changed(orderId: string): Promise<void>;
  /**
   * Streams the states of an order as server-sent events: the present one, then each change, until the final one.
   *
   * @param read - Reads the state of the order.
   * @throws HttpError 503 `ONRAMP_UNAVAILABLE` while there are too many streams.
   */
  stream(orderId: string, read: () => Promise<OnrampOrderStatus>): ReadableStream<Uint8Array>;
  /** Ends all streams, and refuses new ones. */
  close(): void;
}

/** Reports changes of orders to the pages that wait for them, over all replicas. */
export function orderEvents(pubSub: PubSub): OrderEvents {
  const open = new Set<(closes?: boolean) => void>();
  let isClosed = false;
  return {
    changed: orderId => pubSub.publish(channelOf(orderId), ''),
    stream(orderId, read) {
      if (isClosed || open.size >= MOST)
        throw new HttpError(503, 'ONRAMP_UNAVAILABLE', 'Too many orders are followed now');
      const encoder = new TextEncoder();
      let unsubscribe: (() => Promise<void>) | undefined;
      let sent: OnrampOrderStatus | undefined;
      let end = (_closes = true) => {};
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
            clearInterval(beat);
            clearTimeout(late);
            void unsubscribe?.().catch(() => {});
            if (closes) controller.close();
          };
          open.add(end);
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
