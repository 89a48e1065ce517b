import * as z from 'zod';
import type { Database } from '../../../platform/ports/Database.js';
import type { Mail, MailboxLimits } from './Mailbox.js';
import { mailSize } from './mailSize.js';
import { type Eviction, evictions, mailUsage } from './mailUsage.js';

/** Number of clients that are counted individually: those with the most bytes. */
const CLIENTS = 10_000;
/** Share of the mailbox that may be added before a recount, because other replicas add to it too. */
const UNCOUNTED = 1 / 16;

const COUNT = `
  select network, sender, sum(size)::float8 as bytes, (sum(sum(size)) over ())::float8 as total
  from relay_messages where message is not null
  group by network, sender order by bytes desc limit ${CLIENTS}`;

const EVICT = `
  with evicted as (
    delete from relay_messages using (
      select topic, id, sum(size) over (partition by network, sender order by position) - size as before, bytes
      from relay_messages
      join jsonb_to_recordset($1::jsonb) as given (network text, sender text, bytes float8) using (network, sender)
      where message is not null
    ) as old
    where relay_messages.topic = old.topic and relay_messages.id = old.id and old.before < old.bytes
    returning 1
  )
  select count(*)::float8 as evicted from evicted`;

const countRow = z.object({ network: z.string(), sender: z.string(), bytes: z.number(), total: z.number() });
const evictedRow = z.object({ evicted: z.number() });

/** Enforces the caps of clients, networks and the whole mailbox in a database. */
export interface DatabaseCaps {
  /** Evicts messages, so that these can be written within the caps. */
  makeRoom(sent: readonly { readonly mail: Mail; readonly network: string }[]): Promise<void>;
  /** Counts stored messages, and evicts those above a cap. */
  count(): Promise<void>;
  readonly evicted: number;
}

/**
 * The database counts the stored messages, but not for each group: additions since the last count are added to it, and
 * removals are ignored. A recount is needed only near a cap, or after a share of the whole mailbox was added.
 */
export function databaseCaps(database: Database, limits: MailboxLimits): DatabaseCaps {
  const usage = mailUsage();
  let added = Number.POSITIVE_INFINITY;
  let evicted = 0;

  const recount = async () => {
    const rows = (await database.query(COUNT)).map(row => countRow.parse(row));
    usage.clear();
    added = 0;
    for (const { network, sender, bytes } of rows) usage.add(network, sender, bytes);
    usage.addOthers((rows[0]?.total ?? 0) - usage.total);
    return rows;
  };
  const evict = async (which: readonly Eviction[]) => {
    if (which.length === 0) return;
    const [row] = await database.query(EVICT, [JSON.stringify(which)]);
    evicted += evictedRow.parse(row).evicted;
  };

  return {
    get evicted() {
      return evicted;
    },
    async count() {
      await evict(evictions(usage, limits, await recount()));
    },
    async makeRoom(sent) {
      const origins = sent.map(({ mail, network }) => ({
        network,
        sender: mail.sender,
        size: mailSize(mail),
      }));
      const add = () => {
        for (const { network, sender, size } of origins) {
          usage.add(network, sender, size);
          added += size;
        }
      };
      const isOver = ({ network, sender }: { readonly network: string; readonly sender: string }) =>
        usage.ofSender(network, sender) > limits.clientBytes ||
        usage.ofNetwork(network) > limits.networkBytes;
      add();
      const mustCount =
        added > limits.bytes * UNCOUNTED || usage.total > limits.bytes || origins.some(isOver);
      if (!mustCount) return;
      await recount();
      add();
      await evict(evictions(usage, limits, origins));
    },
  };
}
