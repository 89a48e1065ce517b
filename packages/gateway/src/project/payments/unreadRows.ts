import * as z from 'zod';
import type { SqlRow, SqlRunner } from '../../platform/ports/Database.js';
import type { StoredUnread, UnreadChanges, UnreadRange } from './TransferSource.js';

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
 */
export async function storeUnread(
  runner: SqlRunner,
  chainId: string,
  { askedAt, added, again, range }: UnreadChanges,
  final: number,
): Promise<void> {
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
  if (added.length > 0) await add(runner, chainId, added, askedAt);
  await fold(runner, chainId, final);
  for (const table of ['payment_unread', 'payment_unread_ranges'])
    await runner.query(`delete from ${table} where chain_id = $1 and not ${isWatched(table)}`, [chainId]);
}

async function add(
  runner: SqlRunner,
  chainId: string,
  added: UnreadChanges['added'],
  askedAt: Date,
): Promise<void> {
  // Another replica may have read the transaction meanwhile.
  await runner.query(
    `insert into payment_unread (chain_id, hash, recipient, block_number, included_at, reason, first_seen, next_at)
     select $1, n.hash, n.recipient, n."blockNumber", n."includedAt", n.reason, $3, ${nextAt('1')}
     from jsonb_to_recordset($2::jsonb)
       as n (hash text, recipient text, "blockNumber" bigint, "includedAt" timestamptz, reason text)
     where not exists (select 1 from payment_transfers t where t.chain_id = $1 and t.hash = n.hash
       and t.recipient = n.recipient and not t.is_removed)
     on conflict (chain_id, hash, recipient)
       do update set block_number = excluded.block_number, included_at = excluded.included_at`,
    [chainId, JSON.stringify(added), askedAt],
  );
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
         seen_at = greatest(payment_unread_ranges.seen_at, excluded.seen_at)`,
      [chainId, String(recipient), final],
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
      `delete from payment_unread_ranges where ${where} and first_number = $3 and last_number = $4`,
      [...place, first, last],
    );
  else if (outcome === 'outage')
    await runner.query(
      `update payment_unread_ranges set next_at = now() + make_interval(secs => ${OUTAGE_DELAY}) where ${where}`,
      place,
    );
  else if (progress !== null)
    await runner.query(`update payment_unread_ranges set progress = $3 where ${where}`, [...place, progress]);
  else
    await runner.query(
      `update payment_unread_ranges set progress = null, attempts = attempts + 1, next_at = ${nextAt('attempts + 1')}
       where ${where}`,
      place,
    );
}
