import type { Latchkit } from '../Latchkit.js';
import { type DirectoryEvent, type DirectoryQuery, transitionDirectory } from './directoryState.js';
import { readDirectoryPage } from './readDirectoryPage.js';

/** Minimum time before search results are shown, in ms, to avoid flicker. */
const SEARCH_MS = 300;

/** Reads a page of the directory into the state. Never rejects. */
export async function askDirectory(
  kit: Latchkit,
  { search, certified }: DirectoryQuery,
  page: number,
): Promise<void> {
  const request = kit.kernel.nextId();
  const move = (event: DirectoryEvent) =>
    kit.kernel.set(state => ({ directory: transitionDirectory(state.directory, event) }));
  move({ type: 'ask', request, page, search, certified });
  const wait = search && page === 1 ? pause(SEARCH_MS) : undefined;
  try {
    const answer = await readDirectoryPage(kit, { search, certified }, page);
    await wait;
    move({ type: 'answered', request, wallets: answer.data, count: answer.count });
  } catch {
    await wait;
    move({ type: 'failed', request });
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, milliseconds));
}
