import * as z from 'zod';
import type { SqlRow, SqlRunner } from '../../platform/ports/Database.js';
import { addEvent } from './addEvent.js';
import { UNCONFIRMED } from './paymentRows.js';
import type { Backlog, StoredUnread, UnreadChanges, UnreadRange } from './TransferSource.js';

/** Seconds until a transaction is read again, by the number of attempts, the last one repeated. */
const DELAYS = [60, 600, 3_600];
/** Seconds after an outage, which is no attempt. */
const OUTAGE_DELAY = 60;
/** Transactions that a step reads again. */
const MOST_DUE = 8;
/**
 * Transactions of a recipient that are stored one by one. Of what is above that, only the blocks are stored: anyone can send a recipient
 * what cannot be read, and must neither fill the database nor hide another one's payment.
 */
const MOST_STORED = 100;

/** Unread transactions of which a project is told in an hour: anyone can send a recipient what cannot be read. */
const MOST_TOLD = 500;

/** The progress of a range of which nobody was told yet, at its beginning. */
const BEGIN = '{"hasUnread":false,"isNew":true}';

const height = z.union([z.string(), z.number(), z.bigint()]).transform(Number);
const unreadRow = z.object({
  hash: z.string(),
  recipient: z.string(),
  blockNumber: height,
  includedAt: z.date(),
  reason: z.string(),
  seenAt: z.date(),
});
const rangeRow = z.object({
  recipient: z.string(),
  first: height,
  last: height,
  seenAt: z.date(),
  progress: z.string().nullable(),
});

const addedRow = z.object({
  hash: z.string(),
  recipient: z.string(),
  reason: z.string(),
  blockNumber: height,
  isNew: z.boolean(),
});

/** A transaction that was stored for the first time. */
export type NewUnread = Readonly<Omit<z.infer<typeof addedRow>, 'isNew'>> & { readonly isNamed: boolean };

const UNREAD = `hash, recipient, block_number as "blockNumber", included_at as "includedAt", reason, first_seen as "seenAt"`;
/** Restricts rows to recipients that are watched. */
const isWatched = (table: string) =>
  `exists (select 1 from payments p where p.chain_id = ${table}.chain_id and p.recipient = ${table}.recipient
     and p.watched_until > now())`;
/** SQL: the time of the next attempt, after so many. */
const nextAt = (attempts: string) =>
  `now() + make_interval(secs => (array[${DELAYS.join(', ')}])[least(${attempts}, ${DELAYS.length})])`;

/** The transactions of a chain that could not be read: those above a position, and those whose turn it is. */
export async function readUnread(
  runner: SqlRunner,
  chainId: string,
  position: number,
): Promise<StoredUnread> {
  const [listed, due, ranges] = [
    await runner.query(`select ${UNREAD} from payment_unread where chain_id = $1 and block_number > $2`, [
      chainId,
      position,
    ]),
    await runner.query(
      `select ${UNREAD} from payment_unread u where chain_id = $1 and next_at <= now() and ${isWatched('u')}
       order by next_at, hash limit ${MOST_DUE}`,
      [chainId],
    ),
    await runner.query(
      `select recipient, first_number as first, last_number as last, seen_at as "seenAt", progress
       from payment_unread_ranges r where chain_id = $1 and next_at <= now() and ${isWatched('r')}
       order by next_at, recipient limit 1`,
      [chainId],
    ),
  ];
  const [range] = ranges.map((row): UnreadRange => rangeRow.parse(row));
  const parsed = (rows: readonly SqlRow[]) => rows.map(row => unreadRow.parse(row));
  return { above: parsed(listed), due: parsed(due), range };
}

/**
 * Stores what a step could not read, and what came of reading again.
 *
 * @param final - The height up to which the step has read for good.
 * @returns what was not stored before.
 */
export async function storeUnread(
  runner: SqlRunner,
  chainId: string,
  { askedAt, added, again, backlog = [], range }: UnreadChanges,
  final: number,
): Promise<readonly NewUnread[]> {
  for (const { hash, recipient, outcome } of again) {
    const place = [chainId, hash, recipient];
    const where = 'chain_id = $1 and hash = $2 and recipient = $3';
    if (outcome === 'read') await runner.query(`delete from payment_unread where ${where}`, place);
    else if (outcome === 'outage')
      await runner.query(
        `update payment_unread set next_at = now() + make_interval(secs => ${OUTAGE_DELAY}) where ${where}`,
        place,
      );
    else
      await runner.query(
        `update payment_unread set attempts = attempts + 1, next_at = ${nextAt('attempts + 1')} where ${where}`,
        place,
      );
  }
  if (range) await storeRange(runner, chainId, range);
  const fresh = added.length > 0 ? await add(runner, chainId, added, askedAt) : [];
  for (const one of fresh) if (one.isNamed) await tell(runner, chainId, one);
  await fold(runner, chainId, final);
  for (const one of backlog) await addBacklog(runner, chainId, one);
  for (const table of ['payment_unread', 'payment_unread_ranges'])
    await runner.query(`delete from ${table} where chain_id = $1 and not ${isWatched(table)}`, [chainId]);
  return fresh;
}

async function add(
  runner: SqlRunner,
  chainId: string,
  added: UnreadChanges['added'],
  askedAt: Date,
): Promise<readonly NewUnread[]> {
  // Another replica may have read the transaction meanwhile. One that was read before a block contained it is read again.
  const rows = await runner.query(
    `insert into payment_unread (chain_id, hash, recipient, block_number, included_at, reason, first_seen, next_at)
     select $1, n.hash, n.recipient, n."blockNumber", n."includedAt", n.reason, $3, ${nextAt('1')}
     from jsonb_to_recordset($2::jsonb)
       as n (hash text, recipient text, "blockNumber" bigint, "includedAt" timestamptz, reason text)
     where not exists (select 1 from payment_transfers t where t.chain_id = $1 and t.hash = n.hash
       and t.recipient = n.recipient and not t.is_removed and t.block_number < ${UNCONFIRMED})
     on conflict (chain_id, hash, recipient)
       do update set block_number = excluded.block_number, included_at = excluded.included_at
     returning hash, recipient, reason, block_number as "blockNumber", xmax = 0 as "isNew"`,
    [chainId, JSON.stringify(added), askedAt],
  );
  return rows.flatMap(row => {
    const { isNew, ...one } = addedRow.parse(row);
    const isNamed = added.some(
      ({ hash, recipient, isNamed = true }) => isNamed && hash === one.hash && recipient === one.recipient,
    );
    return isNew ? [{ ...one, isNamed }] : [];
  });
}

/** Tells the projects that watched the recipient when the transaction was included. One of a range may have been told before. */
async function tell(
  runner: SqlRunner,
  chainId: string,
  { hash, recipient, blockNumber }: NewUnread,
): Promise<void> {
  const rows = await runner.query(
    `select distinct project_id as id from payments p where chain_id = $1 and recipient = $2 and watched_until > now()
       and coalesce(from_number, -1) < $3 and $4 > (select count(*) from payment_events e
         where e.project_id = p.project_id and e.created_at > now() - interval '1 hour'
           and e.body like '{"type":"payment.unread"%')
       and not exists (select 1 from payment_events e where e.project_id = p.project_id
         and e.body like '{"type":"payment.unread"%' and strpos(e.body, $5) > 0 and strpos(e.body, $2) > 0)`,
    [chainId, recipient, blockNumber, MOST_TOLD, hash],
  );
  for (const { id } of rows)
    await addEvent(runner, String(id), 'payment.unread', { unread: { chainId, hash, recipient } });
}

/** Replaces the newest transactions of recipients with too many by their range. Those above `final` are still listed in each step. */
async function fold(runner: SqlRunner, chainId: string, final: number): Promise<void> {
  const full = await runner.query(
    'select recipient from payment_unread where chain_id = $1 group by recipient having count(*) > $2',
    [chainId, MOST_STORED],
  );
  for (const { recipient } of full)
    await runner.query(
      `with folded as (
         delete from payment_unread where chain_id = $1 and recipient = $2 and block_number <= $3 and hash in
           (select hash from payment_unread where chain_id = $1 and recipient = $2
            order by first_seen, block_number, hash offset ${MOST_STORED})
         returning block_number, first_seen)
       insert into payment_unread_ranges (chain_id, recipient, first_number, last_number, seen_at, next_at)
       select $1, $2, min(block_number), max(block_number), max(first_seen), ${nextAt('1')} from folded having count(*) > 0
       on conflict (chain_id, recipient) do update set
         first_number = least(payment_unread_ranges.first_number, excluded.first_number),
         last_number = greatest(payment_unread_ranges.last_number, excluded.last_number),
         seen_at = greatest(payment_unread_ranges.seen_at, excluded.seen_at),
         -- A range that is just being read again is not read to its new ends.
         progress = case when payment_unread_ranges.progress is not null
           then jsonb_set(payment_unread_ranges.progress::jsonb, '{hasUnread}', 'true')::text end`,
      [chainId, String(recipient), final],
    );
}

/**
 * A range that a next step reads at once. One that is being read goes on, so that new transactions do not keep it from its end, and is
 * read whole again at once: nobody was told yet of what the new part has.
 */
async function addBacklog(runner: SqlRunner, chainId: string, backlog: Backlog): Promise<void> {
  const { recipient, first, last, seenAt, progress } = backlog;
  await runner.query(
    `insert into payment_unread_ranges as r (chain_id, recipient, first_number, last_number, seen_at, progress, next_at)
     values ($1, $2, $3, $4, $5, $6, now())
     on conflict (chain_id, recipient) do update set
       first_number = least(r.first_number, excluded.first_number),
       last_number = greatest(r.last_number, excluded.last_number),
       seen_at = greatest(r.seen_at, excluded.seen_at), next_at = now(), is_again = r.progress is not null,
       progress = jsonb_set(coalesce(r.progress, excluded.progress)::jsonb, '{hasUnread}', 'true')::text`,
    [chainId, recipient, first, last, seenAt, progress],
  );
}

async function storeRange(
  runner: SqlRunner,
  chainId: string,
  { recipient, first, last, outcome, progress }: NonNullable<UnreadChanges['range']>,
): Promise<void> {
  const place = [chainId, recipient];
  const where = 'chain_id = $1 and recipient = $2';
  // Another replica may have extended it meanwhile.
  if (outcome === 'read')
    await runner.query(
      `delete from payment_unread_ranges where ${where} and first_number = $3 and last_number = $4 and not is_again`,
      [...place, first, last],
    );
  else if (outcome === 'outage')
    await runner.query(
      `update payment_unread_ranges set next_at = now() + make_interval(secs => ${OUTAGE_DELAY}) where ${where}`,
      place,
    );
  else if (progress !== null)
    await runner.query(`update payment_unread_ranges set progress = $3 where ${where}`, [...place, progress]);
  if (outcome !== 'outage' && progress === null)
    await runner.query(
      `update payment_unread_ranges set progress = case when is_again then '${BEGIN}' end, attempts = attempts + 1,
         next_at = case when is_again then now() else ${nextAt('attempts + 1')} end, is_again = false
       where ${where}`,
      place,
    );
}
