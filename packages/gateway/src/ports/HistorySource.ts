import type { AccountTransaction } from 'latchkit/protocol';

/** Which part of a history is asked for. */
export interface HistoryQuery {
  /** CAIP-2 id of a chain that the source serves. */
  readonly chainId: string;
  /** Plain address, on EVM in any case. */
  readonly account: string;
  /** What the page before gave; undefined: the newest page. It came from outside: the source parses it. */
  readonly cursor: unknown;
  /** Transactions of a page, at most. */
  readonly limit: number;
}

/** A part of a history, newest first. */
export interface HistoryPage {
  readonly transactions: readonly AccountTransaction[];
  /** JSON from which the next page is found; undefined: there is none. */
  readonly next: unknown;
}

/** Where the transactions of accounts are known. Every source passes `historyConformance`. */
export interface HistorySource {
  /** Whether it knows this chain. */
  serves(chainId: string): boolean;
  /**
   * A page. What happens meanwhile on the chain comes before the newest page: a cursor leads on from where it was made.
   *
   * @throws GatewayError 400 `INVALID_CURSOR`, or an error when the source cannot be asked.
   */
  page(query: HistoryQuery, gone: AbortSignal): Promise<HistoryPage>;
}
