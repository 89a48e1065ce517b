import { nativeLogsOf } from 'latchkit/protocol';
import * as z from 'zod';
import { type BoundedMap, boundedMap } from '../../../../platform/boundedMap.js';
import { inTurns } from '../../../../platform/inTurns.js';
import { RPC_CODES } from '../../../../platform/jsonrpc/jsonRpc.js';
import { RpcError } from '../../../../platform/jsonrpc/RpcError.js';
import { isRefusedCall } from '../../../chains/isRefusedCall.js';
import type { ItemForm, RpcService, UnreadReason } from '../../../chains/service.js';
import type { Movement } from '../ChainTransaction.js';
import { ENTRY_POINT, OPERATION, readOperations } from './readOperations.js';
import { readTransfers, TRANSFER } from './readTransfers.js';

const quantity = z
  .string()
  .regex(/^0x[0-9a-f]{1,64}$/i)
  .transform(BigInt);
const count = quantity.transform(Number);
const hex = z.string().regex(/^0x[0-9a-f]*$/i);
const hash = z
  .string()
  .regex(/^0x[0-9a-f]{64}$/i)
  .transform(text => text.toLowerCase());
const address = z
  .string()
  .regex(/^0x[0-9a-f]{40}$/i)
  .transform(text => text.toLowerCase());

const header = z.object({ number: count, hash, parentHash: hash, timestamp: count });
/** A block's items are read one by one: those of an unknown form must not hide the others. */
const rawBlock = header.extend({ transactions: z.array(z.unknown()) });
const transaction = z.object({
  hash,
  from: address,
  to: address.nullish(),
  value: quantity,
  input: hex,
  nonce: count,
});
const log = z.object({
  address,
  topics: z.array(hash),
  data: hex,
  logIndex: count.optional(),
  removed: z.boolean().optional(),
});
const foundLogs = z.array(log.extend({ transactionHash: hash })).transform(logs => onlyOnce(logs));
const receipt = z.object({
  transactionHash: hash,
  blockHash: hash,
  status: count.optional(),
  contractAddress: address.nullish(),
  logs: z.array(log).transform(logs => onlyOnce(logs)),
});
const ofTransaction = z.object({ transactionHash: hash });

/** Without logs that a node gives twice, or that a reorganisation has removed. Their index is unique in a block. */
function onlyOnce<Item extends z.infer<typeof log>>(logs: readonly Item[]): Item[] {
  const seen = new Set<number>();
  return logs.filter(({ logIndex, removed }) => {
    if (removed || (logIndex !== undefined && seen.has(logIndex))) return false;
    if (logIndex !== undefined) seen.add(logIndex);
    return true;
  });
}

type Transaction = z.infer<typeof transaction>;
type Receipt = z.infer<typeof receipt>;

const formOf = <Item>(schema: z.ZodType<Item>): ItemForm<Item | null> => ({
  parse: raw => (raw === null ? null : schema.safeParse(raw).data),
  refusals: new Set(),
});
const transactionForm = formOf(transaction);
const receiptForm = formOf(receipt);

/** Receipts of a block that are asked for one by one, where a node has left them out. */
const MOST_MISSING = 8;

/** Identifies a block in the chain. */
export type Header = z.infer<typeof header>;

/** A transaction of a block. */
export interface IndexedTransaction {
  readonly position: number;
  readonly hash: string;
  readonly failed: boolean;
  readonly from: string;
  readonly to: string | undefined;
  readonly nonce: number;
  readonly selector: string | undefined;
  readonly movements: readonly Movement[];
  /** Accounts whose history contains the transaction. */
  readonly accounts: readonly string[];
}

/** A transaction that nodes give in an unknown form, or not at all. */
export interface UnreadTransaction {
  readonly position: number;
  readonly hash: string;
  readonly reason: UnreadReason;
  /** What a node answered, in lower case. */
  readonly text: string;
}

/** A user operation of a smart account (ERC-4337). */
export interface BlockOperation {
  /** Of the transaction. */
  readonly hash: string;
  /** The smart account. */
  readonly sender: string;
  /** The entry point reports it. Any other contract can write the same log. */
  readonly isCertain: boolean;
}

export interface IndexedBlock extends Header {
  readonly transactions: readonly IndexedTransaction[];
  /** Without those in transactions whose native movements are logged. */
  readonly operations: readonly BlockOperation[];
  readonly unread: readonly UnreadTransaction[];
}

/** A block with the movements of some of its transactions. */
export interface BlockMovements extends Header {
  readonly transactions: readonly Pick<IndexedTransaction, 'hash' | 'movements'>[];
}

/** The zero address, which takes part in mints and burns and has no history. */
const NOBODY = `0x${'0'.repeat(40)}`;

/** Reads blocks of one chain. */
export interface BlockReader {
  header(number: number | 'latest' | 'finalized'): Promise<Header | undefined>;
  /**
   * Reads a block with its movements; undefined if it doesn't exist or changed during the read. A transaction of an unknown form is
   * `unread`, and hides none of the others.
   *
   * @param isWanted - Whether other nodes are asked for a transaction that a first one gives in an unknown form.
   */
  block(number: number, isWanted: (unread: UnreadTransaction) => boolean): Promise<IndexedBlock | undefined>;
  /**
   * Reads only what a block moved of some tokens to some accounts; undefined as for `block`.
   *
   * @throws also if the node cannot search the logs of one block, or gives one in an unknown form.
   */
  tokenMovements(
    number: number,
    tokens: readonly string[],
    receivers: readonly string[],
  ): Promise<BlockMovements | undefined>;
  /**
   * By how much a block changed an account's balance, from one node that knows the states before and after it.
   *
   * @param by - A transaction of the block.
   * @throws RpcError in an outage.
   */
  balanceChange(
    account: string,
    block: Pick<Header, 'number' | 'hash'>,
    by: Pick<IndexedTransaction, 'from' | 'nonce'>,
  ): Promise<BalanceChange>;
  /** Whether a token shows other amounts than it moves (ERC-8056). @throws RpcError in an outage. */
  isScaled(token: string): Promise<boolean>;
  /**
   * Whether a node of the chain knows states before the newest one.
   *
   * @returns undefined: not known, because the last blocks are empty or nodes do not respond.
   */
  keepsHistory(): Promise<boolean | undefined>;
}

/** A change of a balance, or why it is not known. A node without history answers with the newest state instead of an old one. */
export type BalanceChange = bigint | UnreadReason | 'without history';

/** Selector of ERC-8056's `uiMultiplier()`, and its answer for amounts that are shown as they move. */
const UI_MULTIPLIER = '0xa60bf13d';
const ONE = 10n ** 18n;

/** Blocks that are searched for a transaction. */
const MOST_SEARCHED = 4;

export function blockReader(
  rpc: Pick<RpcService, 'call' | 'callItem' | 'callNodes'>,
  chainId: string,
  stopped: AbortSignal,
): BlockReader {
  const call = (method: string, params: readonly unknown[]) => rpc.call(chainId, method, params, stopped);
  const readHeader = async (number: number | 'latest' | 'finalized') => {
    const tag = typeof number === 'string' ? number : toHex(number);
    const found = await call('eth_getBlockByNumber', [tag, false]);
    return found === null ? undefined : header.parse(found);
  };
  const askItem = <Item>(method: string, of: string, form: ItemForm<Item>) =>
    rpc.callItem(chainId, method, [of], stopped, form).catch((error: unknown) => {
      // The block has it, so only this item is refused, or the node fails.
      if (isRefusedCall(error)) return { kind: 'unreadable', reason: 'refused' } as const;
      throw error;
    });
  /** What other nodes say about a transaction that one has given in an unknown form; null: the block changed. */
  const askAgain = async (unread: UnreadTransaction, blockHash: string, isWhole: boolean) => {
    const answers = await Promise.all([
      askItem('eth_getTransactionByHash', unread.hash, transactionForm),
      askItem('eth_getTransactionReceipt', unread.hash, receiptForm),
    ]);
    const [own, result] = answers;
    if (own.kind === 'read' && result.kind === 'read')
      return own.item && result.item && toIndexed(chainId, unread.position, own.item, result.item, blockHash);
    // A node that has answered nothing about it yet, and refuses it, may refuse others too.
    const isRefused = answers.some(one => one.kind === 'unreadable' && one.reason === 'refused');
    if (answers.some(({ kind }) => kind === 'doubtful') || (isRefused && !isWhole)) throw noTwoNodes();
    const refusal = answers.find(answer => answer.kind === 'unreadable');
    return { ...unread, reason: refusal?.reason ?? unread.reason };
  };
  return {
    header: readHeader,
    async tokenMovements(number, tokens, receivers) {
      const found = await readHeader(number);
      if (!found) return undefined;
      // By the block's hash: a node that does not know this block refuses, instead of answering that it is empty.
      const topics = [TRANSFER, null, receivers.map(one => `0x${one.slice(2).padStart(64, '0')}`)];
      const logs = foundLogs.parse(
        await call('eth_getLogs', [{ blockHash: found.hash, address: tokens, topics }]),
      );
      const hashes = [...new Set(logs.map(one => one.transactionHash))];
      const transactions = hashes.map(one => ({
        hash: one,
        movements: readTransfers(logs.filter(({ transactionHash }) => transactionHash === one)),
      }));
      return { ...found, transactions };
    },
    async balanceChange(account, { number }, { from, nonce }) {
      const [before, after] = [toHex(number - 1), toHex(number)];
      const read = (results: readonly unknown[]): BalanceChange => {
        const { data } = z.tuple([quantity, quantity, quantity]).safeParse(results);
        if (!data) return 'malformed';
        const [used, old, next] = data;
        return isOld(used, nonce) ? next - old : 'without history';
      };
      const { results, refused, isWhole } = await rpc.callNodes(
        chainId,
        [
          ['eth_getTransactionCount', [from, before]],
          ['eth_getBalance', [account, before]],
          ['eth_getBalance', [account, after]],
        ],
        stopped,
        one => typeof read(one) === 'bigint',
      );
      const changes = results.map(read);
      const change = changes.find(one => typeof one === 'bigint');
      if (change !== undefined) return change;
      if (!isWhole) throw noTwoNodes();
      // What a node may give later comes first.
      return refused > 0 ? 'refused' : (changes.find(one => one === 'malformed') ?? 'without history');
    },
    async isScaled(token) {
      const asked = [{ to: token, data: UI_MULTIPLIER }, 'latest'];
      const answer = await call('eth_call', asked).catch(error => {
        if (isRefusedCall(error)) return undefined;
        throw error;
      });
      const word = hash.safeParse(answer).data;
      return word !== undefined && ![0n, ONE].includes(BigInt(word));
    },
    async keepsHistory() {
      const newest = (await readHeader('latest'))?.number ?? 0;
      const numbers = Array.from({ length: Math.min(newest, MOST_SEARCHED) }, (_, index) => newest - index);
      for (const number of numbers) {
        const found = rawBlock.safeParse(await call('eth_getBlockByNumber', [toHex(number), true])).data;
        const [first] = found?.transactions.flatMap(raw => transaction.safeParse(raw).data ?? []) ?? [];
        if (!first) continue;
        const isKept = ([count]: readonly unknown[]) => {
          const used = quantity.safeParse(count).data;
          return used !== undefined && isOld(used, first.nonce);
        };
        const asked = [['eth_getTransactionCount', [first.from, toHex(number - 1)]]] as const;
        const { results, isWhole } = await rpc.callNodes(chainId, asked, stopped, isKept);
        return results.some(isKept) || (isWhole ? false : undefined);
      }
      return undefined;
    },
    async block(number, isWanted) {
      const found = await call('eth_getBlockByNumber', [toHex(number), true]);
      if (found === null) return undefined;
      const { transactions: raws, ...rest } = rawBlock.parse(found);
      const hashes = await hashesOf(call, raws, rest);
      const receipts = hashes && (await receiptsOf(call, rest, hashes, receiptsKept(rpc)));
      if (!hashes || !receipts) return undefined;
      const items = await inTurns([...raws.entries()], async ([position, raw]) => {
        const [id = '', result] = [hashes[position], receipts[position]];
        const [own, parsed] = [transaction.safeParse(raw), receipt.safeParse(result)];
        if (own.success && parsed.success)
          return toIndexed(chainId, position, own.data, parsed.data, rest.hash);
        const text = JSON.stringify([raw, result]).toLowerCase();
        const unread: UnreadTransaction = { position, hash: id, reason: 'malformed', text };
        const isWhole = !own.success || result !== undefined;
        return isWanted(unread) ? askAgain(unread, rest.hash, isWhole) : unread;
      });
      const read = items.flatMap(item => (item && 'operations' in item ? item : []));
      const unread = items.flatMap(item => (item && 'text' in item ? item : []));
      // The chain was reorganised between two requests.
      if (read.length + unread.length < items.length) return undefined;
      return {
        ...rest,
        transactions: read.map(({ operations: _, ...one }) => one),
        operations: read.flatMap(({ operations }) => operations),
        unread,
      };
    },
  };
}

/** Whether a number of transactions is from before one with this nonce. A node without history answers with that of now. */
const isOld = (used: bigint, nonce: number) => used <= BigInt(nonce);

const noTwoNodes = () =>
  new RpcError(502, RPC_CODES.serverError, 'CHAIN_UNAVAILABLE', 'No two nodes respond');

type Call = (method: string, params: readonly unknown[]) => Promise<unknown>;

const withHash = z.object({ hash });
const listedHashes = z.object({ hash, transactions: z.array(hash) });

const receiptIn = (blockHash: string) => z.looseObject({ blockHash: z.literal(blockHash) });

/** Characters of receipts that are kept. */
const KEPT = 16 * 1_024 * 1_024;
/** Receipts that were asked for one by one: a node with a rate answers about a part of a block at a time. */
const keptReceipts = new WeakMap<object, BoundedMap<string>>();

function receiptsKept(rpc: object): BoundedMap<string> {
  const kept = keptReceipts.get(rpc) ?? boundedMap<string>(KEPT, text => text.length);
  keptReceipts.set(rpc, kept);
  return kept;
}

/** The hashes of a block's transactions; undefined if the block changed. */
async function hashesOf(
  call: Call,
  raws: readonly unknown[],
  of: Header,
): Promise<readonly string[] | undefined> {
  const own = raws.map(raw => withHash.safeParse(raw).data?.hash);
  if (own.every(one => one !== undefined)) return own;
  const listed = listedHashes.parse(await call('eth_getBlockByNumber', [toHex(of.number), false]));
  const isSame = listed.hash === of.hash && listed.transactions.length === raws.length;
  return isSame ? listed.transactions : undefined;
}

/** The answers about the receipts of a block, in its order; undefined if the node does not have them all. */
async function receiptsOf(
  call: Call,
  { number, hash: blockHash }: Header,
  hashes: readonly string[],
  kept: BoundedMap<string>,
): Promise<readonly unknown[] | undefined> {
  if (hashes.length === 0) return [];
  const one = async (id: string): Promise<unknown> => {
    const known = kept.get(`${blockHash} ${id}`);
    if (known !== undefined) return JSON.parse(known);
    const found = await call('eth_getTransactionReceipt', [id]).catch(unknownMethod);
    if (receiptIn(blockHash).safeParse(found).success) kept.add(`${blockHash} ${id}`, JSON.stringify(found));
    return found;
  };
  const all = (await call('eth_getBlockReceipts', [toHex(number)]).catch(unknownMethod)) ?? undefined;
  const list = z.array(z.unknown()).optional().parse(all);
  const byHash = new Map(list?.map(raw => [ofTransaction.safeParse(raw).data?.transactionHash, raw]));
  const missing = hashes.filter(id => !byHash.has(id));
  if (list && missing.length > MOST_MISSING) return undefined;
  const asked = await inTurns(missing, async id => [id, await one(id)] as const);
  for (const [id, raw] of asked) byHash.set(id, raw);
  // A node that has the block may not have its receipts yet.
  if (asked.some(([, raw]) => raw === null)) return undefined;
  return hashes.map(id => byHash.get(id));
}

/** A transaction with its user operations; undefined if it is in another block. */
function toIndexed(
  chainId: string,
  position: number,
  { hash, from, to, value, input, nonce }: Transaction,
  result: Receipt,
  blockHash: string,
): (IndexedTransaction & { readonly operations: readonly BlockOperation[] }) | undefined {
  // The chain was reorganised between two requests.
  if (result.blockHash !== blockHash) return undefined;
  const failed = result.status === 0;
  const target = to ?? result.contractAddress ?? undefined;
  const native: Movement[] =
    value > 0n && !failed && target !== undefined
      ? [{ kind: 'native', from, to: target, amount: value }]
      : [];
  const operations = readOperations({ to: to ?? undefined, input }, result.logs);
  const logged = readTransfers(result.logs, nativeLogsOf(chainId));
  // Where they are logged, the logs are all native movements of the transaction.
  const isLogged = result.logs.some(({ address }) => address === nativeLogsOf(chainId)?.address);
  const movements = failed ? [] : isLogged ? logged : [...native, ...operations.movements, ...logged];
  const moved = movements.flatMap(one => [one.from, one.to]);
  const accounts = new Set([from, target, ...operations.senders, ...moved]);
  accounts.delete(NOBODY);
  return {
    position,
    hash,
    failed,
    from,
    to: to ?? undefined,
    nonce,
    selector: input.length >= 10 ? input.slice(0, 10).toLowerCase() : undefined,
    movements,
    accounts: [...accounts].filter(one => one !== undefined),
    operations: isLogged ? [] : operationsIn(result),
  };
}

function toHex(number: number): string {
  return `0x${number.toString(16)}`;
}

function operationsIn({ transactionHash, logs }: Receipt): readonly BlockOperation[] {
  return logs.flatMap(({ address, topics: [kind, , sender] }) =>
    kind === OPERATION && sender !== undefined
      ? [
          {
            hash: transactionHash,
            sender: `0x${sender.slice(-40)}`,
            isCertain: address === ENTRY_POINT,
          },
        ]
      : [],
  );
}

/** A node without this method, or with a block too large for it, gets a request for each receipt instead. */
function unknownMethod(error: unknown): undefined {
  const isTooLarge = error instanceof RpcError && error.code === 'UPSTREAM_ANSWER_TOO_LARGE';
  if (isRefusedCall(error) || isTooLarge) return undefined;
  throw error;
}
