import { compress } from 'hono/compress';
import { listWalletsRequest } from 'latchkit/protocol';
import type { CallHandler } from '../../platform/http/serveCalls.js';
import { handle } from '../projects/projectCalls.js';
import type { WalletQuery, WalletService } from './service.js';

/** The wallet directory, with the wallets that the project adds. */
export function directoryCalls(wallets: WalletService, now = Date.now): readonly CallHandler[] {
  const answers = keptAnswers(wallets, now);
  const list = handle(
    listWalletsRequest,
    ({ project, query: { projectId: _, ...query }, context }) => {
      const own = project.wallets;
      const answer = own.length === 0 ? answers(query) : JSON.stringify(wallets.list(query, own));
      context.header('Cache-Control', 'public, max-age=300');
      return context.body(answer, 200, { 'Content-Type': 'application/json' });
    },
    compress(),
  );
  return [list];
}

/**
 * Maximum number of responses cached as text, because most visitors request the same few pages; the oldest are evicted.
 * Responses for projects with their own wallets aren't cached, because those wallets may change.
 */
const MAX_ANSWERS = 500;

const DAY = 86_400_000;

function keptAnswers(wallets: WalletService, now: () => number): (query: WalletQuery) => string {
  const kept = new Map<string, string>();
  return query => {
    // Wallets end at midnight UTC.
    const key = JSON.stringify([Math.floor(now() / DAY), query]);
    const answer = kept.get(key) ?? JSON.stringify(wallets.list(query));
    kept.delete(key);
    if (kept.size >= MAX_ANSWERS) kept.delete(kept.keys().next().value ?? key);
    kept.set(key, answer);
    return answer;
  };
}
