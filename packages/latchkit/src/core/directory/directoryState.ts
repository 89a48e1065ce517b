import type { WalletListing } from '../../protocol/gateway/walletListing.js';

/** What is asked of the wallet directory. */
export interface DirectoryQuery {
  /** Part of a name, trimmed [VAL-28]; empty: all wallets. */
  readonly search: string;
  /** Certified wallets only. */
  readonly certified: boolean;
}

/** The wallet directory as AllWallets shows it [VIEW-08]. */
export interface DirectoryState extends DirectoryQuery {
  /** The pages read so far, in order. Until the first page of a new question is there: what stood before. */
  readonly wallets: readonly WalletListing[];
  /** How many wallets answer the question, on all pages. */
  readonly count: number;
  /** Pages read of this question; 0: none yet, what `wallets` holds is of the question before. */
  readonly page: number;
  /** `error`: the last page that was asked for could not be read. */
  readonly status: 'idle' | 'loading' | 'ready' | 'error';
  /** Number of the question that is or was answered last: a late answer to an earlier one changes nothing. */
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

/** The next state of the directory. Pure; an answer that nobody waits for returns `state` itself. */
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
      // A directory that changes between two pages can list a wallet on both.
      const wallets = [...before, ...event.wallets.filter(({ id }) => !known.has(id))];
      return { ...state, wallets, count: event.count, page: state.page + 1, status: 'ready' };
    }
    case 'failed':
      if (!isAwaited(state, event.request)) return state;
      // What stands of another question must not look like the answer to this one.
      return { ...state, status: 'error', ...(state.page === 0 ? { wallets: [], count: 0 } : {}) };
  }
}

function isAwaited(state: DirectoryState, request: number): boolean {
  return state.status === 'loading' && state.request === request;
}
