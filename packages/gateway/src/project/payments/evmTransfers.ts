import { nativeLogsOf } from 'latchkit/protocol';
import * as z from 'zod';
import { type BoundedMap, boundedMap } from '../../platform/boundedMap.js';
import { inTurns } from '../../platform/inTurns.js';
import { isRefusedCall } from '../chains/isRefusedCall.js';
import type { RpcService } from '../chains/service.js';
import { isRateLimit } from '../chains/waitOutRate.js';
import {
  type BlockMovements,
  type BlockReader,
  type UnreadTransaction as BlockUnread,
  blockReader,
  type IndexedBlock,
} from '../history/sources/indexer/readBlock.js';
import { PlaceTurns } from './PlaceTurns.js';
import {
  type FoundTransfer,
  type ReadAgain,
  type Reading,
  type ReadPosition,
  SCALED_ASSET,
  type TransferSource,
  type UnreadChanges,
  type UnreadRange,
  type UnreadTransaction,
  type Watched,
} from './TransferSource.js';

/** Blocks per step, and blocks that are read again after a reorganisation. */
const BATCH = 50;
const DEPTH = 64;
/** Recipients for whose logs a node is asked; above, a block is read whole. */
const MOST_SEARCHED = 100;

/** Blocks of a range that a step reads again. */
const RANGE_BLOCKS = 10;

/**
 * Transfers on an EVM chain, from its blocks and their receipts.
 *
 * @param turns - How much nodes allow at once. Default: not known.
 */
export function evmTransfers(
  rpc: Pick<RpcService, 'call' | 'callItem' | 'callNodes'>,
  chainId: string,
  stopped: AbortSignal,
  turns: PlaceTurns = new PlaceTurns(),
): TransferSource {
  const reader = blockReader(rpc, chainId, stopped);
  return {
    head: () => reader.header('latest'),
    async refusal(_, token) {
      if (token === nativeLogsOf(chainId)?.address) return 'asset: is the native currency';
      return token !== '' && (await reader.isScaled(token)) ? SCALED_ASSET : undefined;
    },
    async tellsFinality() {
      try {
        return (await reader.header('finalized')) !== undefined;
      } catch (error) {
        if (isRefusedCall(error)) return false;
        throw error;
      }
    },
    async seesSmartAccounts() {
      return (await reader.keepsHistory()) !== false;
    },
    read: (position, watched) =>
      readChain({ ...reader, ...keptChanges(reader, rpc, chainId) }, position, watched, turns),
  };
}

/** Changes of balances that are kept. */
const MOST_CHANGES = 10_000;
const changesOf = new WeakMap<object, BoundedMap<bigint>>();

/** Changes of balances that were read: a node with a rate tells those of a part of the recipients at a time. */
function keptChanges(reader: BlockReader, rpc: object, chainId: string): Pick<BlockReader, 'balanceChange'> {
  const kept = changesOf.get(rpc) ?? boundedMap<bigint>(MOST_CHANGES);
  changesOf.set(rpc, kept);
  return {
    async balanceChange(account, block, by) {
      const key = `${chainId} ${block.hash} ${account}`;
      const change = kept.get(key) ?? (await reader.balanceChange(account, block, by));
      if (typeof change === 'bigint') kept.add(key, change);
      return change;
    },
  };
}

async function readChain(
  reader: BlockReader,
  position: ReadPosition,
  watched: Watched,
  turns: PlaceTurns,
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
  const span: Span = { from, to, parent: isSame ? position.hash : undefined };
  const read = await readBlocks(reader, span, watched, turns);
  if (!read) return undefined;
  const { blocks, moved, outage } = read;
  // Not every chain knows this tag.
  const final = watched.needsFinalized ? await reader.header('finalized').catch(() => undefined) : undefined;
  const next = blocks.at(-1) ?? position;
  const later = await readAgain(reader, watched);
  return {
    from,
    height: next.number,
    next,
    settled: Math.min(position.number, next.number) - DEPTH,
    found: [...moved.flatMap(({ found }) => found), ...later.found],
    finalized: final?.number,
    completeAt: next.number === latest.number ? askedAt : undefined,
    unread: {
      askedAt,
      added: moved.flatMap(({ unread }) => unread),
      passed: moved.flatMap(({ passed }) => passed),
      waiting: [],
      outage,
      others: moved.reduce((sum, { others }) => sum + others, 0),
      again: later.again,
      range: later.range,
    },
  };
}

/** Blocks that follow each other. */
interface Span {
  /** The block before the first one. */
  readonly from: number;
  readonly to: number;
  /** Its hash. Undefined: the chain was reorganised, so that what is known is compared with all the blocks. */
  readonly parent: string | undefined;
}

/** The blocks with what they moved, up to an outage; undefined if they do not follow each other. */
async function readBlocks(
  reader: BlockReader,
  { from, to, parent }: Span,
  watched: Watched,
  turns: PlaceTurns,
) {
  const readBlock = blockReads(reader, watched);
  const readOne = async (height: number) => {
    try {
      const block = await readBlock(height);
      return { block, parts: block && (await movedIn(reader, block, watched)) };
    } catch (error) {
      return { error };
    }
  };
  const blocks: WatchedBlock[] = [];
  const moved: MovedInBlock[] = [];
  for (let first = from + 1; first <= to; ) {
    const count = Math.min(turns.atOnce, to - first + 1);
    const heights = Array.from({ length: count }, (_, index) => first + index);
    first += count;
    for (const { block, parts, error } of await Promise.all(heights.map(readOne))) {
      if (error !== undefined) {
        turns.adapt(isRateLimit(error) && blocks.length === 0);
        // What was read before is stored.
        if (parent !== undefined && blocks.length > 0) return { blocks, moved, outage: error };
        throw error;
      }
      const before = blocks.at(-1)?.hash ?? parent ?? block?.parentHash;
      if (!block || !parts || block.parentHash !== before) return undefined;
      blocks.push(block);
      moved.push(parts);
    }
  }
  turns.adapt(false);
  return { blocks, moved, outage: undefined };
}

/** A block with what it moved; its operations and what cannot be read of it only where it was read whole. */
type WatchedBlock =
  | IndexedBlock
  | (BlockMovements & { readonly operations?: undefined; readonly unread?: undefined });

/** How blocks are read: for tokens alone by their logs, which are a small part of a block. */
function blockReads(
  reader: BlockReader,
  watched: Watched,
): (height: number) => Promise<WatchedBlock | undefined> {
  const { recipients } = watched;
  const places = [...recipients].map(key => key.split(' '));
  const tokens = [...new Set(places.map(([, token = '']) => token))];
  const receivers = receiversOf(watched);
  const whole = (height: number) => reader.block(height, one => namesIn(one, watched).length > 0);
  if (tokens.includes('') || recipients.size > MOST_SEARCHED) return whole;
  // A node that cannot search logs, or gives one in an unknown form, may still give the block.
  return height => reader.tokenMovements(height, tokens, receivers).catch(() => whole(height));
}

const receiversOf = ({ recipients }: Watched) => [
  ...new Set([...recipients].map(key => key.split(' ')[0] ?? '')),
];

/** The recipients that a transaction names, also by a transfer that is known. */
function namesIn({ hash, text }: BlockUnread, watched: Watched): readonly string[] {
  const known = watched.known.filter(one => one.hash === hash).map(({ recipient }) => recipient);
  const named = receiversOf(watched).filter(one => text.includes(one.slice(2)));
  return [...new Set([...known, ...named])];
}

/** What a block moved to watched recipients, and what cannot be read of it. */
interface MovedInBlock {
  readonly found: readonly FoundTransfer[];
  readonly unread: readonly UnreadTransaction[];
  /** Known transfers of which the block says nothing. */
  readonly passed: readonly Pick<UnreadTransaction, 'hash' | 'recipient'>[];
  readonly others: number;
}

async function movedIn(reader: BlockReader, block: WatchedBlock, watched: Watched): Promise<MovedInBlock> {
  const { number: blockNumber, timestamp, unread: items = [] } = block;
  const includedAt = new Date(timestamp * 1_000);
  const named = items.map(item => ({ item, recipients: namesIn(item, watched) }));
  const unread = named.flatMap(({ item: { hash, reason }, recipients }) =>
    recipients.map(recipient => ({ hash, recipient, blockNumber, includedAt, reason })),
  );
  const hidden = new Set(unread.map(({ recipient }) => recipient));
  const inner = await innerTransfersIn(reader, block, watched.recipients, hidden);
  const isKept = (recipient: string) =>
    hidden.has(recipient) || inner.unread.some(one => one.recipient === recipient);
  return {
    found: [...transfersIn(block, watched.recipients), ...inner.found],
    unread: [...unread, ...inner.unread],
    passed: watched.known.filter(one => one.blockNumber === blockNumber && isKept(one.recipient)),
    others: named.filter(({ recipients }) => recipients.length === 0).length,
  };
}

function transfersIn(
  { number, timestamp, transactions }: WatchedBlock,
  recipients: ReadonlySet<string>,
): readonly FoundTransfer[] {
  return transactions.flatMap(({ hash, movements }) => {
    const seen = new Map<string, number>();
    return movements.flatMap(movement => {
      const token = movement.kind === 'native' ? '' : (movement.token ?? '');
      const key = `${movement.to} ${token}`;
      // What the recipient sends itself is no payment to it.
      if (movement.kind === 'nft' || movement.from === movement.to || !recipients.has(key)) return [];
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
 * transaction or an operation in the same block are left out, because their balance also paid its fee and has what it brought.
 *
 * @param hidden - Recipients that a transaction names which cannot be read: it may have changed their balance too.
 */
async function innerTransfersIn(
  reader: BlockReader,
  { number, hash: blockHash, timestamp, transactions, operations }: WatchedBlock,
  recipients: ReadonlySet<string>,
  hidden: ReadonlySet<string>,
): Promise<Pick<MovedInBlock, 'found' | 'unread'>> {
  const [operation] = operations ?? [];
  if (!operation) return { found: [], unread: [] };
  const native = [...recipients].filter(key => key.endsWith(' ')).map(key => key.trimEnd());
  const active = new Set([
    ...transactions.flatMap(one => ('from' in one ? one.from : [])),
    ...(operations ?? []).flatMap(one => (one.isCertain ? one.sender : [])),
  ]);
  const idle = native.filter(address => !hidden.has(address) && !active.has(address));
  const { hash, sender } = operation;
  const by = firstOfSender(transactions, hash);
  if (!by) return { found: [], unread: [] };
  const includedAt = new Date(timestamp * 1_000);
  const parts = await inTurns(idle, async (recipient): Promise<Pick<MovedInBlock, 'found' | 'unread'>> => {
    const place = { hash, recipient, blockNumber: number, includedAt };
    const change = await reader.balanceChange(recipient, { number, hash: blockHash }, by);
    // No payment from a smart account is offered there.
    if (change === 'without history') return { found: [], unread: [] };
    // A node forgets old states, and must not hold up the blocks after them.
    if (typeof change !== 'bigint')
      return { found: [], unread: [{ ...place, reason: change, isNamed: false }] };
    const own = transactions.flatMap(({ hash: of, movements }) =>
      movements.filter(({ kind, to }) => kind === 'native' && to === recipient).map(one => ({ ...one, of })),
    );
    const amount = change - own.reduce((sum, one) => sum + one.amount, 0n);
    if (amount <= 0n) return { found: [], unread: [] };
    const ordinal = own.filter(({ of }) => of === hash).length;
    // Any contract that was called in the block may have sent it.
    const found = { ...place, token: '', ordinal, sender, amount, isSenderCertain: false };
    return { found: [found], unread: [] };
  });
  return { found: parts.flatMap(({ found }) => found), unread: parts.flatMap(({ unread }) => unread) };
}

/** The first transaction in a block of the account that sent one. */
function firstOfSender(transactions: WatchedBlock['transactions'], hash: string) {
  const sent = transactions.flatMap(one => ('nonce' in one ? one : []));
  const from = sent.find(one => one.hash === hash)?.from;
  return sent
    .filter(one => one.from === from)
    .reduce<(typeof sent)[number] | undefined>(
      (least, one) => (least && least.nonce <= one.nonce ? least : one),
      undefined,
    );
}

/** Reads some of what earlier steps could not read. It holds up nothing else: what fails is asked for again another time. */
async function readAgain(
  reader: BlockReader,
  watched: Watched,
): Promise<Pick<Reading, 'found'> & Pick<UnreadChanges, 'again' | 'range'>> {
  const { due = [], range } = watched.unread ?? {};
  const heights = [...new Set(due.map(({ blockNumber }) => blockNumber))];
  const parts = await inTurns(heights, async height => {
    const rows = due.filter(({ blockNumber }) => blockNumber === height);
    const moved = await movedAgain(reader, height, watched).catch(() => undefined);
    const again = rows.map(({ hash, recipient }): ReadAgain => {
      if (!moved) return { hash, recipient, outcome: 'outage' };
      const isUnread = moved.unread.some(one => one.hash === hash && one.recipient === recipient);
      // The transaction of an abandoned block may come back; it is asked for less and less.
      const isThere = moved.hashes.has(hash);
      return { hash, recipient, outcome: isThere && !isUnread ? 'read' : 'unreadable' };
    });
    const found = (moved?.found ?? []).flatMap(one => {
      const row = rows.find(({ recipient }) => recipient === one.recipient);
      return row ? { ...one, seenAt: row.seenAt } : [];
    });
    return { again, found };
  });
  const part = range && (await readRange(reader, range, watched).catch(() => undefined));
  return {
    found: [...parts.flatMap(({ found }) => found), ...(part?.found ?? [])],
    again: parts.flatMap(({ again }) => again),
    range: range && (part?.range ?? { ...range, outcome: 'outage' }),
  };
}

/** What a block moved; undefined in an outage. */
async function movedAgain(reader: BlockReader, height: number, watched: Watched) {
  const block = await reader.block(height, one => namesIn(one, watched).length > 0);
  if (!block) return undefined;
  const hashes = new Set([...block.transactions, ...block.unread].map(({ hash }) => hash));
  return { ...(await movedIn(reader, block, watched)), hashes };
}

const rangeProgress = z.object({ next: z.int(), hasUnread: z.boolean() });

/** Reads the next blocks of a range again. */
async function readRange(
  reader: BlockReader,
  range: UnreadRange,
  watched: Watched,
): Promise<Pick<Reading, 'found'> & { readonly range: NonNullable<UnreadChanges['range']> }> {
  const { recipient, first, last, seenAt } = range;
  const start = range.progress === null ? { next: first, hasUnread: false } : JSON.parse(range.progress);
  const progress = rangeProgress.parse(start);
  const count = Math.max(0, Math.min(RANGE_BLOCKS, last - progress.next + 1));
  const heights = Array.from({ length: count }, (_, index) => progress.next + index);
  const moved = await inTurns(heights, height => movedAgain(reader, height, watched));
  if (moved.includes(undefined)) throw new Error('A block cannot be read');
  const isUnread = moved.some(one => one?.unread.some(unread => unread.recipient === recipient));
  const hasUnread = progress.hasUnread || isUnread;
  const next = progress.next + count;
  const isDone = next > last;
  return {
    found: moved.flatMap(one =>
      (one?.found ?? []).filter(found => found.recipient === recipient).map(found => ({ ...found, seenAt })),
    ),
    range: {
      ...range,
      progress: isDone ? null : JSON.stringify({ next, hasUnread }),
      outcome: isDone && !hasUnread ? 'read' : 'unreadable',
    },
  };
}
