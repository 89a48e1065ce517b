import { parseUrl } from '../../protocol/parseUrl.js';
import { withoutResult } from '../kernel/resultUri.js';
import { walletOptions } from '../kernel/walletOptions.js';
import type { Latchkit } from '../Latchkit.js';

/**
 * The address of this page that a wallet's browser opens: its origin and path, or what the host's `wallets.openPage` makes of it.
 * Query and fragment may hold what no other server may see. What the SDK put into the query is left out in any case. Undefined if
 * the page has no web address.
 */
export function pageAddress({ options }: Latchkit): string | undefined {
  const { origin, pathname, search, hash } = window.location;
  const bare = `${origin}${pathname}`;
  if (!isPage(bare)) return undefined;
  try {
    const chosen = walletOptions(options).openPage?.(`${bare}${withoutResult(search)}${hash}`);
    if (chosen === undefined || isPage(chosen)) return chosen ?? bare;
    console.error('[latchkit] wallets.openPage returned no web address; origin and path are used.');
  } catch (error) {
    console.error('[latchkit] wallets.openPage threw; origin and path are used.', error);
  }
  return bare;
}

/** Whether a text is a web address that can be encoded. */
function isPage(value: unknown): value is string {
  return (
    typeof value === 'string' &&
    /^https?:\/\/[^/\s]\S*$/i.test(value) &&
    parseUrl(value) !== undefined &&
    !/\p{Surrogate}/u.test(value)
  );
}
