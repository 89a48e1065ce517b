import type { WalletListing } from '../../../core/index.js';
import {
  type LinkEnvironment,
  type RouteOptions,
  type WalletRoute,
  walletRoutes,
} from '../../../internal/index.js';
import type { IconName } from '../../runtime/icons.js';

export interface WayToGet extends WalletRoute {
  readonly icon: IconName;
  readonly title:
    | 'connecting.page'
    | 'connecting.browser'
    | 'connecting.app'
    | 'connecting.extension'
    | 'connecting.webapp'
    | 'connecting.appStore'
    | 'connecting.playStore'
    | 'connecting.website';
  /** If undefined, the note is the host of the address. */
  readonly note:
    | 'connecting.pageNote'
    | 'connecting.browserNote'
    | 'connecting.appNote'
    | 'connecting.extensionNote'
    | 'connecting.webappNote'
    | 'connecting.appStoreNote'
    | 'connecting.playStoreNote'
    | undefined;
}

const SHOWN = {
  page: { icon: 'phone', title: 'connecting.page', note: 'connecting.pageNote' },
  browser: { icon: 'copy', title: 'connecting.browser', note: 'connecting.browserNote' },
  app: { icon: 'phone', title: 'connecting.app', note: 'connecting.appNote' },
  extension: { icon: 'puzzle', title: 'connecting.extension', note: 'connecting.extensionNote' },
  webapp: { icon: 'globe', title: 'connecting.webapp', note: 'connecting.webappNote' },
  appStore: { icon: 'phone', title: 'connecting.appStore', note: 'connecting.appStoreNote' },
  playStore: { icon: 'phone', title: 'connecting.playStore', note: 'connecting.playStoreNote' },
  website: { icon: 'globe', title: 'connecting.website', note: undefined },
} as const;

/** Where a listed wallet leads on this device, as rows, shortest way first. */
export function waysToGet(
  listing: WalletListing | undefined,
  environment: LinkEnvironment,
  options?: RouteOptions,
): readonly WayToGet[] {
  if (!listing) return [];
  return walletRoutes(listing, environment, options).map(route => ({ ...SHOWN[route.kind], ...route }));
}
