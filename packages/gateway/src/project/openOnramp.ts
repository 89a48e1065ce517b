import type { Hono } from 'hono';
import type { Log } from '../platform/jsonLog.js';
import type { Cache } from '../platform/ports/Cache.js';
import type { Database } from '../platform/ports/Database.js';
import type { PubSub } from '../platform/ports/PubSub.js';
import type { RpcService } from './chains/service.js';
import { developmentExchange } from './onramp/exchange/developmentExchange.js';
import { exchangePages } from './onramp/exchange/exchangePages.js';
import { exchangeStore } from './onramp/exchange/exchangeStore.js';
import { exchangeTransfers } from './onramp/exchange/exchangeTransfers.js';
import type { OnrampProvider } from './onramp/OnrampProvider.js';
import type { OnrampVendors } from './onramp/onrampSettings.js';
import { orderEvents } from './onramp/orderEvents.js';
import { orderStore } from './onramp/orderStore.js';
import { type Onramp, onramp } from './onramp/service.js';
import { coinbase } from './onramp/vendors/coinbase.js';
import { meld } from './onramp/vendors/meld.js';

export interface OpenOnrampOptions {
  readonly database: Database;
  readonly pubSub: PubSub;
  readonly cache: Cache;
  readonly rpc: Pick<RpcService, 'call'>;
  readonly log: Log;
  readonly developmentMode: boolean;
  readonly vendors: OnrampVendors;
  /** Sends a request to the gateway. */
  readonly deliver: (request: Request) => Promise<Response> | Response;
}

/** Purchases, and in development the exchange that stands in for the services without a key. */
export interface OpenOnramp {
  readonly onramp: Onramp;
  /** Pages of the development exchange. */
  readonly pages: Hono | undefined;
  /** Continues what a restart interrupted. */
  resume(): Promise<void>;
  /** Ends the events of all orders. */
  endStreams(): void;
  close(): void;
}

export function openOnramp(options: OpenOnrampOptions): OpenOnramp {
  const { database, pubSub, cache, rpc, log, developmentMode, vendors, deliver } = options;
  const orders = orderStore(database);
  const events = orderEvents(pubSub, cache);
  const own: OnrampProvider[] = [
    ...(vendors.coinbase ? [coinbase(vendors.coinbase)] : []),
    ...(vendors.meld ? [meld(vendors.meld)] : []),
  ];
  if (!developmentMode)
    return {
      onramp: onramp(own, orders, events),
      pages: undefined,
      resume: async () => {},
      endStreams: events.close,
      close: events.close,
    };
  const stop = new AbortController();
  const store = exchangeStore(database);
  const transfers = exchangeTransfers(rpc, stop.signal);
  const exchange = developmentExchange({ orders, store, transfers, deliver, log, stopped: stop.signal });
  const known = new Set(own.map(({ id }) => id));
  const standIns = exchange.providers.filter(({ id }) => !known.has(id));
  return {
    onramp: onramp([...own, ...standIns], orders, events),
    pages: exchangePages({ orders, store, exchange }),
    resume: exchange.resume,
    endStreams: events.close,
    close() {
      stop.abort();
      events.close();
    },
  };
}
