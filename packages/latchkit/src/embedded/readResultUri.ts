import { RESULT_URI } from '../core/kernel/resultUri.js';
import { tabStorage } from '../core/kernel/storage.js';
import { parseUrl } from '../protocol/parseUrl.js';

/** Key of the tab's storage with the same result, while the page loads once more with its own query and fragment. */
export const KEPT_RESULT = 'latchkit.v1.social_result';

/** The result of a social login with which the wallet service sent the visitor back to this page. */
export function readResultUri(wallet: string): string | undefined {
  const result =
    new URLSearchParams(globalThis.location?.search).get(RESULT_URI) ?? tabStorage().getItem(KEPT_RESULT);
  return result && parseUrl(result)?.origin === new URL(wallet).origin ? result : undefined;
}
