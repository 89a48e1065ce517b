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

export type DirectoryEvent =
  | ({ readonly type: 'ask'; readonly request: number; readonly page: number } & DirectoryQuery)
  | {
      readonly type: 'answered';
      readonly request: number;
      readonly wallets: readonly WalletListing[];
      readonly count: number;
    }
  | { readonly type: 'failed'; readonly request: number };

/** The next state of the directory. Pure; an outdated response returns `state` itself. */
export function transitionDirectory(state: DirectoryState, event: DirectoryEvent): DirectoryState {
  switch (event.type) {
    case 'ask': {
      const { search, certified, page, request } = event;
      return { ...state, search, certified, page: page - 1, request, status: 'loading' };
    }
    case 'answered': {
      if (!isAwaited(state, event.request)) return state;
      const before = state.page === 0 ? [] : state.wallets;
      const known = new Set(before.map(({ id }) => id));
      // A directory that changes between two reads can list a wallet on both pages.
      const wallets = [...before, ...event.wallets.filter(({ id }) => !known.has(id))];
      return { ...state, wallets, count: event.count, page: state.page + 1, status: 'ready' };
    }
    case 'failed':
      if (!isAwaited(state, event.request)) return state;
      // Results of the previous query must not be shown as results of this one.
      return { ...state, status: 'error', ...(state.page === 0 ? { wallets: [], count: 0 } : {}) };
  }
}

function isAwaited(state: DirectoryState, request: number): boolean {
  return state.status === 'loading' && state.request === request;
}
