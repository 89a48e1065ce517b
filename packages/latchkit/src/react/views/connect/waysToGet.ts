import type { WalletListing } from '../../../core/index.js';
import { type LinkEnvironment, safeLink, walletLink } from '../../../internal/index.js';
import type { IconName } from '../../runtime/icons.js';

export interface WayToGet {
  readonly icon: IconName;
  readonly title:
    | 'connecting.app'
    | 'connecting.extension'
    | 'connecting.webapp'
    | 'connecting.appStore'
    | 'connecting.playStore'
    | 'connecting.website';
  /** If undefined, the note is the host of the address. */
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
 * What can be installed on each platform, best first. Desktop lists the stores of phones too, because a phone can
 * scan its codes.
 */
const OFFERED = {
  ios: ['appStore', 'webapp', 'website'],
  android: ['playStore', 'webapp', 'website'],
  desktop: ['extension', 'webapp', 'appStore', 'playStore', 'website'],
} as const;

/**
 * Where to get a listed wallet on this platform, shortest way first: its app, then web addresses. Other kinds of
 * links are ignored, because the directory is external data.
 *
 * @param pairs whether the wallet connects by WalletConnect, which opens its app with a pairing in the link.
 */
export function waysToGet(
  listing: WalletListing | undefined,
  platform: LinkEnvironment['platform'],
  { pairs = false } = {},
): readonly WayToGet[] {
  if (!listing) return [];
  const candidates = {
    extension: ['puzzle', 'connecting.extension', 'connecting.extensionNote', listing.chrome_store],
    webapp: ['globe', 'connecting.webapp', 'connecting.webappNote', listing.webapp_link],
    appStore: ['phone', 'connecting.appStore', 'connecting.appStoreNote', listing.app_store],
    playStore: ['phone', 'connecting.playStore', 'connecting.playStoreNote', listing.play_store],
    website: ['globe', 'connecting.website', undefined, listing.homepage],
  } as const;
  const app = walletLink(listing, platform === 'desktop' ? 'desktop' : 'mobile');
  const open: readonly WayToGet[] =
    app && app.kind !== 'webapp' && !pairs
      ? [{ icon: 'phone', title: 'connecting.app', note: 'connecting.appNote', href: app.href }]
      : [];
  const seen = new Set(open.map(({ href }) => href));
  const ways = OFFERED[platform].flatMap(way => {
    const [icon, title, note, link] = candidates[way];
    const href = safeLink(link);
    if (!href || seen.has(href)) return [];
    seen.add(href);
    return [{ icon, title, note, href }];
  });
  return [...open, ...ways];
}

/** Whether there is a way to get the wallet on this platform. */
export function canGet(listing: WalletListing | undefined, platform: LinkEnvironment['platform']): boolean {
  return waysToGet(listing, platform, { pairs: true }).length > 0;
}
