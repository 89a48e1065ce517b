import type { Database, SqlRunner } from '../../platform/ports/Database.js';
import type { RpcService } from '../chains/service.js';
import { addEvent } from './addEvent.js';
import {
  assetOf,
  readPayments,
  readPosition,
  readTransfers,
  type StoredPayment,
  type StoredTransfer,
  shownPayment,
  shownTransfer,
  UNCONFIRMED,
} from './paymentRows.js';
import { choosePayment, type PaymentChange, settlePayment } from './settlePayment.js';
import { solanaReference } from './solanaReference.js';
import type { FoundTransfer, Reading, UnreadTransaction } from './TransferSource.js';
import { transferSourceOf } from './transferSourceOf.js';
import { readUnread, storeUnread } from './unreadRows.js';

/**
 * Reads the next blocks of a chain and applies their transfers to the payments. All that a step changes is one transaction, which
 * applies only if no other replica has made the same step.
 *
 * @returns whether more blocks are waiting.
 * @throws when the chain or the database is unreachable.
 */
export async function watchChain(
  { database, rpc }: { readonly database: Database; readonly rpc: Pick<RpcService, 'call' | 'callItem'> },
  chainId: string,
  stopped: AbortSignal,
): Promise<boolean> {
  const position = await readPosition(database, chainId, false);
  const watched = await readPayments(database, 'where chain_id = $1 and watched_until > now()', [chainId]);
  if (!position || watched.length === 0) return false;
  const above = [chainId, position.number];
  const reading = await transferSourceOf(rpc, chainId, stopped).read(position, {
    recipients: new Set(watched.map(placeOf)),
    open: new Set(watched.filter(({ status }) => status === 'open').map(placeOf)),
    references: new Map(watched.map(({ id }) => [solanaReference(id), id])),
    known: await readTransfers(database, 'where chain_id = $1 and block_number > $2', above),
    needsFinalized: watched.some(
      ({ status, finality, confirmations }) =>
        status !== 'paid' && finality === 'finalized' && confirmations === null,
    ),
    unread: await readUnread(database, chainId, position.number),
  });
  // Another attempt follows after a pause.
  if (!reading) return false;
  await database.transaction(async runner => {
    const current = await readPosition(runner, chainId, true);
    // Another replica was faster, or a payment was created whose recipient this step did not look for.
    if (current?.hash !== position.hash || current.version !== position.version) return;
    await apply(runner, chainId, reading);
  });
  // What was read is stored, so that a node that fails now and then stops nothing.
  if (reading.unread?.outage) throw reading.unread.outage;
  // What could not be read is asked for again after a pause.
  return reading.completeAt === undefined && !reading.unread?.waiting.length;
}

const placeOf = ({ recipient, token }: StoredPayment) => `${recipient} ${token}`;

const keyOf = ({ hash, recipient, token, ordinal }: Omit<FoundTransfer, 'amount'>) =>
  [hash, recipient, token, ordinal].join(' ');

const placeIn = ({ hash, recipient }: Pick<UnreadTransaction, 'hash' | 'recipient'>) =>
  `${hash} ${recipient}`;

async function apply(runner: SqlRunner, chainId: string, reading: Reading): Promise<void> {
  const { from, next, found } = reading;
  const known = await readTransfers(runner, 'where chain_id = $1 and block_number > $2', [chainId, from]);
  const present = new Map(found.map(one => [keyOf(one), one]));
  // What was not read says nothing about the transfers that another replica may have read.
  const { added = [], passed = [], waiting = [] } = reading.unread ?? {};
  const unread = new Set([...added, ...passed, ...waiting].map(placeIn));
  const touched = new Set<string>();
  const removed = new Set<string>();
  for (const transfer of known) {
    const again = present.get(keyOf(transfer));
    if (transfer.isRemoved || (again && again.blockNumber !== UNCONFIRMED)) continue;
    if (!again && unread.has(placeIn(transfer))) continue;
    if (!again) await setTransfer(runner, chainId, transfer, 'is_removed = true');
    // What no block contained was not reported.
    if (transfer.paymentId !== null && transfer.blockNumber !== UNCONFIRMED) removed.add(transfer.paymentId);
  }
  for (const transfer of found) {
    const paymentId = await store(runner, chainId, transfer);
    if (paymentId !== null) touched.add(paymentId);
  }
  if (reading.unread) await storeUnread(runner, chainId, reading.unread, next.number);
  const due = await readPayments(
    runner,
    `where chain_id = $1 and (status in ('open', 'included') or id = any(string_to_array($2, ' '))) for update`,
    [chainId, [...touched, ...removed].join(' ')],
  );
  for (const payment of due) {
    const own = await readTransfers(runner, 'where payment_id = $1 order by block_number, hash, ordinal', [
      payment.id,
    ]);
    const isReorganised = removed.has(payment.id);
    const change = settlePayment(payment, own, { ...reading, isReorganised });
    if (change) await save(runner, change, own);
  }
  await runner.query('update payment_chains set number = $2, hash = $3 where chain_id = $1', [
    chainId,
    next.number,
    next.hash,
  ]);
}

/** Stores a transfer, and reports one that no payment waits for. @returns the payment to settle. */
async function store(runner: SqlRunner, chainId: string, transfer: FoundTransfer): Promise<string | null> {
  const { hash, recipient, token, ordinal, blockNumber, includedAt, sender, amount } = transfer;
  const place = [chainId, hash, recipient, token, ordinal];
  const [known] = await readTransfers(
    runner,
    'where chain_id = $1 and hash = $2 and recipient = $3 and token = $4 and ordinal = $5',
    place,
  );
  if (known) {
    await setTransfer(runner, chainId, known, 'block_number = $6, included_at = $7, is_removed = false', [
      blockNumber,
      includedAt,
    ]);
    return known.paymentId;
  }
  const candidates = await readPayments(
    runner,
    'where chain_id = $1 and recipient = $2 and token = $3 and watched_until > now() order by created_at, id',
    [chainId, recipient, token],
  );
  const named = candidates.filter(({ id }) => id === transfer.names);
  // What was seen before a payment was asked for does not pay it.
  const { seenAt } = transfer;
  const asked = seenAt ? candidates.filter(({ createdAt }) => createdAt <= seenAt) : candidates;
  const { payment, isLate } = choosePayment(named.length > 0 ? named : asked, transfer);
  const project = payment?.projectId ?? candidates[0]?.projectId;
  if (project === undefined) return null;
  // What is to be reported, is reported once a block contains it.
  if (blockNumber === UNCONFIRMED && (!payment || isLate)) return null;
  const paymentId = payment?.id ?? null;
  await runner.query(
    `insert into payment_transfers (chain_id, hash, recipient, token, ordinal, block_number, included_at, sender, amount,
       payment_id, is_late) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [...place, blockNumber, includedAt, sender, String(amount), paymentId, isLate],
  );
  if (payment && !isLate) {
    // The next transfer of the step sees what this one left open.
    const received = String(payment.received + amount);
    await runner.query('update payments set received = $2 where id = $1', [payment.id, received]);
    return payment.id;
  }
  const shown = { ...shownTransfer({ ...transfer, paymentId, isLate, isRemoved: false }), recipient };
  const data = { transfer: { ...shown, asset: assetOf(chainId, token) } };
  if (!payment) {
    await addEvent(runner, project, 'payment.unmatched', data);
  } else {
    const own = await readTransfers(runner, 'where payment_id = $1', [payment.id]);
    await addEvent(runner, project, 'payment.late', { ...data, payment: shownPayment(payment, own) });
  }
  return null;
}

async function setTransfer(
  runner: SqlRunner,
  chainId: string,
  { hash, recipient, token, ordinal }: StoredTransfer,
  change: string,
  values: readonly (number | Date)[] = [],
): Promise<void> {
  await runner.query(
    `update payment_transfers set ${change}
     where chain_id = $1 and hash = $2 and recipient = $3 and token = $4 and ordinal = $5`,
    [chainId, hash, recipient, token, ordinal, ...values],
  );
}

async function save(
  runner: SqlRunner,
  { payment, events }: PaymentChange,
  transfers: readonly StoredTransfer[],
): Promise<void> {
  const { id, status, received, told, paidAt, projectId } = payment;
  await runner.query(
    'update payments set status = $2, received = $3, told = $4, paid_at = $5 where id = $1',
    [id, status, String(received), String(told), paidAt],
  );
  for (const type of events)
    await addEvent(runner, projectId, type, { payment: shownPayment(payment, transfers) });
}
