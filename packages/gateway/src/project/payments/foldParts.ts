import { createHash, randomBytes } from 'node:crypto';
import type { SqlRunner } from '../../platform/ports/Database.js';
import {
  byAmount,
  counts,
  isDue,
  MEMBER_LENGTH,
  type StoredPayment,
  type StoredTransfer,
  UNCONFIRMED,
} from './paymentRows.js';
import type { FoundTransfer, Reading } from './TransferSource.js';

/** Small parts of an open payment that are stored one by one: the largest. Anyone can send very many. */
const MOST_PARTS = 100;
/** The share of its payment below which a part is small. */
const SMALL_SHARE = 100n;
/** Parts of one row, and such rows of a payment. Those above that, which are the smallest of more than 100,000, count no more. */
const MOST_MEMBERS = 1_000;
const MOST_ROWS = 100;

/** What of a transfer tells it apart from the others of its recipient and token. */
type Key = Pick<FoundTransfer, 'hash' | 'ordinal'>;

/** What stands for a transfer in a row with many: whether a transfer counts already must stay known, because old blocks are read again. */
export function memberOf({ hash, ordinal }: Key): string {
  return createHash('sha256').update(`${hash} ${ordinal}`).digest('base64url').slice(0, MEMBER_LENGTH);
}

/**
 * Puts small parts of an open payment together if there are very many. Their sum stays, and so does what tells them apart.
 *
 * @param own - All transfers of the payment.
 */
export async function foldParts(
  runner: SqlRunner,
  payment: StoredPayment,
  own: readonly StoredTransfer[],
  { settled, asksByHash = false }: Pick<Reading, 'settled' | 'asksByHash'>,
): Promise<void> {
  const counted = own.filter(counts);
  const folded = counted.filter(one => one.folded > 0);
  const rest = restOf(payment, counted);
  const isSettled = ({ blockNumber }: StoredTransfer) => blockNumber <= settled;
  if (folded.filter(isSettled).length >= MOST_ROWS) return remove(runner, payment, rest);
  // A reorganisation removes what a block had.
  const open = asksByHash ? [] : [...folded, ...rest].filter(one => !isSettled(one));
  const blocks = [...new Set(open.map(({ blockNumber }) => blockNumber))];
  const groups = [
    [...folded, ...rest].filter(isSettled),
    ...blocks.map(number => open.filter(({ blockNumber }) => blockNumber === number)),
  ];
  for (const rows of groups)
    for (const pack of packsOf(rows))
      if (pack.length > 1 || pack.some(one => one.folded === 0)) await merge(runner, payment, pack);
}

/** The parts that are not stored one by one. The first one stays, because it says for whom the payment is open. */
function restOf({ amount }: StoredPayment, counted: readonly StoredTransfer[]): readonly StoredTransfer[] {
  const single = counted.filter(one => one.folded === 0);
  const small = single.filter(one => one.amount * SMALL_SHARE < amount).sort(byAmount);
  const unnamed = single.filter(({ names }) => names === null).map(({ position }) => position);
  const first = Math.min(...unnamed);
  return small.slice(MOST_PARTS).filter(({ position }) => position !== first);
}

/** Rows that fit into one. */
function packsOf(rows: readonly StoredTransfer[]): readonly (readonly StoredTransfer[])[] {
  const packs: StoredTransfer[][] = [];
  let left = 0;
  for (const row of rows.filter(one => one.folded < MOST_MEMBERS)) {
    const size = Math.max(1, row.folded);
    if (size > left) {
      packs.push([]);
      left = MOST_MEMBERS;
    }
    packs.at(-1)?.push(row);
    left -= size;
  }
  return packs;
}

/** Replaces rows by one. It names its payment, so that no rule takes it for a part of a sender. */
async function merge(
  runner: SqlRunner,
  payment: StoredPayment,
  rows: readonly StoredTransfer[],
): Promise<void> {
  const { projectId, chainId, recipient, token, id } = payment;
  const single = rows.filter(one => one.folded === 0);
  const last = Math.max(...rows.map(({ includedAt }) => includedAt.getTime()));
  await runner.query(
    `insert into payment_transfers (project_id, chain_id, hash, recipient, token, ordinal, block_number, included_at, sender, amount,
       payment_id, is_late, names, is_sender_certain, members)
     select $1, $2, $3, $4, $5, 0, $6, $7, '', $8, $9, false, $9, false, $10 || coalesce((select string_agg(members, '')
       from payment_transfers where project_id = $1 and payment_id = $9
         and position = any(string_to_array($11, ' ')::bigint[])), '')`,
    [
      ...[projectId, chainId, `parts ${randomBytes(12).toString('hex')}`, recipient, token],
      ...[Math.max(...rows.map(({ blockNumber }) => blockNumber)), new Date(last)],
      String(rows.reduce((sum, { amount }) => sum + amount, 0n)),
      ...[id, single.map(memberOf).join(''), positionsOf(rows)],
    ],
  );
  await remove(runner, payment, rows);
}

async function remove(
  runner: SqlRunner,
  { projectId, id }: StoredPayment,
  rows: readonly StoredTransfer[],
): Promise<void> {
  if (rows.length === 0) return;
  await runner.query(
    `delete from payment_transfers where project_id = $1 and payment_id = $2
       and position = any(string_to_array($3, ' ')::bigint[])`,
    [projectId, id, positionsOf(rows)],
  );
}

const positionsOf = (rows: readonly StoredTransfer[]) => rows.map(({ position }) => position).join(' ');

/** Whether a transfer is one of those that a row of the project has together. */
export async function isFolded(
  runner: SqlRunner,
  { chainId, projectId }: Pick<StoredPayment, 'chainId' | 'projectId'>,
  transfer: Key & Pick<FoundTransfer, 'recipient' | 'token'>,
): Promise<boolean> {
  const rows = await runner.query(
    `select 1 from payment_transfers where project_id = $1 and chain_id = $2 and recipient = $3 and token = $4
       and members is not null and not is_removed and strpos(members, $5) > 0 limit 1`,
    [projectId, chainId, transfer.recipient, transfer.token, memberOf(transfer)],
  );
  return rows.length > 0;
}

/** A row with many transfers that is no longer right. */
interface GoneRow {
  readonly row: StoredTransfer;
  /** Some of its transfers are in no block; otherwise they are in later ones. */
  readonly isLost: boolean;
}

/**
 * The rows with many transfers of which a step that has read their blocks again did not find all there. The others of such a row are
 * stored anew.
 *
 * @param folded - Those that are above the step's beginning.
 */
export async function foldedGone(
  runner: SqlRunner,
  chainId: string,
  folded: readonly StoredTransfer[],
  { found, places, unread }: Reading,
): Promise<readonly GoneRow[]> {
  const { added = [], passed = [], waiting = [], backlog = [] } = unread ?? {};
  const doubtful = new Set([...added, ...passed, ...waiting, ...backlog].map(({ recipient }) => recipient));
  const gone: GoneRow[] = [];
  for (const row of folded.filter(isDue)) {
    const { recipient, token, projectId, hash } = row;
    if (doubtful.has(recipient) || places?.has(`${recipient} ${token}`) === false) continue;
    const [stored] = await runner.query(
      'select members from payment_transfers where project_id = $1 and chain_id = $2 and hash = $3',
      [projectId, chainId, hash],
    );
    const members = String(stored?.members ?? '').match(new RegExp(`.{${MEMBER_LENGTH}}`, 'g')) ?? [];
    const here = found.filter(
      one => one.recipient === recipient && one.token === token && one.blockNumber !== UNCONFIRMED,
    );
    const blocks = new Map(here.map(one => [memberOf(one), one.blockNumber]));
    if (members.every(one => (blocks.get(one) ?? UNCONFIRMED) <= row.blockNumber)) continue;
    gone.push({ row, isLost: members.some(one => !blocks.has(one)) });
  }
  return gone;
}
