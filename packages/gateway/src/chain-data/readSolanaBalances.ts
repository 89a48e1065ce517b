import { formatUnits } from 'viem';
import * as z from 'zod';
import type { RpcService } from '../rpc/service.js';
import { currencyOf } from './currencies.js';
import type { HeldToken, Token } from './Token.js';

/** The Token program and Token-2022. */
export const TOKEN_PROGRAMS = [
  'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
] as const;

/** Tokens that are answered; the rest of a wallet that somebody floods is left out. */
const MAX_TOKENS = 100;

const amount = z.object({ amount: z.string().regex(/^\d{1,20}$/), decimals: z.int().min(0).max(255) });

const tokenAccount = z.object({
  account: z.object({
    data: z.object({ parsed: z.object({ info: z.object({ mint: z.string(), tokenAmount: amount }) }) }),
  }),
});

/** A few accounts hold more lamports than a number can count exactly: theirs are rounded. */
const native = z.object({ value: z.number().nonnegative() });
const accounts = z.object({ value: z.array(z.unknown()) });

/** A mint of Token-2022 that carries its own name. */
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
 * What an account of Solana holds: SOL, then every token of both token programs, those of the list first. A token that is in
 * no list and says no name itself comes last, with a part of its mint's address.
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
  const named = await namesOf(rpc, chainId, unknown, gone);
  const ofList = [...known.keys()].filter(address => held.has(address));
  const nameless = unknown.filter(address => !named.has(address));
  const order = [...ofList, ...named.keys(), ...nameless].slice(0, MAX_TOKENS);
  const currency = currencyOf(chainId);
  return [
    entry({ ...currency, chainId, amount: BigInt(native.parse(lamports).value) }),
    ...order.flatMap(address => {
      const one = held.get(address);
      const facts = known.get(address) ?? named.get(address) ?? shortened(address);
      return one ? [entry({ ...facts, ...one, chainId, address })] : [];
    }),
  ];
}

/** An account may hold a token in several accounts. What is not divisible is no money; clients drop it [VAL-23]. */
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

/** Names that mints of Token-2022 carry. Without an answer there are none: balances matter more. */
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

function shortened(address: string): Facts {
  const name = `${address.slice(0, 4)}…${address.slice(-4)}`;
  return { name, symbol: name };
}

function entry(token: Facts & Held & { readonly chainId: string; readonly address?: string }): HeldToken {
  const { name, symbol, logo, chainId, address, decimals } = token;
  return {
    name,
    symbol,
    chainId,
    ...(address === undefined ? {} : { address: `${chainId}:${address}` }),
    quantity: { decimals: String(decimals), numeric: formatUnits(token.amount, decimals) },
    ...(logo === undefined ? {} : { iconUrl: logo }),
  };
}
