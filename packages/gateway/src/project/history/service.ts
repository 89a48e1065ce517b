import type { AccountTransaction } from 'latchkit/protocol';
import { cachedAnswer } from '../../platform/http/cachedAnswer.js';
import { HttpError } from '../../platform/http/HttpError.js';
import type { Cache } from '../../platform/ports/Cache.js';
import { readCursor, writeCursor } from './sources/cursor.js';
import type { HistoryPage, HistorySource } from './sources/HistorySource.js';

/** Number of transactions on a page. */
export const PAGE_SIZE = 50;

/** Milliseconds for which a third-party response is cached, and between attempts after a failure. */
const LIFE = 10_000;
const RETRY_GAP = 5_000;

const FAILURE = { code: 'HISTORY_UNAVAILABLE', message: 'The history cannot be read at the moment' };

/** Account histories. */
export interface History {
  /**
   * Returns a page, newest first. A chain without a source has an empty page.
   *
   * @throws HttpError 400 `INVALID_CURSOR`, or 503 `HISTORY_UNAVAILABLE`.
   */
  page(
    query: { readonly chainId: string; readonly account: string; readonly cursor: string | undefined },
    gone: AbortSignal,
  ): Promise<{ readonly data: readonly AccountTransaction[]; readonly next: string | null }>;
}

/** @param sources - The first one that supports a chain is used. */
export function history(sources: readonly HistorySource[]): History {
  return {
    async page({ chainId, account, cursor }, gone) {
      const source = sources.find(one => one.serves(chainId));
      if (source === undefined) return { data: [], next: null };
      const from = cursor === undefined ? undefined : readCursor(chainId, cursor);
      try {
        const { transactions, next } = await source.page(
          { chainId, account, cursor: from, limit: PAGE_SIZE },
          gone,
        );
        return { data: transactions, next: next === undefined ? null : writeCursor(chainId, next) };
      } catch (cause) {
        if (cause instanceof HttpError && isForCaller(cause)) throw cause;
        throw new HttpError(503, FAILURE.code, FAILURE.message, { context: { retryAfter: 5 }, cause });
      }
    },
  };
}

/** A node's limit concerns the gateway, not the caller's own rate. */
function isForCaller({ status, code }: HttpError): boolean {
  return (status < 500 && code !== 'UPSTREAM_RATE_LIMITED') || code === FAILURE.code;
}

/** Caches a source's pages briefly, for all replicas, to limit requests to third-party services. */
export function keptHistory(source: HistorySource, cache: Cache): HistorySource {
  return {
    serves: chainId => source.serves(chainId),
    async page(query, gone) {
      const { chainId, account, cursor = null } = query;
      const key = `history:${chainId}:${account}:${JSON.stringify(cursor)}`;
      const options = { life: LIFE, retryGap: RETRY_GAP, gone, failure: FAILURE };
      const { transactions, next } = await cachedAnswer<HistoryPage>(
        cache,
        key,
        () => source.page(query, gone),
        options,
      );
      return { transactions, next };
    },
  };
}
