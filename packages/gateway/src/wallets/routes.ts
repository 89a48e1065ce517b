import { Hono } from 'hono';
import { compress } from 'hono/compress';
import * as z from 'zod';
import { parseQuery } from '../http/parseQuery.js';
import { projectId } from '../projects/store.js';
import type { ProjectWallet } from './projectWallet.js';
import type { WalletQuery, WalletService } from './service.js';

const MAX_LIST = 500;

/** Parses `a,b,c`; each item is validated separately. */
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

/** Query of `GET /getWallets`; 40 wallets on a page by default. */
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

/** Returns the wallets that a project adds to the directory. */
type WalletsOfProject = (projectId: string) => Promise<readonly ProjectWallet[]>;

/**
 * `GET /getWallets`: the wallet directory.
 *
 * @param walletsOf - Default: no project adds wallets.
 */
export function walletRoutes(wallets: WalletService, walletsOf: WalletsOfProject = async () => []): Hono {
  const answers = keptAnswers(wallets);
  return new Hono().get('/getWallets', compress(), async context => {
    const { projectId, ...query } = parseQuery(context, walletQuery);
    const own = await walletsOf(projectId);
    const answer = own.length === 0 ? answers(query) : JSON.stringify(wallets.list(query, own));
    context.header('Cache-Control', 'public, max-age=300');
    return context.body(answer, 200, { 'Content-Type': 'application/json' });
  });
}

/**
 * Maximum number of responses cached as text, because most visitors request the same few pages; the oldest are evicted.
 * Responses for projects with their own wallets aren't cached, because those wallets may change.
 */
const MAX_ANSWERS = 500;

function keptAnswers(wallets: WalletService): (query: WalletQuery) => string {
  const kept = new Map<string, string>();
  return query => {
    const key = JSON.stringify(query);
    const answer = kept.get(key) ?? JSON.stringify(wallets.list(query));
    kept.delete(key);
    if (kept.size >= MAX_ANSWERS) kept.delete(kept.keys().next().value ?? key);
    kept.set(key, answer);
    return answer;
  };
}
