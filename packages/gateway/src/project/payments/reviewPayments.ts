import * as z from 'zod';
import type { Database, SqlRunner } from '../../platform/ports/Database.js';
import { matchTransfer } from './matchTransfer.js';
import {
  isDue,
  readPayments,
  readTransfers,
  type StoredPayment,
  type StoredTransfer,
} from './paymentRows.js';

const NAME = 'payments of before';
/** Milliseconds for which transfers to a payment are watched after its end. */
const WATCHED = 7 * 24 * 60 * 60_000;
/** Milliseconds by which the clock of a chain may be behind that of the gateway. */
const SLACK = 60_000;

const placeRow = z.object({
  projectId: z.string(),
  chainId: z.string(),
  recipient: z.string(),
  token: z.string(),
});
const summaryRow = z.object({ at: z.date(), transfers: z.number(), differing: z.number() });
const differenceRow = z.object({
  projectId: z.string(),
  chainId: z.string(),
  hash: z.string(),
  recipient: z.string(),
  token: z.string(),
  sender: z.string(),
  amount: z.string(),
  paymentId: z.string().nullable(),
  wouldBeId: z.string().nullable(),
});

type Place = z.infer<typeof placeRow>;

/** How many transfers were looked at, and how many counted for another payment. */
export type PaymentReview = Readonly<z.infer<typeof summaryRow>>;

/** A transfer with the payment for which it counts, and the one for which it would count by the rules of today. Null: none. */
export type ReviewedTransfer = Readonly<z.infer<typeof differenceRow>>;

/**
 * Replays, once, the stored transfers by the rules of today, and stores which would count for another payment. It changes no payment:
 * shops were told, and have delivered.
 */
export async function reviewPayments(database: Database): Promise<void> {
  await database.transaction(async runner => {
    // Another replica waits here, and finds the row.
    const mine = await runner.query(
      'insert into reviews (name) values ($1) on conflict do nothing returning name',
      [NAME],
    );
    if (mine.length === 0) return;
    const rows = await runner.query(
      `select distinct project_id as "projectId", chain_id as "chainId", recipient, token from payment_transfers`,
    );
    const counts = { transfers: 0, differing: 0 };
    for (const row of rows) {
      const place = placeRow.parse(row);
      const { payments, transfers } = await historyOf(runner, place);
      const differing = replay(payments, transfers);
      for (const [transfer, id] of differing) await add(runner, place, transfer, id);
      counts.transfers += transfers.length;
      counts.differing += differing.size;
    }
    await runner.query('update reviews set looked_at = $2, differing = $3 where name = $1', [
      NAME,
      counts.transfers,
      counts.differing,
    ]);
  });
}

/** What the review found; undefined: it did not run yet. */
export async function readReview(database: Database): Promise<PaymentReview | undefined> {
  const [row] = await database.query(
    'select at, looked_at as transfers, differing from reviews where name = $1',
    [NAME],
  );
  return row && summaryRow.parse(row);
}

/** @param projectId - Undefined: of all projects. */
export async function readReviewed(
  database: Database,
  projectId: string | undefined,
): Promise<readonly ReviewedTransfer[]> {
  const rows = await database.query(
    `select project_id as "projectId", chain_id as "chainId", hash, recipient, token, sender, amount,
       payment_id as "paymentId", would_be_id as "wouldBeId"
     from reviewed_transfers where ($1::text is null or project_id = $1)
     order by project_id, chain_id, recipient, token, hash, ordinal`,
    [projectId ?? null],
  );
  return rows.map(row => differenceRow.parse(row));
}

async function historyOf(runner: SqlRunner, { projectId, chainId, recipient, token }: Place) {
  const at = 'chain_id = $2 and recipient = $3 and token = $4';
  const values = [chainId, recipient, token];
  return {
    payments: await readPayments(runner, projectId, `${at} order by created_at, id`, values),
    transfers: await readTransfers(runner, projectId, `${at} and not is_removed order by position`, values),
  };
}

/**
 * Replays the transfers of one place in their order.
 *
 * @returns those that would count for another payment, with its id.
 */
export function replay(
  payments: readonly StoredPayment[],
  transfers: readonly StoredTransfer[],
): ReadonlyMap<StoredTransfer, string | null> {
  const parts = new Map<string, StoredTransfer[]>(payments.map(({ id }) => [id, []]));
  const differing = new Map<StoredTransfer, string | null>();
  for (const transfer of transfers) {
    const candidates = payments
      .filter(one => one.id === transfer.paymentId || existed(one, transfer))
      .map(payment => {
        const own = parts.get(payment.id) ?? [];
        const isPaid = own.reduce((sum, { amount }) => sum + amount, 0n) >= payment.amount;
        return {
          payment: { ...payment, status: isPaid ? ('paid' as const) : ('open' as const) },
          parts: own,
        };
      });
    const place = matchTransfer(candidates, { ...transfer, names: nameOf(transfer, payments) });
    const would = place.kind === 'pays' ? place.payment.id : null;
    if (place.kind === 'pays')
      parts.get(place.payment.id)?.push({ ...transfer, isLate: false, isAlone: place.isAlone });
    if (would !== (isDue(transfer) ? transfer.paymentId : null)) differing.set(transfer, would);
  }
  return differing;
}

function existed({ createdAt, expiresAt }: StoredPayment, { includedAt }: StoredTransfer): boolean {
  const at = includedAt.getTime();
  return createdAt.getTime() <= at + SLACK && at <= expiresAt.getTime() + WATCHED;
}

/** On Solana, transfers could name their payment, and it was not stored which did: those that belong to one count as named. */
function nameOf({ names, paymentId }: StoredTransfer, [payment]: readonly StoredPayment[]): string | null {
  return names ?? (payment?.chainId.startsWith('solana:') ? paymentId : null);
}

async function add(
  runner: SqlRunner,
  { projectId, chainId }: Place,
  transfer: StoredTransfer,
  wouldBeId: string | null,
): Promise<void> {
  const { hash, recipient, token, ordinal, sender, amount } = transfer;
  await runner.query(
    `insert into reviewed_transfers (project_id, chain_id, hash, recipient, token, ordinal, sender, amount, payment_id, would_be_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      ...[projectId, chainId, hash, recipient, token, ordinal, sender, String(amount)],
      ...[isDue(transfer) ? transfer.paymentId : null, wouldBeId],
    ],
  );
}
