import * as z from 'zod';
import { inTurns } from '../../platform/inTurns.js';
import type { RpcService } from '../chains/service.js';
import {
  readSolanaAccounts,
  readSolanaTransaction,
} from '../history/sources/solana/readSolanaTransaction.js';
import type { StoredTransfer } from './paymentRows.js';
import type { FoundTransfer, Reading, ReadPosition, TransferSource, Watched } from './TransferSource.js';

/** Signatures that are asked for at once. */
const PAGE = 100;
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
 * the last final slot are read in every step, because the fork that contains them may be abandoned.
 */
export function solanaTransfers(
  rpc: Pick<RpcService, 'call'>,
  chainId: string,
  stopped: AbortSignal,
): TransferSource {
  const call = (method: string, params: readonly unknown[]) => rpc.call(chainId, method, params, stopped);
  const slotAt = async (commitment: string) => slotNumber.parse(await call('getSlot', [{ commitment }]));
  const account = async (address: string) =>
    accountAnswer.parse(
      await call('getAccountInfo', [address, { encoding: 'base64', commitment: CONFIRMED }]),
    ).value;
  const chain = { chainId, call };
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
      return token !== '' && !isMint(mint) ? 'asset: is not a token of the chain' : undefined;
    },
    async read(position, watched) {
      const askedAt = new Date();
      const finalized = await slotAt('finalized');
      const slot = await slotAt(CONFIRMED);
      // A node that is behind; further back, the chain was restarted.
      const isBehind = slot < position.number;
      if (isBehind && position.number - slot <= DEPTH) return undefined;
      const from = isBehind ? -1 : position.number;
      const found = await readTransfers(chain, { from, finalized, askedAt }, watched);
      return (
        found && { ...readingOf(position, isBehind, { finalized, slot }), from, found, completeAt: askedAt }
      );
    },
  };
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
}

interface Span {
  readonly from: number;
  readonly finalized: number;
  readonly askedAt: Date;
}

async function readTransfers(
  chain: Chain,
  { from, finalized, askedAt }: Span,
  watched: Watched,
): Promise<readonly FoundTransfer[] | undefined> {
  const known = watched.known.filter(({ isRemoved }) => !isRemoved);
  // A node that has not seen what another one has would take it for lost. In a restarted chain, it is lost.
  const seen = from < 0 ? [] : known.map(({ blockNumber }) => blockNumber);
  const minContextSlot = Math.max(finalized, ...seen);
  const config = { commitment: CONFIRMED, minContextSlot };
  const places = (await inTurns([...watched.recipients], key => placesOf(chain, key, config))).flat();
  const unique = [...new Map(places.map(place => [place.address, place])).values()];
  const all = (await inTurns(unique, place => list(chain, place, from, config))).flat();
  const listed = [...new Map(all.map(one => [`${one.signature} ${one.owner}`, one])).values()];
  const read = await inTurns(listed, async one => {
    const same = known.filter(
      ({ hash, recipient, blockNumber }) =>
        hash === one.signature && recipient === one.owner && blockNumber === one.slot,
    );
    return same.length > 0 ? same : readTransaction(chain, one, watched, askedAt);
  });
  // A node that lists a transaction may not have stored it yet.
  if (read.includes(undefined)) return undefined;
  const signatures = new Set(listed.map(({ signature }) => signature));
  const missing = known.filter(({ hash }) => !signatures.has(hash));
  return [...read.flatMap(one => one ?? []), ...(await stillLanded(chain, missing))];
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

/** The successful transactions above a slot that mention an address. */
async function list(
  { call }: Chain,
  { address, owner }: { readonly address: string; readonly owner: string },
  from: number,
  config: object,
): Promise<readonly Listed[]> {
  const found: Listed[] = [];
  for (let before: object = {}; ; ) {
    const options = { ...config, limit: PAGE, ...before };
    const page = signaturesAnswer.parse(await call('getSignaturesForAddress', [address, options]));
    const above = page.filter(({ slot }) => slot > from);
    found.push(...above.filter(({ err }) => !err).map(one => ({ ...one, owner })));
    const last = page.at(-1);
    if (!last || above.length < PAGE) return found;
    before = { before: last.signature };
  }
}

/** The transfers of a transaction to a recipient; undefined if the node does not know it. */
async function readTransaction(
  { chainId, call }: Chain,
  { signature, slot, blockTime, owner }: Listed,
  { recipients, references }: Watched,
  askedAt: Date,
): Promise<readonly FoundTransfer[] | undefined> {
  const config = { encoding: 'jsonParsed', commitment: CONFIRMED, maxSupportedTransactionVersion: 0 };
  const raw = await call('getTransaction', [signature, config]);
  if (raw === null) return undefined;
  const names = readSolanaAccounts(raw)
    .map(one => references.get(one))
    .find(id => id !== undefined);
  const movements = readSolanaTransaction(chainId, signature, raw, owner, new Map())?.movements ?? [];
  return movements.flatMap(({ to, from: sender, token = '', amount }) =>
    to === owner && recipients.has(`${owner} ${token}`)
      ? {
          ...{ hash: signature, recipient: owner, token, ordinal: 0, sender, amount, names },
          blockNumber: slot,
          includedAt: blockTime ? new Date(blockTime * 1_000) : askedAt,
        }
      : [],
  );
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
