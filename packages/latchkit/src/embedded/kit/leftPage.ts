import { isRecord } from '../../core/adapter/untrusted.js';
import { RESULT_URI, withoutResult } from '../../core/kernel/resultUri.js';
import { tabStorage } from '../../core/kernel/storage.js';
import { storedRecord } from '../../core/kernel/storedRecord.js';
import { KEPT_RESULT } from '../readResultUri.js';

/** Key of the tab's storage with the query and fragment of the page that a social login left. */
const LEFT_PAGE = 'latchkit.v1.social_left_page';

/** Keeps the page's query and fragment under the login's id: the wallet service comes back to the page without them. */
export function keepPage(txn: string): void {
  const { search, hash } = location;
  tabStorage().setItem(LEFT_PAGE, JSON.stringify({ txn, search, hash }));
}

/**
 * Loads the page with its own query and fragment once more, because hosts read their settings when they load, and keeps the result
 * for that page. Every instance of the page that is left gets the same answer.
 *
 * @returns false if the page has its own address back, had neither, or if this tab did not leave it for this login.
 */
export function reloadLeftPage(result: string): boolean {
  const url = new URL(location.href);
  const storage = tabStorage();
  const left = leftFor(result);
  if (left === undefined || !url.searchParams.has(RESULT_URI)) return false;
  const { search, hash } = left;
  url.search = withoutResult(search.slice(1));
  url.hash = hash;
  if (url.search === '' && url.hash === '') return false;
  storage.setItem(KEPT_RESULT, result);
  // Blocked or full storage: better a login than the query.
  if (storage.getItem(KEPT_RESULT) !== result) return false;
  location.replace(url);
  return true;
}

/**
 * Removes a result from the tab's storage and from the page's address, whose other parameters and fragment stay as they are. The
 * record of another login stays.
 */
export function removeResult(result: string): void {
  const storage = tabStorage();
  if (leftFor(result)) storage.removeItem(LEFT_PAGE);
  storage.removeItem(KEPT_RESULT);
  const url = new URL(location.href);
  if (!url.searchParams.has(RESULT_URI)) return;
  url.search = withoutResult(url.search);
  // The wallet service writes an empty fragment.
  if (url.hash === '') url.hash = '';
  history.replaceState(history.state, '', url);
}

/** The query and fragment of the page that this tab left for the login of a result. */
function leftFor(result: string): { readonly search: string; readonly hash: string } | undefined {
  const left = storedRecord(tabStorage(), LEFT_PAGE);
  if (!isRecord(left) || left.txn !== new URL(result).searchParams.get('txn')) return undefined;
  const { search, hash } = left;
  return typeof search === 'string' && typeof hash === 'string' ? { search, hash } : undefined;
}
