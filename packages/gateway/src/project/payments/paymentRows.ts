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
  createdAt: z.date(),
  expiresAt: z.date(),
  paidAt: z.date().nullable(),
});

const transferRow = z.object({
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
});

const chainRow = z.object({ number: height, hash: z.string(), version: height });

/** The height of a transfer that no block contains yet. It is above every chain. */
export const UNCONFIRMED = Number.MAX_SAFE_INTEGER;

/** A payment as it is stored. Addresses are in lower case, except in base58; an empty `token` is the native currency. */
export type StoredPayment = Readonly<z.infer<typeof paymentRow>>;

/** A transfer to a watched recipient. */
export type StoredTransfer = Readonly<z.infer<typeof transferRow>>;

/** How far the transfers of a chain are stored: see `ReadPosition`. */
export type ChainPosition = Readonly<z.infer<typeof chainRow>>;

const PAYMENT = `id, project_id as "projectId", chain_id as "chainId", recipient, token, amount, reference, finality,
  confirmations, status, received, told, created_at as "createdAt", expires_at as "expiresAt", paid_at as "paidAt"`;
const TRANSFER = `hash, recipient, token, ordinal, block_number as "blockNumber", included_at as "includedAt", sender,
  amount, payment_id as "paymentId", is_late as "isLate", is_removed as "isRemoved"`;

/** @param rest - What follows `from payments`. */
export async function readPayments(
  runner: SqlRunner,
  rest: string,
  values: readonly SqlValue[],
): Promise<readonly StoredPayment[]> {
  return (await runner.query(`select ${PAYMENT} from payments ${rest}`, values)).map(row =>
    paymentRow.parse(row),
  );
}

/** @param rest - What follows `from payment_transfers`. */
export async function readTransfers(
  runner: SqlRunner,
  rest: string,
  values: readonly SqlValue[],
): Promise<readonly StoredTransfer[]> {
  return (await runner.query(`select ${TRANSFER} from payment_transfers ${rest}`, values)).map(row =>
    transferRow.parse(row),
  );
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
export function shownTransfer({ hash, sender, amount, includedAt }: StoredTransfer) {
  return { hash, from: sender, amount: String(amount), includedAt: includedAt.getTime() };
}

/** The asset of a payment or transfer. */
export const assetOf = (chainId: string, token: string) => (token === '' ? chainId : `${chainId}:${token}`);

/** A payment as calls and webhooks show it. */
export function shownPayment(payment: StoredPayment, transfers: readonly StoredTransfer[]): Payment {
  const { id, status, recipient, chainId, token, amount, received, reference, finality } = payment;
  return {
    id,
    status,
    recipient,
    asset: assetOf(chainId, token),
    amount: String(amount),
    received: String(received),
    reference,
    ...(chainId.startsWith('solana:') ? { solanaReference: solanaReference(id) } : {}),
    finality,
    confirmations: payment.confirmations,
    expiresAt: payment.expiresAt.getTime(),
    createdAt: payment.createdAt.getTime(),
    paidAt: payment.paidAt?.getTime() ?? null,
    transfers: transfers.filter(counts).map(shownTransfer),
  };
}
