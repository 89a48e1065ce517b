import type { Payment } from 'latchkit/protocol';
import { onTestFinished } from 'vitest';
import { boundedMap } from '../../src/platform/boundedMap.js';
import type { Database } from '../../src/platform/ports/Database.js';
import { rpcService } from '../../src/project/chains/service.js';
import { upstreams } from '../../src/project/chains/upstreams.js';
import { paymentProjects } from '../../src/project/payments/paymentProjects.js';
import { payments } from '../../src/project/payments/service.js';
import { watchChain } from '../../src/project/payments/watchChain.js';
import { openTestDatabase } from '../testDatabase.js';

/** The project of the payments. */
const PROJECT = 'shop';
/** Milliseconds in which a node must answer: a busy machine is no outage. */
const TIMEOUT = 20_000;
/** Transactions that pay nothing, which a process remembers. */
const MOST_SEEN = 50_000;

/**
 * The watcher of a chain, step by step, until the test ends.
 *
 * @param urls - Of the chain's nodes.
 * @param shared - The database of another replica. Default: an own one.
 */
export async function startWatcher(chainId: string, urls: readonly string[], shared?: Database) {
  const database = shared ?? (await openTestDatabase());
  if (!shared) {
    await database.query('insert into projects (id, name) values ($1, $1)', [PROJECT]);
    await paymentProjects(database).save(PROJECT, 'lks_secret', 'https://shop.example/hook');
  }
  const start = () => ({
    rpc: rpcService({ chains: upstreams({ [chainId]: urls }, true), timeout: TIMEOUT }),
    stop: new AbortController(),
    seen: boundedMap<true>(MOST_SEEN),
  });
  let process = start();
  onTestFinished(async () => {
    process.rpc.close();
    if (!shared) await database.close();
  });
  const service = () => payments(database, process.rpc);
  const read = ({ id }: Pick<Payment, 'id'>) => service().read(PROJECT, id);
  const look = ({ rpc, stop, seen } = process) => watchChain({ database, rpc, seen }, chainId, stop.signal);
  return {
    database,
    create: (recipient: string, amount: bigint, asset = chainId) =>
      service().create(
        PROJECT,
        { body: { recipient, asset, amount: String(amount) } } as never,
        process.stop.signal,
      ),
    read,
    status: async (payment: Payment) => (await read(payment)).status,
    /** How many of some payments are paid. */
    async paid(made: readonly Payment[]): Promise<number> {
      const all = await Promise.all(made.map(read));
      return all.filter(({ status }) => status === 'paid').length;
    },
    /** One look at the chain. */
    look: () => look(),
    /** Looks until nothing is left. */
    async lookAll(): Promise<void> {
      while (await look());
    },
    /** A look after the time in which nothing is read again. */
    async lookLater(): Promise<boolean> {
      for (const table of ['payment_unread', 'payment_unread_ranges'])
        await database.query(`update ${table} set next_at = now() where next_at > now()`);
      return look();
    },
    position: async () =>
      Number(
        (await database.query('select number from payment_chains where chain_id = $1', [chainId]))[0]?.number,
      ),
    /** The bodies of all events. */
    events: async () =>
      (await database.query('select body from payment_events order by position')).map(
        ({ body }) =>
          JSON.parse(String(body)) as {
            readonly type: string;
            readonly data: { readonly payment?: Payment; readonly unread?: { readonly hash: string } };
          },
      ),
    /** What the process remembers of transactions that pay nothing. */
    seen: () => process.seen,
    /** Ends the process in the middle of what it does, and starts another one. */
    kill() {
      process.stop.abort();
      process.rpc.close();
      process = start();
    },
  };
}
