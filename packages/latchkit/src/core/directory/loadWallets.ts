import type { WalletListing } from '../../protocol/gateway/walletListing.js';
import { sleep } from '../adapter/abortable.js';
import type { Latchkit } from '../Latchkit.js';
import type { DirectoryQuery, DirectoryState } from './directoryState.js';
import { getDirectoryMemory, readDirectoryPage } from './readDirectoryPage.js';

/**
 * Loads the first page of the wallet directory into `state.directory`, unless it is loaded. After a failure, retries the failed
 * page. Never rejects.
 */
export async function loadWallets(kit: Latchkit): Promise<void> {
  const { directory } = kit.store.getState();
  if (directory.status === 'loading' || directory.status === 'ready') return;
  await askDirectory(kit, directory, directory.page + 1);
}

/** Loads the next page of the directory, if there is one. Never rejects. */
export async function loadMoreWallets(kit: Latchkit): Promise<void> {
  const { directory } = kit.store.getState();
  const { status, page, wallets, count } = directory;
  if (status !== 'ready' || page === 0 || wallets.length >= count) return;
  await askDirectory(kit, directory, page + 1);
}

/** Debounce delay of a search, in ms. */
const TYPING_MS = 500;

export interface SearchWalletsOptions {
  /** Search at once, because the visitor pressed Enter or cleared the field. Default false. */
  readonly immediate?: boolean;
}

/**
 * Searches the wallet directory for part of a name, 500 ms after the last call. Results are in `state.directory`, at the earliest
 * 300 ms after the search starts. The text is trimmed; an unchanged query sends no request.
 */
export function searchWallets(kit: Latchkit, text: string, options: SearchWalletsOptions = {}): void {
  const memory = getDirectoryMemory(kit);
  clearTimeout(memory.typing);
  if (kit.kernel.signal.aborted) return;
  const search = text.trim();
  const start = () => {
    const { directory } = kit.store.getState();
    if (search !== directory.search) void askDirectory(kit, { search, certified: directory.certified }, 1);
  };
  if (options.immediate) start();
  else memory.typing = setTimeout(start, TYPING_MS);
}

/** Shows certified wallets only, or all. */
export function filterWallets(kit: Latchkit, filter: { readonly certified: boolean }): void {
  const { directory } = kit.store.getState();
  if (filter.certified !== directory.certified) {
    void askDirectory(kit, { search: directory.search, certified: filter.certified }, 1);
  }
}

/** Minimum time before search results are shown, in ms, to avoid flicker. */
const SEARCH_MS = 300;

/** Reads a page of the directory into the state. Never rejects. */
async function askDirectory(
  kit: Latchkit,
  { search, certified }: DirectoryQuery,
  page: number,
): Promise<void> {
  const request = kit.kernel.nextId();
  const move = (event: DirectoryEvent) =>
    kit.kernel.set(state => ({ directory: transitionDirectory(state.directory, event) }));
  move({ type: 'ask', request, page, search, certified });
  const wait = search && page === 1 ? sleep(SEARCH_MS) : undefined;
  try {
    const answer = await readDirectoryPage(kit, { search, certified }, page);
    await wait;
    move({ type: 'answered', request, wallets: answer.data, count: answer.count });
  } catch {
    await wait;
    move({ type: 'failed', request });
  }
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
      const ids = new Set<string>();
      // A directory that changes between two reads can list a wallet on both pages.
      const wallets = [...before, ...event.wallets].filter(({ id }) => !ids.has(id) && ids.add(id));
      // What is left out, or counted twice, would be asked for without an end.
      const count = wallets.length > before.length ? event.count : wallets.length;
      return { ...state, wallets, count, page: state.page + 1, status: 'ready' };
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
