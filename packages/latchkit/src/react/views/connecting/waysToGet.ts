import type { WalletListing } from '../../../core/index.js';
import type { IconName } from '../../primitives/icons.js';
import { safeLink } from '../safeLink.js';

export interface WayToGet {
  readonly icon: IconName;
  readonly title:
    | 'connecting.extension'
    | 'connecting.webapp'
    | 'connecting.appStore'
    | 'connecting.playStore'
    | 'connecting.website';
  /** Undefined: the address's host is the note. */
  readonly note:
    | 'connecting.extensionNote'
    | 'connecting.webappNote'
    | 'connecting.appStoreNote'
    | 'connecting.playStoreNote'
    | undefined;
  readonly href: string;
}

/** Where a listed wallet can be had, shortest way first. Only web addresses: the directory is data from outside. */
export function waysToGet(listing: WalletListing | undefined): readonly WayToGet[] {
  if (!listing) return [];
  const candidates = [
    ['puzzle', 'connecting.extension', 'connecting.extensionNote', listing.chrome_store],
    ['globe', 'connecting.webapp', 'connecting.webappNote', listing.webapp_link],
    ['phone', 'connecting.appStore', 'connecting.appStoreNote', listing.app_store],
    ['phone', 'connecting.playStore', 'connecting.playStoreNote', listing.play_store],
    ['globe', 'connecting.website', undefined, listing.homepage],
  ] as const;
  const seen = new Set<string>();
  return candidates.flatMap(([icon, title, note, link]) => {
    const href = safeLink(link);
    if (!href || seen.has(href)) return [];
    seen.add(href);
    return [{ icon, title, note, href }];
  });
}
