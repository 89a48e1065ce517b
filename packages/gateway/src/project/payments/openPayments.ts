import { setTimeout as sleep } from 'node:timers/promises';
import { sweepExpired } from '../../platform/adapters/sweepExpired.js';
import { boundedMap } from '../../platform/boundedMap.js';
import { PUBLIC_HTTPS, type RequestGuard } from '../../platform/http/guardedRequest.js';
import type { CallHandler } from '../../platform/http/serveCalls.js';
import { errorFields, type Log } from '../../platform/jsonLog.js';
import { type Lease, lease } from '../../platform/lease.js';
import type { Cache } from '../../platform/ports/Cache.js';
import type { Database } from '../../platform/ports/Database.js';
import type { RpcService } from '../chains/service.js';
import { isRateLimit } from '../chains/waitOutRate.js';
import { DEVELOPMENT_PROJECT_ID } from '../projects/developmentProject.js';
import { projectsWithout } from '../projects/storeOfMode.js';
import { deliverEvents } from './deliverEvents.js';
import { existingPaymentProjects, paymentProjects } from './paymentProjects.js';
import { reviewPayments } from './reviewPayments.js';
import { paymentCalls } from './routes.js';
import { payments } from './service.js';
import { type WatchParts, watchChain } from './watchChain.js';

/** Milliseconds between two looks at the chains and at the events, and lifetime of a lease. */
const INTERVAL = 2_000;
const LEASE_LIFE = 15_000;
/** Looks at other chains for one at Bitcoin, whose blocks are slow and whose nodes are asked for each recipient; in development one. */
const BITCOIN_EVERY = 5;
/** Transactions that pay nothing, which are remembered by their hash until they are final. */
const MOST_SEEN = 50_000;
/** Events that wait for their servers at once. */
const MOST_EVENTS = 200;

/** Seconds that a node may name as the time until it is asked again. */
const MOST_PAUSE = 60;

/** Secret of the development project. It is public. */
export const DEVELOPMENT_SECRET = `lks_${'0'.repeat(43)}`;

/** In development, the server of the shop is on this machine. */
const LOCAL: RequestGuard = { protocols: ['https:', 'http:'], isAllowed: () => true };

export interface PaymentsSetup {
  /** Milliseconds between two looks at the chains and at the events. Default: 2 000. */
  readonly interval?: number;
  /** The servers that webhooks may reach. Default: HTTPS on the public internet; in development any. */
  readonly guard?: RequestGuard;
  /** Milliseconds between attempts to send a webhook, the last one repeated. Default: from 2 s to 2 h. */
  readonly retryDelays?: readonly number[];
  /** Default: the system's clock. */
  readonly now?: () => number;
}

export interface PaymentsParts {
  readonly database: Database;
  readonly cache: Cache;
  readonly rpc: Pick<RpcService, 'call' | 'callItem' | 'callNodes' | 'chainIds'>;
  readonly developmentMode: boolean;
  readonly log: Log;
  /** Counts a transaction that cannot be read. Default: nothing does. */
  readonly unreadItem?: (chainId: string, reason: string) => void;
}

/** Opens the payments: their calls, the watchers of the chains and the webhooks. */
export async function openPayments(
  { interval = INTERVAL, guard, retryDelays, now = Date.now }: PaymentsSetup,
  { database, cache, rpc, developmentMode, log, unreadItem = () => {} }: PaymentsParts,
): Promise<{ readonly handlers: readonly CallHandler[]; close(): Promise<void> }> {
  const stop = new AbortController();
  const stopped = stop.signal;
  const without = projectsWithout(developmentMode);
  const projects = existingPaymentProjects(database, without);
  if (developmentMode && !(await projects.find(DEVELOPMENT_PROJECT_ID)))
    await paymentProjects(database).save(DEVELOPMENT_PROJECT_ID, DEVELOPMENT_SECRET, undefined);
  await reviewPayments(database);
  const leases = new Map<string, Lease>();
  const leaseOf = (chainId: string) => {
    const own = leases.get(chainId) ?? lease(cache, `payments:${chainId}`, LEASE_LIFE);
    leases.set(chainId, own);
    return own;
  };
  // An outage is logged once.
  const waiting = new Set<string>();
  const report = (error: unknown, part: string) => {
    if (!stopped.aborted && !waiting.has(part)) log('warn', 'payments_wait', { part, ...errorFields(error) });
    waiting.add(part);
  };
  const onUnread: WatchParts['onUnread'] = (chainId, unread) => {
    for (const { reason } of unread) unreadItem(chainId, reason);
    const [first] = unread.flatMap(({ hash }) => hash ?? []);
    if (first !== undefined) log('warn', 'payments_unread', { chain: chainId, count: unread.length, first });
  };
  const seen = boundedMap<true>(MOST_SEEN);
  /** Until when the nodes of a chain do not want to be asked, on the clock of `performance`. */
  const pauses = new Map<string, number>();
  const follow = async (chainId: string) => {
    try {
      while (!stopped.aborted && (await leaseOf(chainId).hold()))
        if (!(await watchChain({ database, rpc, seen, without, onUnread }, chainId, stopped))) break;
      waiting.delete(chainId);
    } catch (error) {
      if (isRateLimit(error)) {
        const pause = 1_000 * Math.min(MOST_PAUSE, error.retryAfter ?? 0);
        pauses.set(chainId, performance.now() + pause);
      }
      report(error, chainId);
    }
  };
  const following = new Map<string, Promise<void>>();
  /** A chain that does not respond holds up no look at the others. */
  const look = (chainId: string) => {
    if (following.has(chainId) || performance.now() < (pauses.get(chainId) ?? 0)) return;
    const ended = follow(chainId).finally(() => following.delete(chainId));
    following.set(chainId, ended);
  };
  let looks = 0;
  const watch = async () => {
    looks += 1;
    const rows = await database.query(
      `select distinct chain_id as id from payments
       where watched_until > now() and project_id <> all(string_to_array($1, ' '))`,
      [without.join(' ')],
    );
    const chains = rows.map(({ id }) => String(id));
    const isTurn = developmentMode || looks % BITCOIN_EVERY === 0;
    for (const id of chains) if (isTurn || !id.startsWith('bip122:')) look(id);
  };
  const batches = new Set<Promise<unknown>>();
  const sending = new Map<string, number>();
  const sweep = sweepExpired(database, 'payment_events');
  const deliver = async () => {
    const parts = {
      ...{ database, log, stopped, now, retryDelays, waiting: sending, without },
      guard: guard ?? (developmentMode ? LOCAL : PUBLIC_HTTPS),
    };
    await sweep();
    // A slow server holds up no other.
    while (!stopped.aborted && sum(sending) < MOST_EVENTS) {
      const { count, sent } = await deliverEvents(parts);
      if (count === 0) break;
      const batch: Promise<unknown> = sent
        .catch((error: unknown) => report(error, 'webhooks'))
        .then(() => batches.delete(batch));
      batches.add(batch);
    }
  };
  const repeat = async (part: string, work: () => Promise<void>) => {
    while (!stopped.aborted) {
      await work().then(
        () => waiting.delete(part),
        (error: unknown) => report(error, part),
      );
      await sleep(interval, undefined, { signal: stopped }).catch(() => {});
    }
  };
  const running = Promise.all([repeat('chains', watch), repeat('webhooks', deliver)]);
  return {
    handlers: paymentCalls(payments(database, rpc, now), projects),
    async close() {
      stop.abort();
      await running;
      await Promise.all(following.values());
      await Promise.all(batches);
      await Promise.all([...leases.values()].map(one => one.release()));
    },
  };
}

function sum(counts: ReadonlyMap<string, number>): number {
  return [...counts.values()].reduce((total, count) => total + count, 0);
}
