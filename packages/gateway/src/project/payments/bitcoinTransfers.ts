import * as z from 'zod';
import { chainTime } from '../../platform/chainTime.js';
import { inTurns } from '../../platform/inTurns.js';
import { RPC_CODES } from '../../platform/jsonrpc/jsonRpc.js';
import { RpcError } from '../../platform/jsonrpc/RpcError.js';
import { isRefusedCall } from '../chains/isRefusedCall.js';
import type { ItemAnswer, ItemForm, RpcService } from '../chains/service.js';
import { isRateLimit } from '../chains/waitOutRate.js';
import {
  esploraTransaction,
  readBitcoinTransaction,
} from '../history/sources/bitcoin/readBitcoinTransaction.js';
import { PlaceTurns, type TakenTurns } from './PlaceTurns.js';
import { UNCONFIRMED } from './paymentRows.js';
import type {
  Backlog,
  FoundTransfer,
  ReadAgain,
  Reading,
  ReadPosition,
  TransferSource,
  UnreadChanges,
  UnreadRange,
  Watched,
} from './TransferSource.js';

/** Blocks that are read again after a reorganisation, and by which a node may be behind. */
const DEPTH = 12;
/** Blocks after which a transfer is final, its own included. */
const FINAL = 6;
/** Confirmed transactions on a page of Esplora. */
const PAGE = 25;

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const block = z.object({ id: hash, height: z.int().nonnegative() });
const confirmed = z.object({
  confirmed: z.literal(true),
  block_height: z.int().nonnegative(),
  block_time: chainTime(),
});
const listedTransaction = esploraTransaction.extend({
  status: z.discriminatedUnion('confirmed', [confirmed, z.object({ confirmed: z.literal(false) })]),
});
/** What a list must say of a transaction, so that the others can be read. */
const place = z.object({
  txid: hash,
  status: z.union([
    z.object({ confirmed: z.literal(true), block_height: z.int().nonnegative(), block_time: z.unknown() }),
    z.object({ confirmed: z.literal(false) }),
  ]),
});
const page = z.array(place.loose());
const form: ItemForm<Transaction> = {
  parse: raw => listedTransaction.safeParse(raw).data,
  refusals: new Set(),
};

type Transaction = z.output<typeof listedTransaction>;
type Listed = z.output<typeof page>[number];

/** Pages of new transactions that a step reads. The others are left to the next steps. */
const MOST_PAGES = 20;
/** Errors of the nodes after which a step asks for nothing more. */
const MOST_ERRORS = 8;

/**
 * Transfers on Bitcoin, from Esplora's API: the transactions of the recipients, also before a block contains them. Between two blocks
 * only recipients of open payments are asked for.
 *
 * @param turns - What earlier steps have read. Default: nothing.
 */
export function bitcoinTransfers(
  rpc: Pick<RpcService, 'call' | 'callItem'>,
  chainId: string,
  stopped: AbortSignal,
  turns: PlaceTurns = new PlaceTurns(),
): TransferSource {
  const get = (path: string) => rpc.call(chainId, `GET ${path}`, [], stopped);
  const ask = (txid: string) => rpc.callItem(chainId, `GET /tx/${txid}`, [], stopped, form);
  const tipHash = async () => hash.parse(await get('/blocks/tip/hash'));
  const chain: Chain = { chainId, get, ask, tipHash, turns };
  const tip = async (): Promise<ReadPosition> => {
    const { id, height } = block.parse(await get(`/block/${await tipHash()}`));
    return { number: height, hash: id };
  };
  const isOnChain = async ({ number, hash: expected }: ReadPosition) =>
    (await get(`/block-height/${number}`).catch(notFound)) === expected;
  return {
    head: tip,
    async refusal(recipient) {
      const known = await get(`/address/${recipient}`).catch(notFound);
      return known === undefined ? 'recipient: is not an address of the chain' : undefined;
    },
    async read(position, watched) {
      const askedAt = new Date();
      const head = await tip();
      // A node that is behind; further back, the chain was restarted.
      if (head.number < position.number && position.number - head.number <= DEPTH) return undefined;
      const isSame = await isOnChain(position);
      const from = isSame ? position.number : Math.max(-1, Math.min(position.number, head.number) - DEPTH);
      turns.begin(watched.recipients, '');
      const places = [...watched.recipients];
      const isNews = head.hash !== position.hash;
      const asked = places.filter(
        key => watched.open.has(key) || (isNews && turns.readTo(key)?.hash !== head.hash),
      );
      const { parts, failed, errors, isChanged } = await readPlaces(
        chain,
        { from, head, askedAt },
        watched,
        asked,
      );
      // A block that was added meanwhile is in some of the lists only.
      if (isChanged && parts.length === 0) return undefined;
      const later = await readAgain(chain, watched, askedAt);
      const backlog = parts.flatMap(part => part.backlog ?? []);
      const sure = parts.filter(({ isSure }) => isSure);
      const read: TakenTurns = {
        taken: [...failed, ...parts.map(({ key }) => key)],
        failed,
        readTo: new Map(sure.flatMap(({ key, waiting }) => (waiting.length > 0 ? [] : [[key, head]]))),
      };
      const next = await readTo(places, read, { turns, head, isOnChain });
      const isMoved = next !== undefined && (!isSame || next.number > position.number || next === head);
      const isOpen = turns.isOpen(asked, read);
      const finalized = head.number - FINAL + 1;
      const found = keepingFirstSight([...parts.flatMap(part => part.found), ...later.found], watched);
      const waiting = parts.flatMap(part => part.waiting);
      // A list gives the whole transaction, so that one which could not be read needs no other turn.
      const readNow = new Set(found.map(one => `${one.hash} ${one.recipient}`));
      const again = (watched.unread?.above ?? []).flatMap(
        ({ hash: txid, recipient }): readonly ReadAgain[] =>
          readNow.has(`${txid} ${recipient}`) ? [{ hash: txid, recipient, outcome: 'read' }] : [],
      );
      return {
        from,
        height: head.number,
        next: isMoved ? next : position,
        found,
        settled: Math.min(position.number, head.number) - DEPTH,
        finalized,
        completeAt:
          isOpen || sure.length < parts.length || backlog.length > 0 || waiting.length > 0
            ? undefined
            : askedAt,
        places: new Map(
          sure.map(part => [part.key, part.backlog || part.waiting.length > 0 ? undefined : askedAt]),
        ),
        isRoundOpen: isOpen && errors.length === 0 && !isChanged,
        keep: except => turns.keep(read, except),
        unread: {
          askedAt,
          added: [...parts.flatMap(({ added }) => added), ...later.added],
          // A list that ends early says nothing of what is below.
          passed: [
            ...parts.flatMap(part => part.passed),
            ...watched.known.filter(one =>
              backlog.some(({ recipient, last }) => recipient === one.recipient && one.blockNumber <= last),
            ),
          ],
          waiting,
          outage: errors.find(isRateLimit) ?? errors[0],
          backlog,
          again: [...later.again, ...again],
          range: later.range,
        },
      };
    },
  };
}

/** Up to which block all places were read; undefined: some were not, since the process started, or the chain has changed since. */
async function readTo(
  places: readonly string[],
  { readTo: now }: TakenTurns,
  {
    turns,
    head,
    isOnChain,
  }: {
    readonly turns: PlaceTurns;
    readonly head: ReadPosition;
    isOnChain(position: ReadPosition): Promise<boolean>;
  },
): Promise<ReadPosition | undefined> {
  const ends = new Map<string, ReadPosition>();
  for (const place of places) {
    const end = now.get(place) ?? turns.readTo(place);
    if (!end) return undefined;
    ends.set(end.hash, end);
  }
  for (const end of ends.values())
    if (end.hash !== head.hash && !(await isOnChain(end).catch(() => false))) return undefined;
  const all = [...ends.values()].sort((a, b) => a.number - b.number);
  return all[0]?.hash === head.hash ? head : all[0];
}

interface Chain {
  readonly chainId: string;
  readonly get: (path: string) => Promise<unknown>;
  readonly ask: (txid: string) => Promise<ItemAnswer<Transaction>>;
  readonly tipHash: () => Promise<string>;
  readonly turns: PlaceTurns;
}

/** What was read of some transactions. */
type ReadParts = Pick<Reading, 'found'> & Pick<UnreadChanges, 'added' | 'passed' | 'waiting'>;

/** What was read of a place. */
interface PlacePart extends ReadParts {
  readonly key: string;
  readonly backlog: Backlog | undefined;
  /** No block was added meanwhile, so that it is known up to which one this is whole. */
  readonly isSure: boolean;
}

interface Span {
  readonly from: number;
  readonly head: ReadPosition;
  readonly askedAt: Date;
}

/** Reads places whose turn it is, some at once, while the newest block stays the same. */
async function readPlaces(
  chain: Chain,
  { from, head, askedAt }: Span,
  watched: Watched,
  asked: readonly string[],
) {
  const { turns } = chain;
  const queue = [...turns.left(asked)];
  const errors: unknown[] = [];
  const parts: PlacePart[] = [];
  const failed: string[] = [];
  let isChanged = false;
  const isOver = () => isChanged || errors.some(isRateLimit) || errors.length >= MOST_ERRORS;
  for (let room = MOST_PAGES; room > 0 && !isOver(); ) {
    const group = queue.splice(0, Math.min(room, turns.atOnce));
    if (group.length === 0) break;
    const pages = Math.floor(room / group.length);
    let used = 0;
    const read = await inTurns(group, async (key): Promise<PlacePart | undefined> => {
      const recipient = key.trimEnd();
      try {
        const { listed, count, rest } = await list(chain.get, recipient, { from, pages });
        used += count;
        // Esplora lists the newest first.
        const part = await readAll(chain, [...listed].reverse(), { recipient, askedAt, errors }, watched);
        const backlog = rest && { recipient, first: from + 1, ...rest, seenAt: askedAt };
        return { ...part, key, backlog, isSure: true };
      } catch (error) {
        errors.push(error);
        // One that is refused as one too many has its turn next.
        if (!isRateLimit(error)) failed.push(key);
        return undefined;
      }
    });
    room -= Math.max(1, used);
    const isLimited = errors.some(isRateLimit);
    const tip = isLimited
      ? undefined
      : await chain.tipHash().catch((error: unknown) => void errors.push(error));
    isChanged = tip !== undefined && tip !== head.hash;
    // What was found was there, whatever became of the newest block.
    if (!isChanged) for (const part of read) if (part) parts.push({ ...part, isSure: tip === head.hash });
  }
  turns.adapt(parts.every(({ isSure }) => !isSure) && errors.some(isRateLimit));
  return { parts, failed, errors, isChanged };
}

/** Reads listed transactions one by one: those of an unknown form must not hide the others. */
async function readAll(
  chain: Chain,
  listed: readonly Listed[],
  { recipient, askedAt, errors }: Reader,
  watched: Watched,
): Promise<ReadParts> {
  const parts = await inTurns(listed, async (item): Promise<ReadParts> => {
    const { txid, status } = item;
    const own = listedTransaction.safeParse(item).data;
    if (own) return { ...NOTHING, found: transfersIn(chain.chainId, own, recipient, askedAt) };
    const isStored = watched.unread?.above.some(
      one =>
        one.hash === txid &&
        one.recipient === recipient &&
        status.confirmed &&
        one.blockNumber === status.block_height,
    );
    // Those that are stored are not asked for in each step.
    if (isStored) return { ...NOTHING, passed: [{ hash: txid, recipient }] };
    const answer = await askOther(chain, txid).catch((error: unknown) => void errors.push(error));
    if (!answer) return { ...NOTHING, waiting: [{ hash: txid, recipient }] };
    if (answer.kind === 'read')
      return { ...NOTHING, found: transfersIn(chain.chainId, answer.item, recipient, askedAt) };
    // It is listed again until a block contains it.
    if (!status.confirmed) return { ...NOTHING, passed: [{ hash: txid, recipient }] };
    const includedAt = timeOf(chainTime().safeParse(status.block_time).data, askedAt);
    const place = { hash: txid, recipient, blockNumber: status.block_height, includedAt };
    return { ...NOTHING, added: [{ ...place, reason: answer.reason }] };
  });
  return {
    found: parts.flatMap(({ found }) => found),
    added: parts.flatMap(({ added }) => added),
    passed: parts.flatMap(({ passed }) => passed),
    waiting: parts.flatMap(({ waiting }) => waiting),
  };
}

/** For whom transactions are read. */
interface Reader {
  readonly recipient: string;
  readonly askedAt: Date;
  /** Receives the errors of nodes. */
  readonly errors: unknown[];
}

const NOTHING: ReadParts = { found: [], added: [], passed: [], waiting: [] };

/** What the nodes say about a transaction that a list has in an unknown form. @throws in an outage. */
async function askOther({ ask }: Chain, txid: string) {
  const answer = await ask(txid).catch((error: unknown) => {
    if (isRefusedCall(error)) return { kind: 'unreadable', reason: 'refused' } as const;
    throw error;
  });
  if (answer.kind !== 'doubtful') return answer;
  throw new RpcError(502, RPC_CODES.serverError, 'CHAIN_UNAVAILABLE', 'Only one node responds');
}

/** Reads some of what earlier steps could not read. It holds up nothing else: what fails is asked for again another time. */
async function readAgain(
  chain: Chain,
  watched: Watched,
  askedAt: Date,
): Promise<ReadParts & Pick<UnreadChanges, 'again' | 'range'>> {
  const { due = [], range } = watched.unread ?? {};
  const again = await inTurns(due, async ({ hash: txid, recipient, seenAt }) => {
    const answer = await askOther(chain, txid).catch(() => undefined);
    // A transaction that no block contains any more is listed again.
    const isRead = answer?.kind === 'read' && answer.item.status.confirmed;
    const found = isRead ? transfersIn(chain.chainId, answer.item, recipient, askedAt) : [];
    const outcome = isRead ? ('read' as const) : answer ? ('unreadable' as const) : ('outage' as const);
    return { hash: txid, recipient, outcome, found: found.map(one => ({ ...one, seenAt })) };
  });
  const part = range && (await readRange(chain, range, askedAt, watched).catch(() => undefined));
  return {
    found: [...again.flatMap(({ found }) => found), ...(part?.found ?? [])],
    added: part?.added ?? [],
    passed: [],
    waiting: [],
    again,
    range: range && (part?.range ?? { ...range, outcome: 'outage' }),
  };
}

const rangeProgress = z.object({
  /** The last transaction that was read. Undefined: none was. */
  at: hash.optional(),
  hasUnread: z.boolean(),
  /** Nobody was told yet of what cannot be read. */
  isNew: z.boolean().default(false),
});

/** Reads the next page of a range again, from its newest transactions to its oldest. */
async function readRange(
  chain: Chain,
  range: UnreadRange,
  askedAt: Date,
  watched: Watched,
): Promise<ReadParts & { readonly range: NonNullable<UnreadChanges['range']> }> {
  const { recipient, first, last, seenAt } = range;
  const start = range.progress === null ? { hasUnread: false } : JSON.parse(range.progress);
  const progress = rangeProgress.parse(start);
  const from = progress.at === undefined ? '' : `/${progress.at}`;
  const all = page.parse(await chain.get(`/address/${recipient}/txs/chain${from}`));
  const wanted = all.filter(
    ({ status }) => status.confirmed && status.block_height >= first && status.block_height <= last,
  );
  const end = all.at(-1);
  // A node that does not go on gives the same page again.
  const isStuck = end !== undefined && end.txid === progress.at;
  const isDone =
    all.length < PAGE || !end || !end.status.confirmed || end.status.block_height < first || isStuck;
  const errors: unknown[] = [];
  const read = await readAll(chain, wanted, { recipient, askedAt, errors }, watched);
  if (errors.length > 0) throw errors[0];
  const hasUnread = progress.hasUnread || isStuck || (!progress.isNew && read.added.length > 0);
  const next = { ...progress, at: end?.txid, hasUnread };
  return {
    found: read.found.map(one => ({ ...one, seenAt })),
    added: progress.isNew ? read.added : [],
    passed: [],
    waiting: [],
    range: {
      ...range,
      progress: isDone ? null : JSON.stringify(next),
      outcome: isDone && !hasUnread ? 'read' : 'unreadable',
    },
  };
}

/** Esplora's answer to what it does not know. */
function notFound(error: unknown): undefined {
  if (error instanceof RpcError && error.code === 'CALL_FAILED') return undefined;
  throw error;
}

/** The newest transactions of an address: those that wait for a block, and those in blocks above a height. */
async function list(
  get: (path: string) => Promise<unknown>,
  address: string,
  { from, pages }: { readonly from: number; readonly pages: number },
): Promise<{
  readonly listed: readonly Listed[];
  /** Pages that were read. */
  readonly count: number;
  readonly rest?: Pick<Backlog, 'last' | 'progress'>;
}> {
  const listed: Listed[] = [];
  let path = `/address/${address}/txs`;
  for (let read = 1; ; read += 1) {
    const all = page.parse(await get(path));
    const above = all.filter(({ status }) => !status.confirmed || status.block_height > from);
    listed.push(...above);
    const mined = all.filter(({ status }) => status.confirmed).length;
    const last = all.at(-1);
    if (!last || above.length < all.length || mined < PAGE) return { listed, count: read };
    if (read >= pages && last.status.confirmed) {
      const progress = JSON.stringify({ at: last.txid, hasUnread: false, isNew: true });
      return { listed, count: read, rest: { last: last.status.block_height, progress } };
    }
    path = `/address/${address}/txs/chain/${last.txid}`;
  }
}

function transfersIn(
  chainId: string,
  transaction: Transaction,
  recipient: string,
  askedAt: Date,
): readonly FoundTransfer[] {
  const { txid, status } = transaction;
  // What the recipient sends itself is no payment to it.
  const received = readBitcoinTransaction(chainId, transaction, recipient).movements.filter(
    ({ to, from }) => to === recipient && from !== recipient,
  );
  return received.map(({ from: sender, amount }) => ({
    ...{ hash: txid, recipient, token: '', ordinal: 0, sender, amount },
    blockNumber: status.confirmed ? status.block_height : UNCONFIRMED,
    includedAt: timeOf(status.confirmed ? status.block_time : undefined, askedAt),
  }));
}

/** When a transaction was included: not after it was seen. The time of a block may be two hours ahead. */
function timeOf(time: number | undefined, seenAt: Date): Date {
  return time === undefined ? seenAt : new Date(Math.min(time * 1_000, seenAt.getTime()));
}

/** While a transfer waits for a block, its time is when it was first seen. */
function keepingFirstSight(found: readonly FoundTransfer[], { known }: Watched): readonly FoundTransfer[] {
  const seen = new Map(known.map(one => [`${one.hash} ${one.recipient}`, one.includedAt]));
  return found.map(one =>
    one.blockNumber === UNCONFIRMED
      ? { ...one, includedAt: seen.get(`${one.hash} ${one.recipient}`) ?? one.includedAt }
      : one,
  );
}
