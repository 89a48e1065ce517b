import { factorOfMint } from 'latchkit/protocol';
import * as z from 'zod';
import { type BoundedMap, boundedMap } from '../../platform/boundedMap.js';
import { inTurns } from '../../platform/inTurns.js';
import { isRefusedCall } from '../chains/isRefusedCall.js';
import type { RpcService } from '../chains/service.js';
import {
  askSolanaTransaction,
  readSolanaAccounts,
  readSolanaTransaction,
} from '../history/sources/solana/readSolanaTransaction.js';
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
/** Pages of new transactions that a step reads. The others are left to the next steps. */
const MOST_PAGES = 5;
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
  z.object({ signature: z.string(), slot: slotNumber, err: z.unknown(), blockTime: z.number().nullish() }),
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
 */
export function solanaTransfers(
  rpc: Pick<RpcService, 'call' | 'callItem'>,
  chainId: string,
  stopped: AbortSignal,
  seen: BoundedMap<true> = boundedMap(0),
): TransferSource {
  const call = (method: string, params: readonly unknown[]) => rpc.call(chainId, method, params, stopped);
  const slotAt = async (commitment: string) => slotNumber.parse(await call('getSlot', [{ commitment }]));
  const account = async (address: string) =>
    accountAnswer.parse(
      await call('getAccountInfo', [address, { encoding: 'base64', commitment: CONFIRMED }]),
    ).value;
  const ask = (signature: string) => askSolanaTransaction(rpc, chainId, signature, stopped);
  const chain = { chainId, call, ask, seen };
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
      const from = isBehind ? -1 : position.number;
      const { found, ...left } = await readTransfers(chain, { from, finalized, askedAt }, watched);
      const later = await readAgain(chain, { finalized }, watched);
      stopped.throwIfAborted();
      return {
        ...readingOf(position, isBehind, { finalized, slot }),
        // What waits may be a payment that has arrived in time, so none expires, and the same slots are read again.
        ...(left.waiting.length > 0 ? { next: position } : {}),
        completeAt: left.waiting.length > 0 || left.backlog.length > 0 ? undefined : askedAt,
        from,
        found: [...found, ...later.found],
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

function readingOf(
  position: ReadPosition,
  isRestarted: boolean,
  { finalized, slot }: { readonly finalized: number; readonly slot: number },
): Pick<Reading, 'height' | 'next' | 'finalized'> {
  // Payments are watched from the slot in which they were created.
  const number = isRestarted ? finalized : Math.max(position.number, finalized);
  return { height: slot, next: { number, hash: String(slot) }, finalized };
}

interface Chain {
  readonly chainId: string;
  readonly call: (method: string, params: readonly unknown[]) => Promise<unknown>;
  readonly ask: (signature: string) => ReturnType<typeof askSolanaTransaction>;
  readonly seen: BoundedMap<true>;
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

async function readTransfers(
  chain: Chain,
  { from, finalized, askedAt }: Span,
  watched: Watched,
): Promise<Found & Pick<UnreadChanges, 'outage'> & { readonly backlog: readonly Backlog[] }> {
  const known = watched.known.filter(({ isRemoved }) => !isRemoved);
  // A node that has not seen what another one has would take it for lost. In a restarted chain, it is lost.
  const seen = from < 0 ? [] : known.map(({ blockNumber }) => blockNumber);
  const minContextSlot = Math.max(finalized, ...seen);
  const config = { commitment: CONFIRMED, minContextSlot };
  const places = (await inTurns([...watched.recipients], key => placesOf(chain, key, config))).flat();
  const unique = [...new Map(places.map(place => [place.address, place])).values()];
  const pages = Math.max(1, Math.floor(MOST_PAGES / unique.length));
  const lists = await inTurns(unique, place => list(chain, place, { from, pages }, config));
  const all = lists.flatMap(({ found }) => found);
  const listed = [...new Map(all.map(one => [`${one.signature} ${one.owner}`, one])).values()];
  const errors: unknown[] = [];
  const ask: Chain['ask'] = async signature => {
    if (errors.filter(error => !isRefusedCall(error)).length >= MOST_ERRORS) throw errors[0];
    return chain.ask(signature);
  };
  const parts = await inTurns(listed, async one =>
    readListed({ ...chain, ask }, one, watched, askedAt).catch((error: unknown) => {
      errors.push(error);
      return { ...NOTHING, waiting: [{ hash: one.signature, recipient: one.owner }] };
    }),
  );
  const signatures = new Set(listed.map(({ signature }) => signature));
  const missing = known.filter(({ hash }) => !signatures.has(hash));
  return {
    // The nodes list the newest first.
    found: [...parts.flatMap(({ found }) => found).reverse(), ...(await stillLanded(chain, missing))],
    added: parts.flatMap(({ added }) => added),
    passed: parts.flatMap(({ passed }) => passed),
    waiting: parts.flatMap(({ waiting }) => waiting),
    outage: errors[0],
    backlog: lists.flatMap(({ rest, owner: recipient }) =>
      rest ? { recipient, first: from + 1, last: rest.last, seenAt: askedAt, progress: rest.progress } : [],
    ),
  };
}

const NOTHING: Found = { found: [], added: [], passed: [], waiting: [] };

/** A listed transaction. Those that are stored are not asked for in each step. */
async function readListed(chain: Chain, one: Listed, watched: Watched, askedAt: Date): Promise<Found> {
  const { signature: hash, slot: blockNumber, blockTime, owner: recipient } = one;
  const isSame = (stored: { readonly hash: string; readonly recipient: string }) =>
    stored.hash === hash && stored.recipient === recipient;
  const known = watched.known.filter(stored => !stored.isRemoved && isSame(stored));
  const landed = known.map(stored => ({ ...stored, blockNumber }));
  if (known.some(stored => stored.blockNumber === blockNumber)) return { ...NOTHING, found: landed };
  if (watched.unread?.above.some(stored => isSame(stored) && stored.blockNumber === blockNumber))
    return { ...NOTHING, passed: [{ hash, recipient }] };
  const includedAt = blockTime ? new Date(blockTime * 1_000) : askedAt;
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

/** The newest successful transactions above a slot that mention an address, and where to go on if there are more. */
async function list(
  { call }: Chain,
  { address, owner }: { readonly address: string; readonly owner: string },
  { from, pages }: { readonly from: number; readonly pages: number },
  config: object,
): Promise<{
  readonly owner: string;
  readonly found: readonly Listed[];
  readonly rest?: Pick<Backlog, 'last' | 'progress'>;
}> {
  const found: Listed[] = [];
  let before: object = {};
  for (let read = 1; ; read += 1) {
    const options = { ...config, limit: PAGE, ...before };
    const page = signaturesAnswer.parse(await call('getSignaturesForAddress', [address, options]));
    const above = page.filter(({ slot }) => slot > from);
    found.push(...above.filter(({ err }) => !err).map(one => ({ ...one, owner })));
    const last = page.at(-1);
    if (!last || above.length < PAGE) return { owner, found };
    if (read >= pages) {
      const progress = { at: { [address]: last.signature }, hasUnread: false, isNew: true };
      return { owner, found, rest: { last: last.slot, progress: JSON.stringify(progress) } };
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
  return movements.flatMap(({ to, from: sender, token = '', amount }) =>
    to === recipient && recipients.has(`${recipient} ${token}`)
      ? { ...place, token, ordinal: 0, sender, amount, namesOf }
      : [],
  );
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
  at: z.record(z.string(), z.string().nullable()),
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
    const isOver = page.length < RANGE_PAGE || end === undefined || end.slot < first;
    const wanted = page.filter(({ err, slot }) => !err && slot >= first && slot <= last);
    // A node that does not know the last signature any more lists nothing.
    const isLost = before !== undefined && end === undefined;
    return { address, wanted, isLost, at: isOver ? null : end.signature };
  });
  const wanted = new Map(pages.flatMap(page => page.wanted.map(one => [one.signature, one])));
  const parts = await inTurns([...wanted.values()], async ({ signature: hash, slot, blockTime }) => {
    const answer = await chain.ask(hash).catch((error: unknown) => {
      if (isRefusedCall(error)) return undefined;
      throw error;
    });
    const includedAt = blockTime ? new Date(blockTime * 1_000) : seenAt;
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
  const kept = await inTurns(missing, async (transfer): Promise<readonly FoundTransfer[]> => {
    const answer = await call('getSignatureStatuses', [[transfer.hash], { searchTransactionHistory: true }]);
    const [status] = statusesAnswer.parse(answer).value;
    return status && !status.err ? [{ ...transfer, blockNumber: status.slot }] : [];
  });
  return kept.flat();
}
