import type { AccountTransaction } from 'latchkit/protocol';

/** The requested part of a history. */
export interface HistoryQuery {
  /** CAIP-2 id of a chain that the source serves. */
  readonly chainId: string;
  /** Address without a chain; on EVM in any case. */
  readonly account: string;
  /** `next` of the previous page; undefined: the newest page. Callers supply it, so the source parses it. */
  readonly cursor: unknown;
  /** Maximum number of transactions on a page. */
  readonly limit: number;
}

/** A part of a history, newest first. */
export interface HistoryPage {
  readonly transactions: readonly AccountTransaction[];
  /** JSON that leads to the next page; undefined on the last page. */
  readonly next: unknown;
}

/** A source of account transactions. Every source passes `historyConformance`. */
export interface HistorySource {
  /** Whether it supports this chain. */
  serves(chainId: string): boolean;
  /**
   * Returns a page. New transactions go before the newest page: a cursor continues from the place where it was created.
   *
   * @throws HttpError 400 `INVALID_CURSOR`, or an error when the source is unreachable.
   */
  page(query: HistoryQuery, gone: AbortSignal): Promise<HistoryPage>;
}
