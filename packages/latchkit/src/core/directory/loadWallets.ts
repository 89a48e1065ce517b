import type { Latchkit } from '../Latchkit.js';
import { askDirectory } from './askDirectory.js';

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
