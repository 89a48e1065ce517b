import type { DirectoryPage } from '../wallets/loadListings.js';

/** Cache and timers of one instance's directory search. @internal */
export interface DirectoryMemory {
  /** Pages by query, with the time of the read in milliseconds since the epoch. */
  readonly pages: Map<string, { readonly at: number; readonly page: DirectoryPage }>;
  /** The debounce timer of a search. */
  typing: ReturnType<typeof setTimeout> | undefined;
}
