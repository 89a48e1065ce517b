import { parseUnits } from 'viem';
import * as z from 'zod';
import { absent } from '../../../../platform/absent.js';
import { blockTime } from '../../../../platform/chainTime.js';
import type { ItemAnswer, ItemForm, RpcService } from '../../../chains/service.js';
import type { Token } from '../../../tokens/Token.js';
import type { ChainTransaction, Movement } from '../ChainTransaction.js';

/** A few accounts hold more than a number can represent exactly; only theirs are rounded. */
const lamports = z.array(
  z
    .number()
    .nonnegative()
    .transform(value => BigInt(Math.trunc(value))),
);
const tokenBalances = z
  .array(
    z.object({
      accountIndex: absent(z.int().nonnegative()),
      mint: z.string(),
      owner: absent(z.string()),
      uiTokenAmount: z.object({
        amount: z.string().regex(/^\d{1,20}$/),
        decimals: z.int().min(0).max(255),
        // As the token was shown then; it differs from the amount if the token is scaled.
        uiAmountString: z
          .string()
          .regex(/^\d{1,40}(?:\.\d{1,255})?$/)
          .optional()
          .catch(undefined),
      }),
    }),
  )
  .nullish()
  .transform(value => value ?? []);

/** The newest transaction version that is understood. Version 1 (SIMD-0385) differs from 0 only in what is not read here. */
const NEWEST_VERSION = 1;

const fields = z.object({
  // A node that gives a newer one than it was asked for may mean something else by the same fields.
  version: z.union([z.literal('legacy'), z.int().min(0).max(NEWEST_VERSION)]).nullish(),
  blockTime,
  meta: z.object({
    err: z.unknown(),
    fee: z.int().nonnegative(),
    preBalances: lamports,
    postBalances: lamports,
    preTokenBalances: tokenBalances,
    postTokenBalances: tokenBalances,
  }),
  transaction: z.object({
    message: z.object({ accountKeys: z.array(z.union([z.string(), z.object({ pubkey: z.string() })])) }),
  }),
});

/** The balances are those of the accounts, in their order. A list that is too short would make a balance of a movement. */
const schema = fields.refine(
  ({ meta, transaction: { message } }) =>
    meta.preBalances.length === message.accountKeys.length &&
    meta.postBalances.length === message.accountKeys.length,
);

type Parsed = z.infer<typeof schema>;

/** The names of all fields of the schema. */
const READ_FIELDS = [
  'version',
  'blockTime',
  'meta',
  'err',
  'fee',
  'preBalances',
  'postBalances',
  'preTokenBalances',
  'postTokenBalances',
  'mint',
  'owner',
  'uiTokenAmount',
  'amount',
  'decimals',
  'uiAmountString',
  'transaction',
  'message',
  'accountKeys',
  'pubkey',
];

/** Agave's `JSON_RPC_SERVER_ERROR_UNSUPPORTED_TRANSACTION_VERSION`. */
const UNSUPPORTED_VERSION = -32015;

/** A node's answer about a transaction; null: the node does not have it, or not yet. */
type Answered = { readonly raw: unknown } | null;

const form: ItemForm<Answered> = {
  parse: raw => (raw === null ? null : schema.safeParse(raw).success ? { raw } : undefined),
  refusals: new Set([UNSUPPORTED_VERSION]),
};

/**
 * Asks nodes for a confirmed transaction, in the form that {@link readSolanaTransaction} reads.
 *
 * @throws RpcError in an outage.
 */
export function askSolanaTransaction(
  rpc: Pick<RpcService, 'callItem'>,
  chainId: string,
  signature: string,
  gone: AbortSignal,
): Promise<ItemAnswer<Answered>> {
  const config = {
    encoding: 'jsonParsed',
    commitment: 'confirmed',
    maxSupportedTransactionVersion: NEWEST_VERSION,
  };
  return rpc.callItem(chainId, 'getTransaction', [signature, config], gone, form);
}

/** What is read of a transaction, as JSON: its instructions and logs are most of it. */
export function essentials(raw: unknown): string {
  return JSON.stringify(raw, READ_FIELDS);
}

/**
 * Movements of a Solana transaction, from the balances before and after it.
 *
 * @param raw - Result of `getTransaction` with `jsonParsed`.
 * @returns undefined for an unknown transaction.
 */
export function readSolanaTransaction(
  chainId: string,
  hash: string,
  raw: unknown,
  account: string,
  facts: ReadonlyMap<string, Token>,
): ChainTransaction | undefined {
  const parsed = schema.safeParse(raw);
  if (!parsed.success) return undefined;
  const { meta, blockTime: seconds } = parsed.data;
  const keys = keysOf(parsed.data);
  const failed = meta.err !== null && meta.err !== undefined;
  const movements = failed
    ? []
    : [...nativeMovements(meta, keys, account), ...tokenMovements(meta, account, facts)];
  const out = movements.find(({ from }) => from === account);
  return {
    chainId,
    hash,
    minedAt: new Date((seconds ?? 0) * 1_000),
    status: failed ? 'failed' : 'confirmed',
    from: keys[0],
    to: out?.to === '' ? undefined : out?.to,
    // Programs have no selectors; a transaction without movements of the account called a program.
    selector: movements.length === 0 ? 'program' : undefined,
    movements,
  };
}

/** The accounts of a transaction, its fee payer first; none of an unknown transaction. */
export function readSolanaAccounts(raw: unknown): readonly string[] {
  const parsed = schema.safeParse(raw);
  return parsed.success ? keysOf(parsed.data) : [];
}

/** SOL that token accounts of an account lost: what it gets back when it unwraps SOL, or closes one. */
export function readOwnLamports(raw: unknown, account: string): bigint {
  const parsed = schema.safeParse(raw);
  if (!parsed.success) return 0n;
  const { preTokenBalances, preBalances, postBalances } = parsed.data.meta;
  const own = new Set(preTokenBalances.flatMap(one => (one.owner === account ? one.accountIndex : [])));
  return [...own].reduce<bigint>((sum, index = -1) => {
    const lost = (preBalances[index] ?? 0n) - (postBalances[index] ?? 0n);
    return lost > 0n ? sum + lost : sum;
  }, 0n);
}

function keysOf({ transaction }: Parsed): readonly string[] {
  return transaction.message.accountKeys.map(key => (typeof key === 'string' ? key : key.pubkey));
}

/** SOL movements without the fee, which the fee payer lost in addition. */
function nativeMovements(
  meta: Parsed['meta'],
  keys: readonly string[],
  account: string,
): readonly Movement[] {
  const changes = keys.map((key, index) => {
    const change = (meta.postBalances[index] ?? 0n) - (meta.preBalances[index] ?? 0n);
    return { owner: key, change: index === 0 ? change + BigInt(meta.fee) : change };
  });
  const movement = moved(changes, account);
  return movement === undefined ? [] : [{ kind: 'native', ...movement }];
}

function tokenMovements(
  meta: Parsed['meta'],
  account: string,
  facts: ReadonlyMap<string, Token>,
): readonly Movement[] {
  const mints = new Map<string, { decimals: number; owners: Map<string, bigint>; shown: bigint }>();
  const count = (balances: Parsed['meta']['preTokenBalances'], sign: bigint) => {
    for (const { mint, owner, uiTokenAmount } of balances) {
      const { decimals, amount, uiAmountString } = uiTokenAmount;
      const found = mints.get(mint) ?? { decimals, owners: new Map(), shown: 0n };
      const key = owner ?? '';
      const shown = uiAmountString === undefined ? BigInt(amount) : parseUnits(uiAmountString, decimals);
      if (key === account) found.shown += sign * shown;
      found.owners.set(key, (found.owners.get(key) ?? 0n) + sign * BigInt(amount));
      mints.set(mint, found);
    }
  };
  count(meta.preTokenBalances, -1n);
  count(meta.postTokenBalances, 1n);
  return [...mints].flatMap(([mint, { decimals, owners, shown: change }]): readonly Movement[] => {
    const changes = [...owners].map(([owner, own]) => ({ owner, change: own }));
    const movement = moved(changes, account);
    const { name, symbol, logo } = facts.get(mint) ?? {};
    if (movement === undefined) return [];
    const shown = magnitude(change) === movement.amount ? {} : { shown: magnitude(change) };
    return [
      { kind: 'fungible', ...movement, ...shown, token: mint, facts: { name, symbol, icon: logo, decimals } },
    ];
  });
}

/** The account's gain or loss, and the account with the largest opposite change: balances don't show who paid whom. */
function moved(
  changes: readonly { readonly owner: string; readonly change: bigint }[],
  account: string,
): { from: string; to: string; amount: bigint } | undefined {
  const own = changes.filter(({ owner }) => owner === account).reduce((sum, { change }) => sum + change, 0n);
  if (own === 0n) return undefined;
  const others = changes.filter(({ owner, change }) => owner !== account && change < 0n !== own < 0n);
  const other =
    [...others].sort((a, b) => (magnitude(b.change) > magnitude(a.change) ? 1 : -1))[0]?.owner ?? '';
  return own > 0n ? { from: other, to: account, amount: own } : { from: account, to: other, amount: -own };
}

function magnitude(value: bigint): bigint {
  return value < 0n ? -value : value;
}
