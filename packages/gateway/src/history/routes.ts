import { type Context, Hono } from 'hono';
import type { AccountTransaction, TransactionTransfer } from 'latchkit/protocol';
import * as z from 'zod';
import { accountAddress, addressNamespace } from '../accounts/accountAddress.js';
import type { TokenIcon } from '../chain-data/routes.js';
import type { Token } from '../chain-data/Token.js';
import { parseParams, parseQuery } from '../http/parseQuery.js';
import { projectId } from '../projects/store.js';
import { MAX_CURSOR } from './cursor.js';
import type { History } from './service.js';

/** Path of the call, with the account's address. */
export const historyParams = z.object({ account: accountAddress });

export const historyQuery = z.object({
  projectId,
  /** CAIP-2 id. Default: Ethereum or Solana mainnet, depending on the address. */
  chainId: z
    .string()
    .regex(/^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}$/, 'is not a CAIP-2 id')
    .optional(),
  cursor: z
    .string()
    .max(MAX_CURSOR)
    .regex(/^[\w-]+$/, 'is not a cursor')
    .optional(),
  /** Name of an onramp; selects purchases from it. */
  onramp: z.string().max(40).optional(),
});

const DEFAULT_CHAINS = { eip155: 'eip155:1', solana: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' };

export interface HistoryRoutesOptions {
  readonly history: History;
  readonly tokens: readonly Token[];
  readonly icon: TokenIcon;
}

/** `GET /v1/account/{account}/history`: an account's transactions, newest first. */
export function historyRoutes({ history, tokens, icon }: HistoryRoutesOptions): Hono {
  const listed = new Set(tokens.map(token => `${token.chainId}:${token.address.toLowerCase()}`));
  return new Hono().get('/v1/account/:account/history', async context => {
    const { account } = parseParams(context, historyParams);
    const { onramp, cursor, ...query } = parseQuery(context, historyQuery);
    const chainId = query.chainId ?? DEFAULT_CHAINS[addressNamespace(account)];
    // No onramp is connected, so purchases are always empty.
    const isOfChain = chainId.startsWith(`${addressNamespace(account)}:`);
    if (onramp !== undefined || !isOfChain) return context.json({ data: [], next: null });
    const { data, next } = await history.page({ chainId, account, cursor }, context.req.raw.signal);
    return context.json({ data: data.map(one => withIcons(one, chainId, listed, icon, context)), next });
  });
}

/**
 * Adds icons of the native currency and of listed tokens. Icons are not chosen by symbol alone, because anyone may call a
 * token USDC.
 */
function withIcons(
  transaction: AccountTransaction,
  chainId: string,
  listed: ReadonlySet<string>,
  icon: TokenIcon,
  context: Context,
): AccountTransaction {
  const pictured = ({ fungible_info: info, ...rest }: TransactionTransfer): TransactionTransfer => {
    if (!info) return rest;
    const isKnown = !info.address || listed.has(`${chainId}:${info.address.toLowerCase()}`);
    const url = isKnown && !info.icon && info.symbol ? icon(info.symbol, context) : undefined;
    return { ...rest, fungible_info: url === undefined ? info : { ...info, icon: { url } } };
  };
  return { ...transaction, transfers: transaction.transfers.map(pictured) };
}
