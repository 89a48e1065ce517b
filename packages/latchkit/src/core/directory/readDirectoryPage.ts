import { listWalletsCall, type listWalletsRequest } from '../../protocol/calls/project/directory.js';
import { callGateway } from '../kernel/callGateway.js';
import { instanceSlot } from '../kernel/Kernel.js';
import type { Latchkit } from '../Latchkit.js';
import { directoryFilters } from '../wallets/listingQueries.js';
import type { DirectoryPage } from '../wallets/loadListings.js';
import type { DirectoryQuery } from './directoryState.js';

/** Wallets per page, for the full list and for search results. */
const PAGE_SIZE = 40;

const SEARCH_SIZE = 100;

/** How long a page is cached, in ms. */
const FRESH_MS = 5 * 60_000;

/**
 * One page of the directory, from the instance's cache or the gateway.
 *
 * @param page - From 1.
 * @throws The errors of {@link callGateway}.
 */
export async function readDirectoryPage(
  kit: Latchkit,
  { search, certified }: DirectoryQuery,
  page: number,
): Promise<DirectoryPage> {
  const { gateway, projectId } = kit.options;
  if (!gateway || !projectId) return { data: [], count: 0 };
  const query = {
    ...directoryFilters(kit),
    page,
    entries: search ? SEARCH_SIZE : PAGE_SIZE,
    search,
    badge_type: certified ? 'certified' : undefined,
  };
  const { pages } = getDirectoryMemory(kit);
  const key = JSON.stringify(query);
  const kept = pages.get(key);
  if (kept && Date.now() - kept.at < FRESH_MS) return kept.page;
  const answer = await callGateway<typeof listWalletsRequest>(kit, listWalletsCall, { query });
  pages.set(key, { at: Date.now(), page: answer });
  return answer;
}

/** Cache and timers of one instance's directory search. @internal */
export interface DirectoryMemory {
  /** Pages by query, with the time of the read in milliseconds since the epoch. */
  readonly pages: Map<string, { readonly at: number; readonly page: DirectoryPage }>;
  /** The debounce timer of a search. */
  typing: ReturnType<typeof setTimeout> | undefined;
}

const slot = /* @__PURE__ */ instanceSlot<DirectoryMemory>('directory');

/** The directory memory of an instance; destroying the instance cancels a waiting search. */
export function getDirectoryMemory(kit: Latchkit): DirectoryMemory {
  const known = slot.get(kit);
  if (known) return known;
  const memory: DirectoryMemory = { pages: new Map(), typing: undefined };
  kit.kernel.signal.addEventListener('abort', () => clearTimeout(memory.typing), { once: true });
  slot.set(kit, memory);
  return memory;
}
