import { factorOfMint, SOLANA_CLOCK, shownUnits, timeOfClock } from 'latchkit/protocol';
import { formatUnits } from 'viem';
import * as z from 'zod';
import type { RpcService } from '../chains/service.js';
import { currencyOf } from '../tokens/currencies.js';
import type { HeldToken, Token } from '../tokens/Token.js';

/** The Token program and Token-2022. */
export const TOKEN_PROGRAMS = [
  'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
] as const;

/** Maximum number of tokens in a response; further tokens of a spammed wallet are omitted. */
const MAX_TOKENS = 100;
/** Maximum number of accounts in one `getMultipleAccounts` (https://solana.com/docs/rpc/http/getmultipleaccounts). */
const MAX_ACCOUNTS = 100;

const amount = z.object({ amount: z.string().regex(/^\d{1,20}$/), decimals: z.int().min(0).max(255) });

const tokenAccount = z.object({
  account: z.object({
    data: z.object({ parsed: z.object({ info: z.object({ mint: z.string(), tokenAmount: amount }) }) }),
  }),
});

/** A few accounts hold more lamports than a number can represent exactly; theirs are rounded. */
const native = z.object({ value: z.number().nonnegative() });
const accounts = z.object({ value: z.array(z.unknown()) });
const encodedAccounts = accounts.extend({ context: z.object({ slot: z.int().nonnegative() }) });
const encoded = z.object({ data: z.tuple([z.string(), z.string()]) });

/** A Token-2022 mint with on-chain metadata. */
const mint = z.object({
  data: z.object({
    parsed: z.object({
      info: z.object({ extensions: z.array(z.object({ extension: z.string(), state: z.unknown() })) }),
    }),
  }),
});
const metadata = z.object({ name: z.string().min(1).max(100), symbol: z.string().min(1).max(40) });

type Facts = Pick<Token, 'name' | 'symbol' | 'logo'>;

interface Held {
  amount: bigint;
  readonly decimals: number;
}

/**
 * Balances of a Solana account: SOL, then the tokens of both token programs, listed ones first. An unlisted token without
 * metadata comes last, named after its mint's address.
 */
export async function readSolanaBalances(
  rpc: RpcService,
  chainId: string,
  account: string,
  listed: readonly Token[],
  gone: AbortSignal,
): Promise<readonly HeldToken[]> {
  const commitment = 'confirmed';
  const [lamports, ...owned] = await Promise.all([
    rpc.call(chainId, 'getBalance', [account, { commitment }], gone),
    ...TOKEN_PROGRAMS.map(programId =>
      rpc.call(
        chainId,
        'getTokenAccountsByOwner',
        [account, { programId }, { encoding: 'jsonParsed', commitment }],
        gone,
      ),
    ),
  ]);
  const held = sumByMint(owned.flatMap(answer => accounts.parse(answer).value));
  const known = new Map<string, Facts>(
    listed.filter(token => token.chainId === chainId).map(token => [token.address, token]),
  );
  const unknown = [...held.keys()].filter(address => !known.has(address));
  const ofList = [...known.keys()].filter(address => held.has(address));
  const extended = sumByMint(accounts.parse(owned[1]).value);
  // Every token that the answer can list, so that nobody can hide a factor by sending the account many other tokens.
  const shown = [...ofList, ...unknown.slice(0, MAX_TOKENS)].filter(address => extended.has(address));
  const [named, scales] = await Promise.all([
    namesOf(rpc, chainId, unknown, gone),
    scalesOf(rpc, chainId, shown, gone),
  ]);
  const nameless = unknown.filter(address => !named.has(address));
  const order = [...ofList, ...named.keys(), ...nameless].slice(0, MAX_TOKENS);
  const currency = currencyOf(chainId);
  return [
    entry({ ...currency, chainId, amount: BigInt(native.parse(lamports).value) }),
    ...order.flatMap(address => {
      const one = held.get(address);
      const facts = known.get(address) ?? named.get(address) ?? shortened(address);
      return one ? [entry({ ...facts, ...one, chainId, address, scale: scales.get(address) })] : [];
    }),
  ];
}

/** An account may hold a token in several accounts. Indivisible tokens aren't money; clients drop them. */
function sumByMint(values: readonly unknown[]): ReadonlyMap<string, Held> {
  const held = new Map<string, Held>();
  for (const value of values) {
    const parsed = tokenAccount.safeParse(value);
    if (!parsed.success) continue;
    const { mint, tokenAmount } = parsed.data.account.data.parsed.info;
    const { decimals } = tokenAmount;
    const sum = BigInt(tokenAmount.amount) + (held.get(mint)?.amount ?? 0n);
    if (sum > 0n && decimals > 0) held.set(mint, { amount: sum, decimals });
  }
  return held;
}

/** Names from Token-2022 metadata; none if the request fails, because balances matter more. */
async function namesOf(
  rpc: RpcService,
  chainId: string,
  mints: readonly string[],
  gone: AbortSignal,
): Promise<ReadonlyMap<string, Facts>> {
  const asked = mints.slice(0, MAX_TOKENS);
  if (asked.length === 0) return new Map();
  const answer = await rpc
    .call(chainId, 'getMultipleAccounts', [asked, { encoding: 'jsonParsed' }], gone)
    .catch(() => undefined);
  const values = accounts.safeParse(answer).data?.value ?? [];
  return new Map(
    asked.flatMap((address, index): [string, Facts][] => {
      const extensions = mint.safeParse(values[index]).data?.data.parsed.info.extensions;
      const state = extensions?.find(({ extension }) => extension === 'tokenMetadata')?.state;
      const facts = metadata.safeParse(state).data;
      return facts ? [[address, facts]] : [];
    }),
  );
}

/** By which the amounts of a token are multiplied when they are shown, and when that was read. */
interface Scale {
  readonly factor: string;
  readonly slot: number;
}

/** Those of the mints of Token-2022 that are scaled. An amount that may be wrong is not shown: without an answer this fails. */
async function scalesOf(
  rpc: RpcService,
  chainId: string,
  mints: readonly string[],
  gone: AbortSignal,
): Promise<ReadonlyMap<string, Scale>> {
  // Nodes give at most 100 accounts at a time, and the clock is of the same slot as the mints.
  const most = MAX_ACCOUNTS - 1;
  const parts = Array.from({ length: Math.ceil(mints.length / most) }, (_, at) =>
    mints.slice(at * most, (at + 1) * most),
  );
  const scales = await Promise.all(parts.map(asked => scalesAtOnce(rpc, chainId, asked, gone)));
  return new Map(scales.flat());
}

async function scalesAtOnce(
  rpc: RpcService,
  chainId: string,
  asked: readonly string[],
  gone: AbortSignal,
): Promise<readonly [string, Scale][]> {
  const config = { encoding: 'base64', commitment: 'confirmed' };
  const answer = await rpc.call(chainId, 'getMultipleAccounts', [[...asked, SOLANA_CLOCK], config], gone);
  const { value, context } = encodedAccounts.parse(answer);
  const data = value.map(one => encoded.safeParse(one).data?.data[0]);
  const time = timeOfClock(Buffer.from(data.at(-1) ?? '', 'base64'));
  if (time === undefined) throw new Error('The chain has no clock');
  return asked.flatMap((address, index): [string, Scale][] => {
    const mint = data[index];
    // Who holds a token has a mint, so that a node without it is behind, or answers in another form.
    if (mint === undefined) throw new Error('The chain gave no mint');
    const factor = factorOfMint(Buffer.from(mint, 'base64'), time);
    return factor === undefined ? [] : [[address, { factor, slot: context.slot }]];
  });
}

function shortened(address: string): Facts {
  const name = `${address.slice(0, 4)}…${address.slice(-4)}`;
  return { name, symbol: name };
}

function entry(
  token: Facts &
    Held & { readonly chainId: string; readonly address?: string; readonly scale?: Scale | undefined },
): HeldToken {
  const { name, symbol, logo, chainId, address, decimals, scale } = token;
  return {
    name,
    symbol,
    chainId,
    ...(address === undefined ? {} : { address: `${chainId}:${address}` }),
    quantity: { decimals: String(decimals), numeric: formatUnits(token.amount, decimals) },
    ...(scale && {
      shown: { amount: formatUnits(shownUnits(token.amount, scale.factor), decimals), ...scale },
    }),
    ...(logo === undefined ? {} : { iconUrl: logo }),
  };
}
