import type { Latchkit } from '../Latchkit.js';
import { askDirectory } from './askDirectory.js';
import { directoryMemoryOf } from './directoryMemoryOf.js';

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
  const memory = directoryMemoryOf(kit);
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
