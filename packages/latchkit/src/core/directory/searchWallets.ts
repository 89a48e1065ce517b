import type { Latchkit } from '../Latchkit.js';
import { askDirectory } from './askDirectory.js';
import { directoryMemoryOf } from './directoryMemoryOf.js';

/** How long a search waits for the visitor to stop typing, in ms [TIME-10]. */
const TYPING_MS = 500;

export interface SearchWalletsOptions {
  /** Search at once: the visitor pressed Enter, or cleared the field. Default false. */
  readonly immediate?: boolean;
}

/**
 * Searches the wallet directory for part of a name, once 500 ms have passed without another call. Results are in
 * `state.directory`, at the earliest 300 ms after the search began [TIME-11]. The text is trimmed; blanks alone, or what
 * is shown already, ask nothing [VAL-28].
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

/** Shows certified wallets only, or all again. */
export function filterWallets(kit: Latchkit, filter: { readonly certified: boolean }): void {
  const { directory } = kit.store.getState();
  if (filter.certified !== directory.certified) {
    void askDirectory(kit, { search: directory.search, certified: filter.certified }, 1);
  }
}
