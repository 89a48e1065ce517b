import type { WalletListing } from '../../protocol/gateway/walletListing.js';

/** A query of the wallet directory. */
export interface DirectoryQuery {
  /** Part of a name, trimmed; empty: all wallets. */
  readonly search: string;
  /** Certified wallets only. */
  readonly certified: boolean;
}

/** The wallet directory as shown in AllWallets. */
export interface DirectoryState extends DirectoryQuery {
  /** The pages read so far, in order. Holds the previous results until the first page of a new query is read. */
  readonly wallets: readonly WalletListing[];
  /** Number of wallets that match the query, on all pages. */
  readonly count: number;
  /** Pages read of this query; 0: none yet, and `wallets` holds the previous results. */
  readonly page: number;
  /** `error`: the last requested page could not be read. */
  readonly status: 'idle' | 'loading' | 'ready' | 'error';
  /** Number of the current query: a late response to an earlier one is ignored. */
  readonly request: number;
}

/** Initial state of the directory. The entry chunk contains this file, so it holds nothing else. */
export const EMPTY_DIRECTORY: DirectoryState = {
  wallets: [],
  count: 0,
  page: 0,
  search: '',
  certified: false,
  status: 'idle',
  request: 0,
};
