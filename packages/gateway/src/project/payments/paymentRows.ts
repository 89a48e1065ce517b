import { type Payment, paymentFinality, paymentStatus } from 'latchkit/protocol';
import * as z from 'zod';
import type { SqlRunner, SqlValue } from '../../platform/ports/Database.js';
import { solanaReference } from './solanaReference.js';

const units = z.string().transform(BigInt);
const height = z.union([z.string(), z.number(), z.bigint()]).transform(Number);

const paymentRow = z.object({
  id: z.string(),
  projectId: z.string(),
  chainId: z.string(),
  recipient: z.string(),
  token: z.string(),
  amount: units,
  reference: z.string().nullable(),
  finality: paymentFinality,
  confirmations: z.number().nullable(),
  status: paymentStatus,
  received: units,
  told: units,
  toldCount: z.number(),
  createdAt: z.date(),
  expiresAt: z.date(),
  paidAt: z.date().nullable(),
  /** The head of the chain when the payment was created, which a transfer must follow. Null: it was not stored. */
  fromNumber: height.nullable(),
  fromHash: z.string().nullable(),
});

const transferRow = z.object({
  projectId: z.string(),
  hash: z.string(),
  recipient: z.string(),
  token: z.string(),
  ordinal: z.number(),
  blockNumber: height,
  includedAt: z.date(),
  sender: z.string(),
  amount: units,
  paymentId: z.string().nullable(),
  isLate: z.boolean(),
  isRemoved: z.boolean(),
  names: z.string().nullable(),
  isSenderCertain: z.boolean(),
  isAlone: z.boolean(),
  isTold: z.boolean(),
  /** The order in which the transfers were seen. */
  position: height,
  /** How many small parts of its payment the row has together (see `foldParts`). 0: it is one transfer. */
  folded: z.number(),
});

const chainRow = z.object({ number: height, hash: z.string(), version: height });

/** Characters that stand for a transfer in a row with many. */
export const MEMBER_LENGTH = 20;

/** The height of a transfer that no block contains yet. It is above every chain. */
export const UNCONFIRMED = Number.MAX_SAFE_INTEGER;

/** A payment as it is stored. Addresses are in lower case, except in base58; an empty `token` is the native currency. */
export type StoredPayment = Readonly<z.infer<typeof paymentRow>>;

/** A transfer to a watched recipient, as one project sees it: each project has a row of its own, and decides alone what it pays. */
export type StoredTransfer = Readonly<z.infer<typeof transferRow>>;

/** How far the transfers of a chain are stored: see `ReadPosition`. */
export type ChainPosition = Readonly<z.infer<typeof chainRow>>;

const PAYMENT = `id, project_id as "projectId", chain_id as "chainId", recipient, token, amount, reference, finality,
  confirmations, status, received, told, told_count as "toldCount", created_at as "createdAt", expires_at as "expiresAt", paid_at as "paidAt",
  from_number as "fromNumber", from_hash as "fromHash"`;
const TRANSFER = `project_id as "projectId", hash, recipient, token, ordinal, block_number as "blockNumber",
  included_at as "includedAt", sender, amount, payment_id as "paymentId", is_late as "isLate", is_removed as "isRemoved",
  names, is_sender_certain as "isSenderCertain", is_alone as "isAlone", is_told as "isTold", position,
  coalesce(octet_length(members) / ${MEMBER_LENGTH}, 0) as folded`;

/**
 * Reads payments of a project.
 *
 * @param and - More conditions, whose values follow as `$2` and on.
 */
export async function readPayments(
  runner: SqlRunner,
  projectId: string,
  and: string,
  values: readonly SqlValue[],
): Promise<readonly StoredPayment[]> {
  const sql = `select ${PAYMENT} from payments where project_id = $1 and ${and}`;
  return (await runner.query(sql, [projectId, ...values])).map(row => paymentRow.parse(row));
}

/**
 * Reads transfers of a project.
 *
 * @param and - More conditions, whose values follow as `$2` and on.
 */
export async function readTransfers(
  runner: SqlRunner,
  projectId: string,
  and: string,
  values: readonly SqlValue[],
): Promise<readonly StoredTransfer[]> {
  const sql = `select ${TRANSFER} from payment_transfers where project_id = $1 and ${and}`;
  return (await runner.query(sql, [projectId, ...values])).map(row => transferRow.parse(row));
}

/** The payments of all projects but some for which a chain is watched. */
export async function readWatched(
  runner: SqlRunner,
  chainId: string,
  without: readonly string[],
): Promise<readonly StoredPayment[]> {
  const sql = `select ${PAYMENT} from payments where chain_id = $1 and watched_until > now()
    and project_id <> all(string_to_array($2, ' ')) order by created_at, id`;
  return (await runner.query(sql, [chainId, without.join(' ')])).map(row => paymentRow.parse(row));
}

/** The stored transfers of all projects above a height of a chain. */
export async function readTransfersAbove(
  runner: SqlRunner,
  chainId: string,
  number: number,
): Promise<readonly StoredTransfer[]> {
  // Anyone can replace transactions that no block contains, without end.
  const sql = `select ${TRANSFER} from payment_transfers where chain_id = $1 and block_number > $2
    and not (is_removed and block_number = ${UNCONFIRMED})`;
  return (await runner.query(sql, [chainId, number])).map(row => transferRow.parse(row));
}

/** The payments of all projects but some that wait on a chain, and those with the ids, until the transaction ends. */
export async function lockDue(
  runner: SqlRunner,
  chainId: string,
  ids: readonly string[],
  without: readonly string[],
): Promise<readonly StoredPayment[]> {
  const sql = `select ${PAYMENT} from payments where chain_id = $1
    and (status in ('open', 'included') or id = any(string_to_array($2, ' ')))
    and project_id <> all(string_to_array($3, ' ')) order by created_at, id for update`;
  const rows = await runner.query(sql, [chainId, ids.join(' '), without.join(' ')]);
  return rows.map(row => paymentRow.parse(row));
}

/** The transfers of a payment, in the order of the chain. */
export async function readTransfersOf(
  runner: SqlRunner,
  { projectId, id }: Pick<StoredPayment, 'projectId' | 'id'>,
): Promise<readonly StoredTransfer[]> {
  return readTransfers(runner, projectId, 'payment_id = $2 order by block_number, hash, ordinal', [id]);
}

/** The position of a chain, whose row stays locked until the transaction ends if `isLocked`. */
export async function readPosition(
  runner: SqlRunner,
  chainId: string,
  isLocked: boolean,
): Promise<ChainPosition | undefined> {
  const [row] = await runner.query(
    `select number, hash, version from payment_chains where chain_id = $1 ${isLocked ? 'for update' : ''}`,
    [chainId],
  );
  return row && chainRow.parse(row);
}

/** Whether a transfer counts towards its payment. */
export const counts = (transfer: StoredTransfer) => isDue(transfer) && transfer.blockNumber !== UNCONFIRMED;

/** Whether a transfer counts towards its payment once a block contains it. */
export const isDue = ({ isLate, isRemoved }: StoredTransfer) => !isLate && !isRemoved;

/** A transfer as calls and webhooks show it. */
export function shownTransfer({
  hash,
  sender,
  amount,
  includedAt,
}: Pick<StoredTransfer, 'hash' | 'sender' | 'amount' | 'includedAt'>) {
  return { hash, from: sender, amount: String(amount), includedAt: includedAt.getTime() };
}

/** The asset of a payment or transfer. */
export const assetOf = (chainId: string, token: string) => (token === '' ? chainId : `${chainId}:${token}`);

/** Transfers that a payment is shown with. */
const MOST_SHOWN = 200;

/** A payment as calls and webhooks show it. Of very many transfers, the largest are shown. */
export function shownPayment(payment: StoredPayment, transfers: readonly StoredTransfer[]): Payment {
  const { id, status, recipient, chainId, token, amount, received, reference, finality } = payment;
  return {
    id,
    status,
    recipient,
    asset: assetOf(chainId, token),
    amount: String(amount),
    received: String(received),
    overpaid: received > amount,
    reference,
    ...(chainId.startsWith('solana:') ? { solanaReference: solanaReference(id) } : {}),
    finality,
    confirmations: payment.confirmations,
    expiresAt: payment.expiresAt.getTime(),
    createdAt: payment.createdAt.getTime(),
    paidAt: payment.paidAt?.getTime() ?? null,
    transfers: shownOf(transfers).map(shownTransfer),
  };
}

function shownOf(transfers: readonly StoredTransfer[]): readonly StoredTransfer[] {
  const all = transfers.filter(one => counts(one) && one.folded === 0);
  if (all.length <= MOST_SHOWN) return all;
  const largest = new Set([...all].sort(byAmount).slice(0, MOST_SHOWN));
  return all.filter(one => largest.has(one));
}

/** Orders transfers from the largest, equal ones as they were seen. */
export function byAmount(a: StoredTransfer, b: StoredTransfer): number {
  return a.amount === b.amount ? a.position - b.position : a.amount > b.amount ? -1 : 1;
}
