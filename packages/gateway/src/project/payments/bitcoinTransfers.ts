import * as z from 'zod';
import { inTurns } from '../../platform/inTurns.js';
import { RPC_CODES } from '../../platform/jsonrpc/jsonRpc.js';
import { RpcError } from '../../platform/jsonrpc/RpcError.js';
import { isRefusedCall } from '../chains/isRefusedCall.js';
import type { ItemAnswer, ItemForm, RpcService } from '../chains/service.js';
import {
  esploraTransaction,
  readBitcoinTransaction,
} from '../history/sources/bitcoin/readBitcoinTransaction.js';
import { UNCONFIRMED } from './paymentRows.js';
import type {
  Backlog,
  FoundTransfer,
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
  block_time: z.int().nonnegative(),
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

/**
 * Transfers on Bitcoin, from Esplora's API: the transactions of the recipients, also before a block contains them. Between two blocks
 * only recipients of open payments are asked for.
 */
export function bitcoinTransfers(
  rpc: Pick<RpcService, 'call' | 'callItem'>,
  chainId: string,
  stopped: AbortSignal,
): TransferSource {
  const get = (path: string) => rpc.call(chainId, `GET ${path}`, [], stopped);
  const ask = (txid: string) => rpc.callItem(chainId, `GET /tx/${txid}`, [], stopped, form);
  const chain: Chain = { chainId, get, ask };
  const tip = async (): Promise<ReadPosition> => {
    const { id, height } = block.parse(await get(`/block/${hash.parse(await get('/blocks/tip/hash'))}`));
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
      const isNews = head.hash !== position.hash;
      const asked = [...watched.recipients].filter(key => isNews || watched.open.has(key));
      const pages = Math.max(1, Math.floor(MOST_PAGES / Math.max(1, asked.length)));
      const parts = await inTurns(asked, async key => {
        const recipient = key.trimEnd();
        const { listed, rest } = await list(get, recipient, { from, pages });
        // Esplora lists the newest first.
        const read = await readAll(chain, [...listed].reverse(), recipient, askedAt);
        const backlog = rest && { recipient, first: from + 1, ...rest, seenAt: askedAt };
        return { ...read, backlog };
      });
      // A block that was added meanwhile is in some of the lists only.
      if (hash.parse(await get('/blocks/tip/hash')) !== head.hash) return undefined;
      const later = await readAgain(chain, watched, askedAt);
      const backlog = parts.flatMap(part => part.backlog ?? []);
      const passed = watched.known.filter(
        ({ recipient, token, isRemoved }) => !isRemoved && !asked.includes(`${recipient} ${token}`),
      );
      const finalized = head.number - FINAL + 1;
      const found = keepingFirstSight([...parts.flatMap(part => part.found), ...later.found], watched);
      return {
        from,
        height: head.number,
        next: head,
        found: [...found, ...passed],
        finalized,
        completeAt: backlog.length > 0 ? undefined : askedAt,
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
          waiting: [],
          outage: undefined,
          backlog,
          again: later.again,
          range: later.range,
        },
      };
    },
  };
}

interface Chain {
  readonly chainId: string;
  readonly get: (path: string) => Promise<unknown>;
  readonly ask: (txid: string) => Promise<ItemAnswer<Transaction>>;
}

/** What was read of some transactions. */
type ReadParts = Pick<Reading, 'found'> & Pick<UnreadChanges, 'added' | 'passed'>;

/** Reads listed transactions one by one: those of an unknown form must not hide the others. */
async function readAll(
  chain: Chain,
  listed: readonly Listed[],
  recipient: string,
  askedAt: Date,
): Promise<ReadParts> {
  const parts = await inTurns(listed, async (item): Promise<ReadParts> => {
    const own = listedTransaction.safeParse(item).data;
    const answer = own ? ({ kind: 'read', item: own } as const) : await askOther(chain, item.txid);
    if (answer.kind === 'read')
      return { ...NOTHING, found: transfersIn(chain.chainId, answer.item, recipient, askedAt) };
    const { txid, status } = item;
    // It is listed again until a block contains it.
    if (!status.confirmed) return { ...NOTHING, passed: [{ hash: txid, recipient }] };
    const time = z.int().nonnegative().safeParse(status.block_time).data;
    const includedAt = time === undefined ? askedAt : new Date(time * 1_000);
    const place = { hash: txid, recipient, blockNumber: status.block_height, includedAt };
    return { ...NOTHING, added: [{ ...place, reason: answer.reason }] };
  });
  return {
    found: parts.flatMap(({ found }) => found),
    added: parts.flatMap(({ added }) => added),
    passed: parts.flatMap(({ passed }) => passed),
  };
}

const NOTHING: ReadParts = { found: [], added: [], passed: [] };

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
  const part = range && (await readRange(chain, range, askedAt).catch(() => undefined));
  return {
    found: [...again.flatMap(({ found }) => found), ...(part?.found ?? [])],
    added: part?.added ?? [],
    passed: [],
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
  const isDone = all.length < PAGE || !end || !end.status.confirmed || end.status.block_height < first;
  const read = await readAll(chain, wanted, recipient, askedAt);
  const hasUnread = progress.hasUnread || (!progress.isNew && read.added.length > 0);
  const next = { ...progress, at: end?.txid, hasUnread };
  return {
    found: read.found.map(one => ({ ...one, seenAt })),
    added: progress.isNew ? read.added : [],
    passed: [],
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
): Promise<{ readonly listed: readonly Listed[]; readonly rest?: Pick<Backlog, 'last' | 'progress'> }> {
  const listed: Listed[] = [];
  let path = `/address/${address}/txs`;
  for (let read = 1; ; read += 1) {
    const all = page.parse(await get(path));
    const above = all.filter(({ status }) => !status.confirmed || status.block_height > from);
    listed.push(...above);
    const count = all.filter(({ status }) => status.confirmed).length;
    const last = all.at(-1);
    if (!last || above.length < all.length || count < PAGE) return { listed };
    if (read >= pages && last.status.confirmed) {
      const progress = JSON.stringify({ at: last.txid, hasUnread: false, isNew: true });
      return { listed, rest: { last: last.status.block_height, progress } };
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
    includedAt: status.confirmed ? new Date(status.block_time * 1_000) : askedAt,
  }));
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
