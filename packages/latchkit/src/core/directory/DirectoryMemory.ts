import type { DirectoryPage } from '../wallets/loadListings.js';

/** What an instance keeps while a visitor looks through the directory. @internal */
export interface DirectoryMemory {
  /** Pages by question, and when they were read in milliseconds since the epoch. */
  readonly pages: Map<string, { readonly at: number; readonly page: DirectoryPage }>;
  /** A search that waits for the visitor to stop typing. */
  typing: ReturnType<typeof setTimeout> | undefined;
}
