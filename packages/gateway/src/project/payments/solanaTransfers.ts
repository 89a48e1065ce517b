import { factorOfMint } from 'latchkit/protocol';
import * as z from 'zod';
import { type BoundedMap, boundedMap } from '../../platform/boundedMap.js';
import { blockTime } from '../../platform/chainTime.js';
import { inTurns } from '../../platform/inTurns.js';
import { isRefusedCall } from '../chains/isRefusedCall.js';
import type { RpcService } from '../chains/service.js';
import { isRateLimit } from '../chains/waitOutRate.js';
import {
  askSolanaTransaction,
  readOwnLamports,
  readSolanaAccounts,
  readSolanaTransaction,
} from '../history/sources/solana/readSolanaTransaction.js';
import { PlaceTurns, type ReadPart, type TakenTurns } from './PlaceTurns.js';
import type { StoredTransfer } from './paymentRows.js';
import {
  type Backlog,
  type FoundTransfer,
  type Reading,
  type ReadPosition,
  SCALED_ASSET,
  type TransferSource,
  type UnreadChanges,
  type UnreadRange,
  type Watched,
} from './TransferSource.js';

/** Signatures that are asked for at once. */
const PAGE = 100;
/** New transactions that a step lists. The others are left to the next steps. */
const MOST_LISTED = 500;
/** Places that a step reads, and accounts of one of them: anyone can create accounts for others. The next steps read the others. */
const MOST_PLACES = 40;
const MOST_ACCOUNTS = 8;
/** Transactions about whose state a node is asked at once. */
const MOST_STATUSES = 256;
/** Transactions of a range that a step reads again, so that a node which limits its calls lets it go on. */
const RANGE_PAGE = 25;
/** Slots by which a node may be behind; further back, the chain was restarted. */
const DEPTH = 64;

const CONFIRMED = 'confirmed';
const TOKEN_PROGRAMS = [
  'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
];
/** Length of a mint without extensions. All token accounts are longer. */
const MINT_LENGTH = 82;
/** Where an account with extensions says whether it is a mint, and that it is. */
const KIND = { at: 165, mint: 1 };

const slotNumber = z.int().nonnegative();
const signaturesAnswer = z.array(
  z.object({ signature: z.string(), slot: slotNumber, err: z.unknown(), blockTime }),
);
const statusesAnswer = z.object({
  value: z.array(z.object({ slot: slotNumber, err: z.unknown() }).nullable()),
});
const tokenAccountsAnswer = z.object({ value: z.array(z.object({ pubkey: z.string() })) });
const accountAnswer = z.object({
  value: z.object({ owner: z.string(), data: z.tuple([z.string(), z.string()]) }).nullable(),
});

/** A transaction that mentions a recipient or a token account of theirs. */
interface Listed {
  readonly signature: string;
  readonly slot: number;
  /** Seconds; null: not known. */
  readonly blockTime?: number | null | undefined;
  readonly owner: string;
}

/**
 * Transfers on Solana: the transactions that mention the recipients and their token accounts, once they are confirmed. Those above
 * the last final slot are listed in every step, because the fork that contains them may be abandoned.
 *
 * @param seen - The transactions that pay nothing, which are not asked for in each step. Default: none.
 * @param turns - What earlier steps have read. Default: nothing.
 */
export function solanaTransfers(
  rpc: Pick<RpcService, 'call' | 'callItem'>,
  chainId: string,
  stopped: AbortSignal,
  seen: BoundedMap<true> = boundedMap(0),
  turns: PlaceTurns = new PlaceTurns(),
): TransferSource {
  const call = (method: string, params: readonly unknown[]) => rpc.call(chainId, method, params, stopped);
  const slotAt = async (commitment: string) => slotNumber.parse(await call('getSlot', [{ commitment }]));
  const account = async (address: string) =>
    accountAnswer.parse(
      await call('getAccountInfo', [address, { encoding: 'base64', commitment: CONFIRMED }]),
    ).value;
  const ask = (signature: string) => askSolanaTransaction(rpc, chainId, signature, stopped);
  const chain = { chainId, call, ask, seen, turns };
  return {
    async head() {
      const slot = await slotAt(CONFIRMED);
      return { number: slot, hash: String(slot) };
    },
    async refusal(recipient, token) {
      const [receiver, mint] = await Promise.all([account(recipient), token === '' ? null : account(token)]);
      // The transfers to a token account are found by its owner.
      if (receiver && TOKEN_PROGRAMS.includes(receiver.owner))
        return 'recipient: is not the address of a wallet';
      if (token === '') return undefined;
      if (!isMint(mint)) return 'asset: is not a token of the chain';
      return mint && isScaled(mint) ? SCALED_ASSET : undefined;
    },
    async read(position, watched) {
      const askedAt = new Date();
      const finalized = await slotAt('finalized');
      const slot = await slotAt(CONFIRMED);
      // A node that is behind; further back, the chain was restarted.
      const isBehind = slot < position.number;
      if (isBehind && position.number - slot <= DEPTH) return undefined;
      turns.begin(watched.recipients, isBehind ? 'restarted' : '');
      const from = isBehind ? -1 : position.number;
      const { found, read, ...left } = await readTransfers(chain, { from, finalized, askedAt }, watched);
      const later = await readAgain(chain, { finalized }, watched);
      stopped.throwIfAborted();
      const places = [...watched.recipients];
      const number = readTo(places, read, turns);
      const isOpen = turns.isOpen(places, read);
      return {
        height: slot,
        finalized,
        // Payments are watched from the slot in which they were created. What waits may be a payment that has arrived in time.
        next: {
          number: number === undefined || (!isBehind && number < position.number) ? position.number : number,
          hash: String(slot),
        },
        places: read.places,
        isRoundOpen: isOpen && left.outage === undefined,
        completeAt: isOpen || left.waiting.length > 0 || left.backlog.length > 0 ? undefined : askedAt,
        keep: except => turns.keep(read, except),
        from,
        found: [...found, ...later.found],
        settled: Math.min(position.number, slot) - DEPTH,
        asksByHash: true,
        unread: {
          askedAt,
          ...left,
          added: [...left.added, ...later.added],
          again: later.again,
          range: later.range,
        },
      };
    },
  };
}

/** The slot up to which all places were read; undefined: some were not, since the process started. */
function readTo(
  places: readonly string[],
  { readTo: now }: TakenTurns,
  turns: PlaceTurns,
): number | undefined {
  const numbers = places.map(place => (now.get(place) ?? turns.readTo(place))?.number);
  const known = numbers.filter(number => number !== undefined);
  return known.length < numbers.length ? undefined : Math.min(...known);
}

/** Its factor may change at any time. */
function isScaled({ data }: NonNullable<z.infer<typeof accountAnswer>['value']>): boolean {
  const bytes = Buffer.from(data[0], 'base64');
  return [0n, BigInt(Number.MAX_SAFE_INTEGER)].some(time => factorOfMint(bytes, time) !== undefined);
}

function isMint(account: z.infer<typeof accountAnswer>['value']): boolean {
  if (!account || !TOKEN_PROGRAMS.includes(account.owner)) return false;
  const data = Buffer.from(account.data[0], 'base64');
  return data.length === MINT_LENGTH || data[KIND.at] === KIND.mint;
}

interface Chain {
  readonly chainId: string;
  readonly call: (method: string, params: readonly unknown[]) => Promise<unknown>;
  readonly ask: (signature: string) => ReturnType<typeof askSolanaTransaction>;
  readonly seen: BoundedMap<true>;
  readonly turns: PlaceTurns;
}

interface Span {
  readonly from: number;
  readonly finalized: number;
  readonly askedAt: Date;
}

/** What a step found in the transactions above its position. */
type Found = Pick<UnreadChanges, 'added' | 'passed' | 'waiting'> & Pick<Reading, 'found'>;

/** Errors of the nodes after which a step asks for no more transactions. */
const MOST_ERRORS = 8;

/** What a step has read of the places whose turn it was. */
interface PlacesRead extends TakenTurns {
  readonly places: ReadonlyMap<string, Date | undefined>;
}

async function readTransfers(
  chain: Chain,
  { from, finalized, askedAt }: Span,
  watched: Watched,
): Promise<
  Found & Pick<UnreadChanges, 'outage'> & { readonly backlog: readonly Backlog[]; readonly read: PlacesRead }
> {
  const known = watched.known.filter(({ isRemoved }) => !isRemoved);
  // A node that has not seen what another one has would take it for lost. In a restarted chain, it is lost.
  const seen = from < 0 ? [] : known.map(({ blockNumber }) => blockNumber);
  const config = { commitment: CONFIRMED, minContextSlot: Math.max(finalized, ...seen) };
  const reader = listedReader(chain, watched, askedAt);
  const { lists, taken, failed, waiting } = await readPlaces(
    chain,
    reader,
    { from, finalized, config },
    watched,
  );
  const signatures = new Set(lists.flatMap(({ found }) => found.map(({ signature }) => signature)));
  const own = new Map(lists.map(part => [part.key, part]));
  const placeOf = (one: StoredTransfer) => `${one.recipient} ${one.token}`;
  // What was final when its place was read is not listed again.
  const isFinal = (one: StoredTransfer) => one.blockNumber <= (own.get(placeOf(one))?.from ?? -1);
  const missing = known.filter(one => own.has(placeOf(one)) && !isFinal(one) && !signatures.has(one.hash));
  const landed = await stillLanded(chain, missing).catch((error: unknown) => {
    reader.errors.push(error);
    for (const one of missing) waiting.add(placeOf(one));
    return undefined;
  });
  const parts = await Promise.all(reader.asked.values());
  const done = new Set(lists.filter(({ key }) => !waiting.has(key)));
  const isWhole = (one: PlaceList) => done.has(one) && !one.part && one.backlog.length === 0;
  return {
    // The nodes list the newest first.
    found: [...parts.flatMap(({ found }) => found).reverse(), ...(landed ?? [])],
    added: parts.flatMap(({ added }) => added),
    passed: [...parts.flatMap(({ passed }) => passed), ...known.filter(isFinal)],
    waiting: [...parts.flatMap(one => one.waiting), ...(landed ? [] : missing)],
    outage: firstOf(reader.errors),
    backlog: lists.flatMap(({ backlog }) => backlog.map(one => ({ ...one, seenAt: askedAt }))),
    read: {
      places: new Map(lists.map(one => [one.key, isWhole(one) ? askedAt : undefined])),
      taken: [...taken, ...failed],
      failed,
      readTo: new Map([...done].flatMap(({ key, part, to }) => (part ? [] : [[key, to] as const]))),
      parts: new Map([...done].flatMap(({ key, part }) => (part ? [[key, part] as const] : []))),
    },
  };
}

/** Reads listed transactions, each once in a step. */
interface ListedReader {
  read(one: Listed): Promise<Found>;
  /** What was read, by transaction and recipient. */
  readonly asked: ReadonlyMap<string, Promise<Found>>;
  /** The errors of the nodes. */
  readonly errors: unknown[];
  /** Nodes allow no more of these calls. */
  isLimited(): boolean;
}

function listedReader(chain: Chain, watched: Watched, askedAt: Date): ListedReader {
  const errors: unknown[] = [];
  const own: unknown[] = [];
  const ask: Chain['ask'] = async signature => {
    if (isOver(own)) throw firstOf(own);
    return chain.ask(signature).catch((error: unknown) => {
      own.push(error);
      throw error;
    });
  };
  // Two places of a recipient may list the same transaction.
  const asked = new Map<string, Promise<Found>>();
  return {
    asked,
    errors,
    isLimited: () => own.some(isRateLimit),
    read(one) {
      const key = `${one.signature} ${one.owner}`;
      const reading =
        asked.get(key) ??
        readListed({ ...chain, ask }, one, watched, askedAt).catch((error: unknown) => {
          errors.push(error);
          return { ...NOTHING, waiting: [{ hash: one.signature, recipient: one.owner }] };
        });
      asked.set(key, reading);
      return reading;
    },
  };
}

/** Lists places whose turn it is, some at once, and reads what they list, until a step has read enough or nodes allow no more. */
async function readPlaces(
  chain: Chain,
  reader: ListedReader,
  { config, ...span }: Omit<Span, 'askedAt'> & { readonly config: object },
  watched: Watched,
) {
  const queue = [...chain.turns.left([...watched.recipients])].slice(0, MOST_PLACES);
  const lists: PlaceList[] = [];
  const taken: string[] = [];
  const failed: string[] = [];
  const waiting = new Set<string>();
  for (let room = MOST_LISTED; queue.length > 0 && room >= PAGE && !isOver(reader.errors); ) {
    const group = queue.splice(0, Math.floor(room / PAGE));
    const most = Math.floor(room / group.length);
    const parts = await inTurns(group, key =>
      listPlace(chain, key, { ...span, most }, config).catch((error: unknown) => {
        reader.errors.push(error);
        // One that is refused as one too many has its turn next.
        if (!isRateLimit(error)) failed.push(key);
        return undefined;
      }),
    );
    const listed = parts.flatMap(part => part?.found.map(one => ({ one, key: part.key })) ?? []);
    const results = await inTurns(listed, async ({ one, key }) => {
      const isWaiting = (await reader.read(one)).waiting.length > 0;
      if (isWaiting) waiting.add(key);
      return { key, isWaiting };
    });
    // One of which nothing was read yet has its turn next.
    const begun = new Set(results.flatMap(({ key, isWaiting }) => (isWaiting ? [] : key)));
    for (const part of parts) {
      if (!part) continue;
      lists.push(part);
      if (begun.has(part.key) || !waiting.has(part.key) || !reader.isLimited()) taken.push(part.key);
    }
    room -= listed.length;
  }
  return { lists, taken, failed, waiting };
}

/** Whether a step asks for nothing more, after some errors of the nodes. */
const isOver = (errors: readonly unknown[]) =>
  errors.some(isRateLimit) || errors.filter(error => !isRefusedCall(error)).length >= MOST_ERRORS;

/** The error to report: one about a rate says when nodes are to be asked again. */
const firstOf = (errors: readonly unknown[]) => errors.find(isRateLimit) ?? errors[0];

/** When a transaction was included: not after it was seen, whatever the clocks of the validators say. */
function timeOf({ blockTime: seconds }: Pick<Listed, 'blockTime'>, seenAt: Date): Date {
  return seconds ? new Date(Math.min(seconds * 1_000, seenAt.getTime())) : seenAt;
}

const NOTHING: Found = { found: [], added: [], passed: [], waiting: [] };

/** A listed transaction. Those that are stored are not asked for in each step. */
async function readListed(chain: Chain, one: Listed, watched: Watched, askedAt: Date): Promise<Found> {
  const { signature: hash, slot: blockNumber, owner: recipient } = one;
  const isSame = (stored: { readonly hash: string; readonly recipient: string }) =>
    stored.hash === hash && stored.recipient === recipient;
  const known = watched.known.filter(stored => !stored.isRemoved && isSame(stored));
  const landed = known.map(stored => ({ ...stored, blockNumber }));
  if (known.some(stored => stored.blockNumber === blockNumber)) return { ...NOTHING, found: landed };
  if (watched.unread?.above.some(stored => isSame(stored) && stored.blockNumber === blockNumber))
    return { ...NOTHING, passed: [{ hash, recipient }] };
  const includedAt = timeOf(one, askedAt);
  // Another fork may execute it otherwise, and another token of the same recipient may be watched later.
  const tokens = [...watched.recipients].filter(key => key.startsWith(`${recipient} `)).sort();
  const key = `${hash} ${blockNumber} ${tokens.join(' ')}`;
  if (known.length === 0 && chain.seen.get(key)) return NOTHING;
  const answer = await chain.ask(hash);
  const place = { hash, recipient, blockNumber, includedAt };
  if (answer.kind === 'read' && answer.item) {
    const found = transfersIn(chain.chainId, answer.item.raw, place, watched);
    if (found.length === 0) chain.seen.add(key, true);
    return { ...NOTHING, found };
  }
  // The nodes list it, so what is known of it still holds, in another slot.
  if (known.length > 0) return { ...NOTHING, found: landed };
  // A node that lists a transaction may not have stored it yet.
  if (answer.kind !== 'unreadable') return { ...NOTHING, waiting: [place] };
  return { ...NOTHING, added: [{ ...place, reason: answer.reason }] };
}

/** Where transfers to a recipient are recorded: at the recipient, or for a token at their accounts for it. */
async function placesOf(
  { call }: Chain,
  key: string,
  config: object,
): Promise<readonly { readonly address: string; readonly owner: string }[]> {
  const [owner = '', mint = ''] = key.split(' ');
  if (mint === '') return [{ address: owner, owner }];
  const options = { ...config, encoding: 'base64', dataSlice: { offset: 0, length: 0 } };
  const { value } = tokenAccountsAnswer.parse(
    await call('getTokenAccountsByOwner', [owner, { mint }, options]),
  );
  return value.map(({ pubkey }) => ({ address: pubkey, owner }));
}

/** What the nodes list of a place. */
interface PlaceList {
  readonly key: string;
  /** Transactions above this slot are listed. */
  readonly from: number;
  /** How far the place was read, with what earlier steps have read of it. */
  readonly to: ReadPosition;
  readonly found: readonly Listed[];
  /** What is left of it, in the order of its accounts. Undefined: nothing. */
  readonly part: ReadPart | undefined;
  readonly backlog: readonly Omit<Backlog, 'seenAt'>[];
}

interface ListSpan extends Omit<Span, 'askedAt'> {
  /** Transactions that are listed of a place. */
  readonly most: number;
}

/** The newest transactions of a place, of some of its accounts if there are very many. */
async function listPlace(
  chain: Chain,
  key: string,
  { from: start, finalized, most }: ListSpan,
  config: object,
): Promise<PlaceList> {
  const { turns } = chain;
  const from = start < 0 ? start : Math.max(start, turns.readTo(key)?.number ?? start);
  const before = turns.part(key);
  const all = (await placesOf(chain, key, config)).filter(({ address }) => !before?.accounts.has(address));
  const some = all.slice(0, MOST_ACCOUNTS);
  const own = Math.floor(most / Math.max(1, some.length));
  const lists = await Promise.all(some.map(place => list(chain, place, { from, most: own }, config)));
  const to = before?.to ?? { number: finalized, hash: '' };
  const accounts = new Set([...(before?.accounts ?? []), ...some.map(({ address }) => address)]);
  const [recipient = ''] = key.split(' ');
  return {
    key,
    from,
    to,
    found: lists.flatMap(({ found }) => found),
    part: some.length < all.length ? { accounts, to } : undefined,
    backlog: lists.flatMap(({ rest }) => (rest ? { recipient, first: from + 1, ...rest } : [])),
  };
}

/** The newest successful transactions above a slot that mention an address, and where to go on if there are more. */
async function list(
  { call }: Chain,
  { address, owner }: { readonly address: string; readonly owner: string },
  { from, most }: { readonly from: number; readonly most: number },
  config: object,
): Promise<{
  readonly found: readonly Listed[];
  readonly rest?: Pick<Backlog, 'last' | 'progress'>;
}> {
  const found: Listed[] = [];
  const limit = Math.min(PAGE, most);
  let before: object = {};
  for (let left = most; ; left -= limit) {
    const options = { ...config, limit, ...before };
    const page = signaturesAnswer.parse(await call('getSignaturesForAddress', [address, options]));
    const above = page.filter(({ slot }) => slot > from);
    found.push(...above.filter(({ err }) => !err).map(one => ({ ...one, owner })));
    const last = page.at(-1);
    if (!last || above.length < limit) return { found };
    if (left < 2 * limit) {
      const progress = { at: { [address]: last.signature }, hasUnread: false, isNew: true };
      return { found, rest: { last: last.slot, progress: JSON.stringify(progress) } };
    }
    before = { before: last.signature };
  }
}

/** A transaction and the recipient whose transfers are wanted. */
type Place = Pick<FoundTransfer, 'hash' | 'recipient' | 'blockNumber' | 'includedAt' | 'seenAt'>;

/** The transfers of a transaction to a recipient. */
function transfersIn(
  chainId: string,
  raw: unknown,
  place: Place,
  { recipients, references }: Watched,
): readonly FoundTransfer[] {
  const { hash, recipient } = place;
  const namesOf = readSolanaAccounts(raw).flatMap(one => references.get(one) ?? []);
  const movements = readSolanaTransaction(chainId, hash, raw, recipient, new Map())?.movements ?? [];
  // What the recipient gets back from its own accounts is no payment to it.
  const back = readOwnLamports(raw, recipient);
  return movements.flatMap(({ to, from: sender, token = '', amount: moved }) => {
    const amount = token === '' ? moved - back : moved;
    return to === recipient && amount > 0n && recipients.has(`${recipient} ${token}`)
      ? { ...place, token, ordinal: 0, sender, amount, namesOf }
      : [];
  });
}

/** Reads some of what earlier steps could not read. It holds up nothing else: what fails is asked for again another time. */
async function readAgain(
  chain: Chain,
  { finalized }: Pick<Span, 'finalized'>,
  watched: Watched,
): Promise<Pick<Reading, 'found'> & Pick<UnreadChanges, 'again' | 'added' | 'range'>> {
  const { due = [], range } = watched.unread ?? {};
  const again = await inTurns(due, async ({ hash, recipient, blockNumber, includedAt, seenAt }) => {
    const answer = await chain.ask(hash).catch(() => undefined);
    const place = { hash, recipient, blockNumber, includedAt, seenAt };
    if (answer?.kind === 'read' && answer.item) {
      const found = transfersIn(chain.chainId, answer.item.raw, place, watched);
      return { hash, recipient, found, outcome: 'read' as const };
    }
    // A fork with the transaction may have been abandoned; it is asked for less and less.
    const isOutage = !answer || answer.kind === 'doubtful';
    const outcome = isOutage ? ('outage' as const) : ('unreadable' as const);
    return { hash, recipient, found: [], outcome };
  });
  const part = range && (await readRange(chain, range, finalized, watched).catch(() => undefined));
  return {
    found: [...again.flatMap(({ found }) => found), ...(part?.found ?? [])],
    again,
    added: part?.added ?? [],
    range: range && (part?.range ?? { ...range, outcome: 'outage' }),
  };
}

const rangeProgress = z.object({
  /** The last signature that was read, by the address that lists it; null: all were read. */
  at: z.record(z.string(), z.string().nullable()).default({}),
  hasUnread: z.boolean(),
  /** Nobody was told yet of what cannot be read. */
  isNew: z.boolean().default(false),
});

/** Reads the next page of a range again, from its newest transactions to its oldest. */
async function readRange(
  chain: Chain,
  range: UnreadRange,
  finalized: number,
  watched: Watched,
): Promise<
  Pick<Reading, 'found'> &
    Pick<UnreadChanges, 'added'> & { readonly range: NonNullable<UnreadChanges['range']> }
> {
  const { recipient, first, last, seenAt } = range;
  const start = range.progress === null ? { at: {}, hasUnread: false } : JSON.parse(range.progress);
  const progress = rangeProgress.parse(start);
  const config = { commitment: CONFIRMED, minContextSlot: finalized };
  const keys = [...watched.recipients].filter(key => key.startsWith(`${recipient} `));
  const places = (await inTurns(keys, key => placesOf(chain, key, config))).flat();
  const open = [...new Set(places.map(({ address }) => address))].filter(one => progress.at[one] !== null);
  const pages = await inTurns(open, async address => {
    const before = progress.at[address];
    const options = { ...config, limit: RANGE_PAGE, ...(before ? { before } : {}) };
    const page = signaturesAnswer.parse(await chain.call('getSignaturesForAddress', [address, options]));
    const end = page.at(-1);
    // A node that does not go on gives the same page again.
    const isStuck = before !== undefined && end?.signature === before;
    const isOver = page.length < RANGE_PAGE || end === undefined || end.slot < first || isStuck;
    const wanted = page.filter(({ err, slot }) => !err && slot >= first && slot <= last);
    // A node that does not know the last signature any more lists nothing.
    const isLost = before !== undefined && (end === undefined || isStuck);
    return { address, wanted, isLost, at: isOver ? null : end.signature };
  });
  const wanted = new Map(pages.flatMap(page => page.wanted.map(one => [one.signature, one])));
  const parts = await inTurns([...wanted.values()], async one => {
    const { signature: hash, slot } = one;
    const answer = await chain.ask(hash).catch((error: unknown) => {
      if (isRefusedCall(error)) return undefined;
      throw error;
    });
    const includedAt = timeOf(one, seenAt);
    const place = { hash, recipient, blockNumber: slot, includedAt };
    if (answer?.kind === 'read' && answer.item)
      return { found: transfersIn(chain.chainId, answer.item.raw, { ...place, seenAt }, watched) };
    const isAdded = progress.isNew && answer?.kind === 'unreadable';
    return { added: isAdded ? { ...place, reason: answer.reason } : undefined };
  });
  const added = parts.flatMap(part => part.added ?? []);
  const isLeft = parts.some(part => !part.found && !part.added) || pages.some(({ isLost }) => isLost);
  const hasUnread = progress.hasUnread || isLeft;
  const at = { ...progress.at, ...Object.fromEntries(pages.map(page => [page.address, page.at])) };
  const isDone = pages.every(page => page.at === null);
  return {
    found: parts.flatMap(({ found }) => found ?? []),
    added,
    range: {
      ...range,
      progress: isDone ? null : JSON.stringify({ ...progress, at, hasUnread }),
      outcome: isDone && !hasUnread ? 'read' : 'unreadable',
    },
  };
}

/** Those of the transfers that nodes still know: a closed token account lists none, and not every list is complete. */
async function stillLanded(
  { call }: Chain,
  missing: readonly StoredTransfer[],
): Promise<readonly FoundTransfer[]> {
  const hashes = [...new Set(missing.map(({ hash }) => hash))];
  const chunks = Array.from({ length: Math.ceil(hashes.length / MOST_STATUSES) }, (_, index) =>
    hashes.slice(index * MOST_STATUSES, (index + 1) * MOST_STATUSES),
  );
  const slots = new Map<string, number>();
  for (const chunk of chunks) {
    const answer = await call('getSignatureStatuses', [chunk, { searchTransactionHistory: true }]);
    const { value } = statusesAnswer.parse(answer);
    if (value.length !== chunk.length) throw new Error('The chain did not answer about each signature');
    for (const [index, status] of value.entries())
      if (status && !status.err) slots.set(chunk[index] ?? '', status.slot);
  }
  return missing.flatMap(transfer => {
    const blockNumber = slots.get(transfer.hash);
    return blockNumber === undefined ? [] : { ...transfer, blockNumber };
  });
}
