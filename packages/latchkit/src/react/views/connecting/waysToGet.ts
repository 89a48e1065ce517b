import { type Platform, type WalletListing, walletLink } from '../../../core/index.js';
import type { IconName } from '../../primitives/icons.js';
import { safeLink } from '../safeLink.js';

export interface WayToGet {
  readonly icon: IconName;
  readonly title:
    | 'connecting.app'
    | 'connecting.extension'
    | 'connecting.webapp'
    | 'connecting.appStore'
    | 'connecting.playStore'
    | 'connecting.website';
  /** Undefined: the address's host is the note. */
  readonly note:
    | 'connecting.appNote'
    | 'connecting.extensionNote'
    | 'connecting.webappNote'
    | 'connecting.appStoreNote'
    | 'connecting.playStoreNote'
    | undefined;
  readonly href: string;
}

/**
 * Where a listed wallet can be had, shortest way first: its app here, then web addresses. No other link is one: the
 * directory is data from outside.
 *
 * @param pairs the wallet is reached by WalletConnect, which opens its app with a pairing in the link.
 */
export function waysToGet(
  listing: WalletListing | undefined,
  platform: Platform,
  { pairs = false } = {},
): readonly WayToGet[] {
  if (!listing) return [];
  const candidates = [
    ['puzzle', 'connecting.extension', 'connecting.extensionNote', listing.chrome_store],
    ['globe', 'connecting.webapp', 'connecting.webappNote', listing.webapp_link],
    ['phone', 'connecting.appStore', 'connecting.appStoreNote', listing.app_store],
    ['phone', 'connecting.playStore', 'connecting.playStoreNote', listing.play_store],
    ['globe', 'connecting.website', undefined, listing.homepage],
  ] as const;
  const app = walletLink(listing, platform);
  const open: readonly WayToGet[] =
    app && app.kind !== 'webapp' && !pairs
      ? [{ icon: 'phone', title: 'connecting.app', note: 'connecting.appNote', href: app.href }]
      : [];
  const seen = new Set(open.map(({ href }) => href));
  const ways = candidates.flatMap(([icon, title, note, link]) => {
    const href = safeLink(link);
    if (!href || seen.has(href)) return [];
    seen.add(href);
    return [{ icon, title, note, href }];
  });
  return [...open, ...ways];
}

/** Whether there is a way at all. */
export function canGet(listing: WalletListing | undefined): boolean {
  return waysToGet(listing, 'desktop', { pairs: true }).length > 0;
}
