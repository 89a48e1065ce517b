import type { BoundedMap } from '../../platform/boundedMap.js';
import type { Database, SqlRunner } from '../../platform/ports/Database.js';
import type { RpcService } from '../chains/service.js';
import { addEvent } from './addEvent.js';
import { foldedGone, foldParts, isFolded } from './foldParts.js';
import { type Candidate, matchTransfer, type TransferPlace } from './matchTransfer.js';
import { PlaceTurns } from './PlaceTurns.js';
import {
  assetOf,
  counts,
  isDue,
  lockDue,
  readPayments,
  readPosition,
  readTransfers,
  readTransfersAbove,
  readTransfersOf,
  readWatched,
  type StoredPayment,
  type StoredTransfer,
  shownPayment,
  shownTransfer,
  UNCONFIRMED,
} from './paymentRows.js';
import { type PaymentChange, settlePayment } from './settlePayment.js';
import { solanaReference } from './solanaReference.js';
import type { FoundTransfer, Reading, ReadPosition, UnreadTransaction } from './TransferSource.js';
import { transferSourceOf } from './transferSourceOf.js';
import { readUnread, storeUnread } from './unreadRows.js';

export interface WatchParts {
  readonly database: Database;
  readonly rpc: Pick<RpcService, 'call' | 'callItem' | 'callNodes'>;
  /** Projects that don't exist in this mode. Default: none. */
  readonly without?: readonly string[];
  /** Remembers transactions that pay nothing, so that no step asks for them again. Default: none are. */
  readonly seen?: BoundedMap<true> | undefined;
  /** Receives what a step could not read for the first time, after it was stored. Default: nothing. */
  readonly onUnread?: ((chainId: string, unread: readonly UnreadFacts[]) => void) | undefined;
}

/** What is counted of a transaction that cannot be read. A hash is known if it names a recipient. */
export interface UnreadFacts {
  readonly hash?: string;
  readonly reason: string;
}

/**
 * Reads the next blocks of a chain and applies their transfers to the payments. All that a step changes is one transaction, which
 * applies only if no other replica has made the same step.
 *
 * @returns whether more blocks are waiting.
 * @throws when the chain or the database is unreachable.
 */
export async function watchChain(
  { database, rpc, seen, without = [], onUnread = () => {} }: WatchParts,
  chainId: string,
  stopped: AbortSignal,
): Promise<boolean> {
  const position = await readPosition(database, chainId, false);
  const watched = await readWatched(database, chainId, without);
  if (!position || watched.length === 0) return false;
  const known = await readTransfersAbove(database, chainId, position.number);
  const turns = turnsOf(rpc, chainId);
  const reading = await transferSourceOf(rpc, chainId, stopped, { seen, turns }).read(position, {
    recipients: new Set(watched.map(placeOf)),
    open: new Set(watched.filter(({ status }) => status === 'open').map(placeOf)),
    references: new Map(watched.map(({ id }) => [solanaReference(id), id])),
    // Several projects may have stored the same one.
    known: [...new Map(known.filter(one => one.folded === 0).map(one => [keyOf(one), one])).values()],
    needsFinalized: watched.some(
      ({ status, finality, confirmations }) =>
        status !== 'paid' && finality === 'finalized' && confirmations === null,
    ),
    unread: await readUnread(database, chainId, position.number),
  });
  // Another attempt follows after a pause.
  if (!reading) return false;
  let fresh: readonly UnreadFacts[] = [];
  let added: readonly StoredPayment[] | undefined;
  await database.transaction(async runner => {
    const current = await readPosition(runner, chainId, true);
    // Another replica was faster.
    if (current?.hash !== position.hash || current.number !== position.number) return;
    const isSame = current.version === position.version;
    const others = isSame ? [] : newOnes(await readWatched(runner, chainId, without), watched);
    fresh = await apply(runner, {
      chainId,
      position,
      reading,
      watched,
      before: known,
      added: others,
      without,
    });
    added = others;
  });
  if (added) reading.keep?.(new Set(added.map(placeOf)));
  const isApplied = added?.length === 0;
  const others = isApplied ? (reading.unread?.others ?? 0) : 0;
  const counted = [...fresh, ...Array.from({ length: others }, () => ({ reason: 'malformed' }))];
  if (counted.length > 0) onUnread(chainId, counted);
  // What was read is stored, so that a node that fails now and then stops nothing.
  if (reading.unread?.outage) throw reading.unread.outage;
  // What could not be read is asked for again after a pause.
  const { waiting = [], range } = reading.unread ?? {};
  if (!isApplied) return false;
  if (reading.isRoundOpen) return true;
  if (waiting.length > 0) return false;
  const isRangeLeft = range !== undefined && range.outcome !== 'outage' && range.progress !== null;
  return isRangeLeft || reading.completeAt === undefined;
}

/** What a process remembers of the chains that it reads. A restarted process or another replica starts a new round. */
const remembered = new WeakMap<object, Map<string, PlaceTurns>>();

function turnsOf(rpc: WatchParts['rpc'], chainId: string): PlaceTurns {
  const chains = remembered.get(rpc) ?? new Map<string, PlaceTurns>();
  const turns = chains.get(chainId) ?? new PlaceTurns();
  remembered.set(rpc, chains.set(chainId, turns));
  return turns;
}

const placeOf = ({ recipient, token }: Pick<StoredPayment, 'recipient' | 'token'>) => `${recipient} ${token}`;

const keyOf = ({ hash, recipient, token, ordinal }: Omit<FoundTransfer, 'amount'>) =>
  [hash, recipient, token, ordinal].join(' ');

const placeIn = ({ hash, recipient }: Pick<UnreadTransaction, 'hash' | 'recipient'>) =>
  `${hash} ${recipient}`;

/** A place as one project sees it. */
const ownPlaceOf = (payment: Pick<StoredPayment, 'projectId' | 'recipient' | 'token'>) =>
  `${payment.projectId} ${placeOf(payment)}`;

function newOnes(
  payments: readonly StoredPayment[],
  known: readonly StoredPayment[],
): readonly StoredPayment[] {
  const ids = new Set(known.map(({ id }) => id));
  return payments.filter(({ id }) => !ids.has(id));
}

/** What a step applies. */
interface Step {
  readonly chainId: string;
  /** Where the step began. */
  readonly position: ReadPosition;
  readonly reading: Reading;
  /** The payments that the step knew. */
  readonly watched: readonly StoredPayment[];
  /** The transfers above the position that were stored when the step began. */
  readonly before: readonly StoredTransfer[];
  /** Those that were created while it read. */
  readonly added: readonly StoredPayment[];
  readonly without: readonly string[];
}

/** @returns what was stored as unread for the first time. */
async function apply(runner: SqlRunner, step: Step): Promise<readonly UnreadFacts[]> {
  const { chainId, position, reading, watched } = step;
  const { from, next, found } = reading;
  const isAgain = from < position.number;
  if (next.number < position.number) await restart(runner, chainId, reading);
  const stored = await readTransfersAbove(runner, chainId, from);
  const newer = new Set(changedSince(stored, step).map(ownKeyOf));
  const known = stored.filter(one => !newer.has(ownKeyOf(one)));
  const touched = await removeGone(runner, known, step);
  const behind = placesBehind(step);
  for (const transfer of [...found].sort((a, b) => a.blockNumber - b.blockNumber)) {
    const { names, projects, knownTo } = viewsOf(transfer, known, watched);
    for (const projectId of projects) {
      const since = behind.get(`${projectId} ${placeOf(transfer)}`) ?? UNCONFIRMED;
      if (newer.has(ownKeyOf({ ...transfer, projectId }))) continue;
      if (isAbove(transfer, since) && !knownTo.has(projectId)) continue;
      const paymentId = await store(runner, { chainId, projectId, isAgain }, { ...transfer, names });
      if (paymentId !== null) touched.set(paymentId, { isReorganised: false, ...touched.get(paymentId) });
    }
  }
  const { unread } = reading;
  const fresh = unread ? await storeUnread(runner, chainId, unread, next.number) : [];
  await settleAll(runner, step, touched);
  // The next step reads what this one left out.
  const [first] = [...step.added].sort((a, b) => (a.fromNumber ?? 0) - (b.fromNumber ?? 0));
  const end =
    first && first.fromNumber !== null && first.fromHash !== null && first.fromNumber < next.number
      ? { number: first.fromNumber, hash: first.fromHash }
      : next;
  await runner.query('update payment_chains set number = $2, hash = $3 where chain_id = $1', [
    chainId,
    end.number,
    end.hash,
  ]);
  return fresh;
}

const ownKeyOf = (one: Omit<FoundTransfer, 'amount'> & Pick<StoredTransfer, 'projectId'>) =>
  `${one.projectId} ${keyOf(one)}`;

/**
 * The transfers that another replica has stored or changed while this one read: what it has read of them is older. Steps that read all
 * places move the position, so that the others' are in vain; those that read some places do not.
 */
function changedSince(
  stored: readonly StoredTransfer[],
  { position, before }: Step,
): readonly StoredTransfer[] {
  const known = new Map(before.map(one => [ownKeyOf(one), one]));
  return stored.filter(one => {
    const own = known.get(ownKeyOf(one));
    const isSame = own?.blockNumber === one.blockNumber && own.isRemoved === one.isRemoved;
    return one.blockNumber > position.number && !isSame;
  });
}

/** A payment that a transfer of the step belongs to. */
interface Touched {
  readonly isReorganised: boolean;
}

/** Marks what is gone from the chain. @returns the payments that it belongs to. */
async function removeGone(
  runner: SqlRunner,
  known: readonly StoredTransfer[],
  step: Step,
): Promise<Map<string, Touched>> {
  const { chainId, reading } = step;
  const touched = new Map<string, Touched>();
  const folded = known.filter(one => one.folded > 0);
  for (const { row, isLost } of await foldedGone(runner, chainId, folded, reading)) {
    await setTransfer(runner, chainId, row, 'is_removed = true');
    if (row.paymentId !== null) touched.set(row.paymentId, { isReorganised: isLost });
  }
  for (const transfer of goneFrom(known, step)) {
    const { paymentId, blockNumber } = transfer.stored;
    if (!transfer.isPending) await setTransfer(runner, chainId, transfer.stored, 'is_removed = true');
    // What no block contained was not reported.
    if (paymentId !== null && blockNumber !== UNCONFIRMED) touched.set(paymentId, { isReorganised: true });
  }
  return touched;
}

/** The stored transfers that the chain no longer contains, or that wait for a block again (`isPending`). */
function goneFrom(
  known: readonly StoredTransfer[],
  { reading, watched }: Step,
): readonly { readonly stored: StoredTransfer; readonly isPending: boolean }[] {
  const present = new Map(reading.found.map(one => [keyOf(one), one]));
  // What was not read says nothing about the transfers that another replica may have read.
  const { added = [], passed = [], waiting = [] } = reading.unread ?? {};
  const unread = new Set([...added, ...passed, ...waiting].map(placeIn));
  const places = watched.map(placeOf);
  const read = new Set(reading.places ? places.filter(key => reading.places?.has(key)) : places);
  return known.flatMap(stored => {
    const again = present.get(keyOf(stored));
    if (stored.folded > 0 || stored.isRemoved || (again && again.blockNumber !== UNCONFIRMED)) return [];
    const isRead = read.has(placeOf(stored)) && !unread.has(placeIn(stored));
    return again || isRead ? [{ stored, isPending: again !== undefined }] : [];
  });
}

const isAbove = ({ blockNumber }: FoundTransfer, height: number) =>
  blockNumber > height && blockNumber !== UNCONFIRMED;

/** Who sees a transfer: the projects that watch its recipient, and those that have stored it. */
function viewsOf(
  transfer: FoundTransfer,
  known: readonly StoredTransfer[],
  watched: readonly StoredPayment[],
) {
  const key = keyOf(transfer);
  const knownTo = new Set(known.filter(one => keyOf(one) === key).map(one => one.projectId));
  const here = watched.filter(one => placeOf(one) === placeOf(transfer));
  const named = transfer.namesOf?.find(id => here.some(one => one.id === id));
  const projects = new Set([...here.map(one => one.projectId), ...knownTo]);
  return { names: transfer.names ?? named ?? null, projects, knownTo };
}

/** The heights of the chain before have no meaning in one that was restarted. */
async function restart(runner: SqlRunner, chainId: string, { from, next }: Reading): Promise<void> {
  await runner.query('update payments set from_number = $2 where chain_id = $1 and from_number > $3', [
    chainId,
    from,
    next.number,
  ]);
}

/**
 * The heights above which a step decides nothing for a place of a project: a payment there was created while it read. Other places
 * and projects go on, however many payments this one creates.
 */
function placesBehind({ added }: Step): ReadonlyMap<string, number> {
  const places = new Map<string, number>();
  for (const payment of added) {
    const key = ownPlaceOf(payment);
    places.set(key, Math.min(payment.fromNumber ?? 0, places.get(key) ?? Number.POSITIVE_INFINITY));
  }
  return places;
}

/** Settles the payments that wait, or that a transfer belongs to. */
async function settleAll(
  runner: SqlRunner,
  step: Step,
  touched: ReadonlyMap<string, Touched>,
): Promise<void> {
  const { chainId, reading, without } = step;
  const behind = placesBehind(step);
  for (const payment of await lockDue(runner, chainId, [...touched.keys()], without)) {
    const view = viewOf(reading, placeOf(payment));
    if (!view.isKnown && !touched.has(payment.id)) continue;
    const own = await readTransfersOf(runner, payment);
    const isReorganised = touched.get(payment.id)?.isReorganised ?? false;
    const completeAt = behind.has(ownPlaceOf(payment)) ? undefined : view.completeAt;
    const change = settlePayment(payment, own, { ...view, completeAt, isReorganised });
    if (change) await save(runner, change, own);
    if ((change?.payment ?? payment).status === 'open') await foldParts(runner, payment, own, reading);
  }
}

/** What a step knows about the transfers of a place. Of one that it has not read, it does not know which are final. */
function viewOf({ places, completeAt, height, finalized }: Reading, place: string) {
  if (!places) return { isKnown: true, completeAt, height, finalized };
  if (!places.has(place)) return { isKnown: false, completeAt: undefined, height: -1, finalized: undefined };
  return { isKnown: true, completeAt: places.get(place), height, finalized };
}

/** A found transfer, with the payment that it names. */
type NamedTransfer = FoundTransfer & { readonly names: string | null };

interface ProjectChain {
  readonly chainId: string;
  readonly projectId: string;
  /** The step reads blocks again, after a reorganisation. */
  readonly isAgain: boolean;
}

/** Stores a transfer for a project, and reports one that pays nothing. @returns the payment to settle. */
async function store(runner: SqlRunner, of: ProjectChain, transfer: NamedTransfer): Promise<string | null> {
  const { chainId, projectId } = of;
  const { hash, recipient, token, ordinal, blockNumber, includedAt, sender, amount, names } = transfer;
  const { isSenderCertain = true } = transfer;
  const place = [chainId, hash, recipient, token, ordinal];
  const [known] = await readTransfers(
    runner,
    projectId,
    'chain_id = $2 and hash = $3 and recipient = $4 and token = $5 and ordinal = $6',
    place,
  );
  if (known) return storeAgain(runner, of, transfer, known);
  if (await isFolded(runner, of, transfer)) return null;
  // What is to be reported, is reported once a block contains it.
  const isTold = blockNumber !== UNCONFIRMED;
  const candidates = await candidatesOf(runner, of, transfer);
  if (candidates.length === 0) return null;
  const found = matchTransfer(candidates, { amount, sender, isSenderCertain, includedAt, names });
  const paymentId = found.kind === 'unmatched' ? null : found.payment.id;
  if (found.kind !== 'pays' && (await isFlood(runner, of, transfer, candidates))) return null;
  await runner.query(
    `insert into payment_transfers (project_id, chain_id, hash, recipient, token, ordinal, block_number, included_at, sender,
       amount, payment_id, is_late, names, is_sender_certain, is_alone, is_told)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)`,
    [
      ...[projectId, ...place, blockNumber, includedAt, sender, String(amount), paymentId],
      ...[found.kind === 'late', names, isSenderCertain, isAlone(found), found.kind === 'pays' || isTold],
    ],
  );
  if (found.kind === 'pays') return found.payment.id;
  if (isTold) await report(runner, of, transfer, paymentId);
  return null;
}

/** Transfers to a recipient in an hour that pay nothing and are worth little, and the share of the least payment below which they are. */
const MOST_DUST = 500;
const DUST_SHARE = 100n;

/**
 * Whether a transfer that pays nothing is one of very many that are worth nearly nothing: anyone can send them, to fill the database and the
 * queue of events. What is worth more costs its sender more than it costs the gateway, and is always stored and reported.
 */
async function isFlood(
  runner: SqlRunner,
  { chainId, projectId }: ProjectChain,
  { recipient, token, amount, includedAt }: NamedTransfer,
  candidates: readonly Candidate[],
): Promise<boolean> {
  if (candidates.some(({ payment }) => amount * DUST_SHARE >= payment.amount)) return false;
  const [row] = await runner.query(
    `select count(*) as count from payment_transfers where project_id = $1 and chain_id = $2 and recipient = $3 and token = $4
       and (payment_id is null or is_late) and included_at > $5::timestamptz - interval '1 hour'`,
    [projectId, chainId, recipient, token, includedAt],
  );
  return Number(row?.count) >= MOST_DUST;
}

/**
 * Updates a known transfer. One that is mined again after other transfers paid its payment is late. One that was late while it waited for a
 * block counts after all if the transfer that came before it was dropped.
 */
async function storeAgain(
  runner: SqlRunner,
  of: ProjectChain,
  transfer: NamedTransfer,
  known: StoredTransfer,
): Promise<string | null> {
  const { blockNumber, includedAt } = transfer;
  const isTold = blockNumber !== UNCONFIRMED;
  const isLate = known.isLate
    ? known.isTold || !isTold || !(await isNeeded(runner, known, includedAt))
    : known.isRemoved && (await isPaidByOthers(runner, known));
  const wasTold = known.isTold && isLate === known.isLate;
  const change = 'block_number = $7, included_at = $8, is_removed = false, is_late = $9, is_told = $10';
  await setTransfer(runner, of.chainId, known, change, [blockNumber, includedAt, isLate, wasTold || isTold]);
  if (isTold && !wasTold && (isLate || known.paymentId === null))
    await report(runner, of, transfer, known.paymentId);
  return known.paymentId;
}

/** Whether the payment for which a transfer was late still waits for money at its time. */
async function isNeeded(
  runner: SqlRunner,
  { projectId, paymentId }: StoredTransfer,
  includedAt: Date,
): Promise<boolean> {
  if (paymentId === null) return false;
  const [payment] = await readPayments(runner, projectId, 'id = $2', [paymentId]);
  if (!payment || payment.status === 'paid' || includedAt > payment.expiresAt) return false;
  const others = (await readTransfersOf(runner, payment)).filter(isDue);
  return others.reduce((sum, { amount }) => sum + amount, 0n) < payment.amount;
}

async function isPaidByOthers(runner: SqlRunner, { projectId, paymentId }: StoredTransfer): Promise<boolean> {
  if (paymentId === null) return false;
  const [payment] = await readPayments(runner, projectId, 'id = $2', [paymentId]);
  if (payment?.status !== 'paid') return false;
  const others = (await readTransfersOf(runner, payment)).filter(counts);
  return others.reduce((sum, { amount }) => sum + amount, 0n) >= payment.amount;
}

const isAlone = (place: TransferPlace) => place.kind === 'pays' && place.isAlone;

/** The project's payments that a transfer may belong to, oldest first. */
async function candidatesOf(
  runner: SqlRunner,
  { chainId, projectId, isAgain }: ProjectChain,
  { recipient, token, blockNumber, includedAt, sender, names, seenAt }: NamedTransfer,
): Promise<readonly Candidate[]> {
  const payments = await readPayments(
    runner,
    projectId,
    'chain_id = $2 and recipient = $3 and token = $4 and watched_until > now() order by created_at, id',
    [chainId, recipient, token],
  );
  // What was there before a payment was asked for does not pay it. A reorganisation may put what follows it at a lower height.
  const asked = payments.filter(
    ({ id, createdAt, fromNumber }) =>
      id === names ||
      ((blockNumber > (fromNumber ?? -1) || (isAgain && includedAt > createdAt)) &&
        (!seenAt || createdAt <= seenAt)),
  );
  const waiting = asked.filter(({ status }) => status !== 'paid');
  const parts = await readTransfers(
    runner,
    projectId,
    `chain_id = $2 and recipient = $3 and token = $4
     and (payment_id = any(string_to_array($5, ' ')) or sender = $6) order by position`,
    [chainId, recipient, token, waiting.map(({ id }) => id).join(' '), sender],
  );
  return asked.map(payment => ({
    payment,
    parts: parts.filter(one => one.paymentId === payment.id && isDue(one)),
  }));
}

/** Reports a transfer that pays nothing. */
async function report(
  runner: SqlRunner,
  { chainId, projectId }: ProjectChain,
  transfer: FoundTransfer,
  paymentId: string | null,
): Promise<void> {
  const { recipient, token } = transfer;
  const data = { transfer: { ...shownTransfer(transfer), recipient, asset: assetOf(chainId, token) } };
  const [payment] = paymentId === null ? [] : await readPayments(runner, projectId, 'id = $2', [paymentId]);
  if (!payment) return addEvent(runner, projectId, 'payment.unmatched', data);
  const own = await readTransfersOf(runner, payment);
  await addEvent(runner, projectId, 'payment.late', { ...data, payment: shownPayment(payment, own) });
}

/** @param change - Its values follow as `$7` and on. */
async function setTransfer(
  runner: SqlRunner,
  chainId: string,
  { projectId, hash, recipient, token, ordinal }: StoredTransfer,
  change: string,
  values: readonly (number | Date | boolean)[] = [],
): Promise<void> {
  await runner.query(
    `update payment_transfers set ${change}
     where project_id = $1 and chain_id = $2 and hash = $3 and recipient = $4 and token = $5 and ordinal = $6`,
    [projectId, chainId, hash, recipient, token, ordinal, ...values],
  );
}

async function save(
  runner: SqlRunner,
  { payment, events }: PaymentChange,
  transfers: readonly StoredTransfer[],
): Promise<void> {
  const { id, status, received, told, toldCount, paidAt, projectId } = payment;
  await runner.query(
    `update payments set status = $3, received = $4, told = $5, told_count = $6, paid_at = $7
     where project_id = $1 and id = $2`,
    [projectId, id, status, String(received), String(told), toldCount, paidAt],
  );
  for (const type of events)
    await addEvent(runner, projectId, type, { payment: shownPayment(payment, transfers) });
}
