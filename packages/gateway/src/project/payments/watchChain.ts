import type { Database, SqlRunner } from '../../platform/ports/Database.js';
import type { RpcService } from '../chains/service.js';
import {
  type BlockReader,
  blockReader,
  type Header,
  type IndexedBlock,
} from '../history/sources/indexer/readBlock.js';
import { addEvent } from './addEvent.js';
import {
  assetOf,
  type ChainPosition,
  readPayments,
  readPosition,
  readTransfers,
  type StoredTransfer,
  shownPayment,
  shownTransfer,
} from './paymentRows.js';
import { choosePayment, type PaymentChange, settlePayment } from './settlePayment.js';

/** Blocks per step, and blocks that are read again after a reorganisation. */
const BATCH = 50;
const DEPTH = 64;
/** Blocks that are read at once. */
const PARALLEL = 8;

/** A transfer that a block contains. */
type Found = Omit<StoredTransfer, 'paymentId' | 'isLate' | 'isRemoved'>;

/** What a step has read from the chain. */
interface Reading {
  readonly position: ChainPosition;
  /** Heights above it, up to `head`, were read. */
  readonly from: number;
  readonly head: Pick<Header, 'number' | 'hash'>;
  readonly found: readonly Found[];
  /** The last final height; undefined: no payment needs it. */
  readonly finalized: number | undefined;
  /** The newest block is among those read; when it was asked for. */
  readonly completeAt: Date | undefined;
}

/**
 * Reads the next blocks of a chain and applies their transfers to the payments. All that a step changes is one transaction, which
 * applies only if no other replica has made the same step.
 *
 * @returns whether more blocks are waiting.
 * @throws when the chain or the database is unreachable.
 */
export async function watchChain(
  { database, rpc }: { readonly database: Database; readonly rpc: Pick<RpcService, 'call'> },
  chainId: string,
  stopped: AbortSignal,
): Promise<boolean> {
  const reader = blockReader(rpc, chainId, stopped);
  const position = await readPosition(database, chainId, false);
  const watched = await readPayments(database, 'where chain_id = $1 and watched_until > now()', [chainId]);
  if (!position || watched.length === 0) return false;
  const recipients = new Set(watched.map(({ recipient, token }) => `${recipient} ${token}`));
  const needsFinalized = watched.some(
    ({ status, finality, confirmations }) =>
      status !== 'paid' && finality === 'finalized' && confirmations === null,
  );
  const reading = await readChain(reader, position, recipients, needsFinalized);
  // Another attempt follows after a pause.
  if (!reading) return false;
  await database.transaction(async runner => {
    const current = await readPosition(runner, chainId, true);
    // Another replica was faster, or a payment was created whose recipient this step did not look for.
    if (current?.hash !== position.hash || current.version !== position.version) return;
    await apply(runner, chainId, reading);
  });
  return reading.completeAt === undefined;
}

/** Reads the blocks after the position; undefined if the chain changed meanwhile. */
async function readChain(
  reader: BlockReader,
  position: ChainPosition,
  recipients: ReadonlySet<string>,
  needsFinalized: boolean,
): Promise<Reading | undefined> {
  const askedAt = new Date();
  const latest = await reader.header('latest');
  // A node that is behind, or a shorter branch that grows: what was seen is not lost. Further back, the chain was restarted.
  if (!latest || (latest.number < position.number && position.number - latest.number <= DEPTH))
    return undefined;
  const isSame = (await reader.header(position.number))?.hash === position.hash;
  // After a reorganisation, also in a chain that became shorter.
  const from = isSame ? position.number : Math.max(-1, Math.min(position.number, latest.number) - DEPTH);
  const to = Math.min(latest.number, Math.max(from + BATCH, isSame ? 0 : position.number));
  const blocks: IndexedBlock[] = [];
  for (let first = from + 1; first <= to; first += PARALLEL) {
    const heights = Array.from({ length: Math.min(PARALLEL, to - first + 1) }, (_, index) => first + index);
    const read = await Promise.all(heights.map(height => reader.block(height)));
    for (const block of read) {
      const before = blocks.at(-1)?.hash ?? (isSame ? position.hash : block?.parentHash);
      if (block === undefined || block.parentHash !== before) return undefined;
      blocks.push(block);
    }
  }
  // Not every chain knows this tag.
  const final = needsFinalized ? await reader.header('finalized').catch(() => undefined) : undefined;
  return {
    position,
    from,
    head: blocks.at(-1) ?? position,
    found: (
      await Promise.all(
        blocks.map(async block => [
          ...transfersIn(block, recipients),
          ...(await innerTransfersIn(reader, block, recipients)),
        ]),
      )
    ).flat(),
    finalized: final?.number,
    completeAt: to === latest.number ? askedAt : undefined,
  };
}

function transfersIn(
  { number, timestamp, transactions }: IndexedBlock,
  recipients: ReadonlySet<string>,
): readonly Found[] {
  return transactions.flatMap(({ hash, movements }) => {
    const seen = new Map<string, number>();
    return movements.flatMap(movement => {
      const token = movement.kind === 'native' ? '' : (movement.token ?? '');
      const key = `${movement.to} ${token}`;
      if (movement.kind === 'nft' || !recipients.has(key)) return [];
      const ordinal = seen.get(key) ?? 0;
      seen.set(key, ordinal + 1);
      const { from: sender, to: recipient, amount } = movement;
      const includedAt = new Date(timestamp * 1_000);
      return [{ hash, recipient, token, ordinal, blockNumber: number, includedAt, sender, amount }];
    });
  });
}

/**
 * Native currency from smart accounts: it moves inside a transaction and shows only in the receiver's balance. Receivers that sent a
 * transaction in the same block are left out, because their balance also paid its fee.
 */
async function innerTransfersIn(
  reader: BlockReader,
  { number, timestamp, transactions, operations }: IndexedBlock,
  recipients: ReadonlySet<string>,
): Promise<readonly Found[]> {
  const [operation] = operations;
  if (!operation) return [];
  const native = [...recipients].filter(key => key.endsWith(' ')).map(key => key.trimEnd());
  const idle = native.filter(address => transactions.every(({ from }) => from !== address));
  const found = await Promise.all(
    idle.map(async (recipient): Promise<readonly Found[]> => {
      const [before, after] = await Promise.all([
        reader.balance(recipient, number - 1),
        reader.balance(recipient, number),
      ]);
      const seen = transactions
        .flatMap(({ movements }) => movements)
        .filter(({ kind, to }) => kind === 'native' && to === recipient)
        .reduce((sum, { amount }) => sum + amount, 0n);
      const amount = after - before - seen;
      if (amount <= 0n) return [];
      const { hash, sender } = operation;
      const includedAt = new Date(timestamp * 1_000);
      return [{ hash, recipient, token: '', ordinal: 0, blockNumber: number, includedAt, sender, amount }];
    }),
  );
  return found.flat();
}

const keyOf = ({ hash, recipient, token, ordinal }: Omit<Found, 'amount'>) =>
  [hash, recipient, token, ordinal].join(' ');

async function apply(runner: SqlRunner, chainId: string, reading: Reading): Promise<void> {
  const { from, head, found } = reading;
  const known = await readTransfers(runner, 'where chain_id = $1 and block_number > $2', [chainId, from]);
  const present = new Set(found.map(keyOf));
  const touched = new Set<string>();
  const removed = new Set<string>();
  for (const transfer of known) {
    if (transfer.isRemoved || present.has(keyOf(transfer))) continue;
    await setTransfer(runner, chainId, transfer, 'is_removed = true');
    if (transfer.paymentId !== null) removed.add(transfer.paymentId);
  }
  for (const transfer of found) {
    const paymentId = await store(runner, chainId, transfer);
    if (paymentId !== null) touched.add(paymentId);
  }
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
    const change = settlePayment(payment, own, { ...reading, height: head.number, isReorganised });
    if (change) await save(runner, change, own);
  }
  await runner.query('update payment_chains set number = $2, hash = $3 where chain_id = $1', [
    chainId,
    head.number,
    head.hash,
  ]);
}

/** Stores a transfer, and reports one that no payment waits for. @returns the payment to settle. */
async function store(runner: SqlRunner, chainId: string, transfer: Found): Promise<string | null> {
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
  const { payment, isLate } = choosePayment(candidates, transfer);
  const project = payment?.projectId ?? candidates[0]?.projectId;
  if (project === undefined) return null;
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
