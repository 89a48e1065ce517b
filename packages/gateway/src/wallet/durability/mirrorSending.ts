import { Gauge, type Registry } from 'prom-client';
import * as z from 'zod';
import { errorFields, type Log } from '../../platform/jsonLog.js';
import type { SealedStore } from '../../platform/keyvault/openSealedStore.js';
import { WALLET_TIMES } from '../shared/walletLimits.js';
import type { WalletParts } from '../shared/walletParts.js';
import { sendMirror } from './sendMirror.js';

/** Sends the changes of the stores to each other until it ends. */
export interface MirrorSending {
  /** Sends everything that waits. @throws HttpError 503 `PEER_UNAVAILABLE`. */
  flush(): Promise<void>;
  /** Stops; resolves when nothing is being sent. */
  end(): Promise<void>;
}

/** Starts to send what changes in the stores of this process. A failure is logged and repeated at the next interval. */
export function mirrorSending(all: readonly WalletParts[], log: Log): MirrorSending {
  let ended = false;
  const flush = async (parts: WalletParts, mayStop: () => boolean) => {
    while ((await sendMirror(parts)) > 0 && !mayStop());
  };
  const tryOne = (parts: WalletParts) =>
    flush(parts, () => ended).catch(error => {
      if (!ended) log('error', 'mirror_failed', { store: parts.store.schema, ...errorFields(error) });
    });
  let sending: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    sending = sending.then(() => (ended ? undefined : Promise.all(all.map(tryOne))));
  }, WALLET_TIMES.mirror);
  timer.unref();
  return {
    async flush() {
      await sending;
      await Promise.all(all.map(parts => flush(parts, () => false)));
    },
    async end() {
      ended = true;
      clearInterval(timer);
      await sending;
    },
  };
}

const lagRow = z.object({ waiting: z.number(), seconds: z.number() });

/** How many changes of a store wait for the other one, and the age of the oldest in seconds. */
export async function mirrorLag({ database, schema }: SealedStore) {
  const [row] = await database.query(
    `select count(*)::int as waiting,
       coalesce(extract(epoch from clock_timestamp() - min(at)), 0)::float8 as seconds
     from ${schema}.mirror_outbox`,
  );
  return lagRow.parse(row);
}

/** Registers the lag of the stores' mirrors, read at each scrape. */
export function mirrorMetrics(registry: Registry, stores: readonly SealedStore[]): void {
  const gauge = (name: string, help: string, field: 'waiting' | 'seconds') =>
    new Gauge({
      name,
      help,
      labelNames: ['store'],
      registers: [registry],
      async collect() {
        // Without a database, the figure is left out instead of failing the scrape.
        for (const store of stores) {
          const lag = await mirrorLag(store).catch(() => undefined);
          if (lag === undefined) this.remove({ store: store.schema });
          else this.set({ store: store.schema }, lag[field]);
        }
      },
    });
  gauge('latchkit_mirror_waiting', 'Changes that the other store does not have yet', 'waiting');
  gauge(
    'latchkit_mirror_lag_seconds',
    'Age of the oldest change that the other store does not have',
    'seconds',
  );
}
