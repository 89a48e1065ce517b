import { Hono } from 'hono';
import { compress } from 'hono/compress';
import * as z from 'zod';
import { parseQuery } from '../http/parseQuery.js';
import { projectId } from '../projects/store.js';
import type { WalletService } from './service.js';

const MAX_LIST = 500;

/** `a,b,c`, each of the given form. */
function listOf(item: z.ZodType<string, string>) {
  return z
    .string()
    .transform(text => text.split(',').filter(part => part !== ''))
    .pipe(z.array(item).max(MAX_LIST))
    .optional();
}

function whole(min: number, max: number, absent: number) {
  const reason = `is not a whole number from ${min} to ${max}`;
  return z
    .string()
    .regex(/^\d{1,6}$/, reason)
    .transform(Number)
    .pipe(z.number().min(min, reason).max(max, reason))
    .default(absent);
}

const id = z.string().regex(/^[0-9A-Za-z._-]{1,100}$/, 'holds what is not a wallet id');
const chain = z.string().regex(/^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}$/, 'holds what is not a CAIP-2 id');

/** Query of `GET /getWallets` [CALL-03]; 40 wallets on a page unless asked otherwise [LIM-07]. */
export const walletQuery = z.object({
  projectId,
  page: whole(1, 10_000, 1),
  entries: whole(1, 100, 40),
  include: listOf(id),
  exclude: listOf(id),
  chains: listOf(chain),
  search: z.string().max(100).optional(),
  badge_type: z.string().max(40).optional(),
});

/** `GET /getWallets`: the wallet directory. */
export function walletRoutes(wallets: WalletService): Hono {
  return new Hono().get('/getWallets', compress(), context => {
    const { projectId: _, ...query } = parseQuery(context, walletQuery);
    const answer = wallets.list(query);
    context.header('Cache-Control', 'public, max-age=300');
    return context.json(answer);
  });
}
