import type { WalletListing } from '../../protocol/gateway/walletListing.js';
import { safeLink } from '../kernel/safeLink.js';
import { type LinkEnvironment, walletLink } from './walletLinks.js';
import { WALLET_TEMPLATES } from './walletTemplates.js';

/** Where a wallet without a connector leads, if it is not paired. */
export interface WalletRoute {
  /**
   * `page`: opens this page in the wallet's own browser. `browser`: this page's address, for the visitor's browser, because nothing
   * leads to the wallet from inside another app. `app`: opens its app alone.
   */
  readonly kind: 'page' | 'browser' | 'app' | 'extension' | 'webapp' | 'appStore' | 'playStore' | 'website';
  readonly href: string;
}

/** What a wallet is wanted for. */
export interface RouteOptions {
  /** The address of this page that a wallet's browser may open, from `pageAddress`. Undefined: none. */
  readonly page?: string | undefined;
  /** The namespace to connect. Default: EVM's. */
  readonly namespace?: string | undefined;
  /** Whether the wallet is paired, which opens its app with a pairing in the link. */
  readonly pairs?: boolean | undefined;
}

/** What can be installed on each platform, best first. Desktop lists the stores of phones too, because a phone can scan its codes. */
const OFFERED = {
  ios: ['appStore', 'webapp', 'website'],
  android: ['playStore', 'webapp', 'website'],
  desktop: ['extension', 'webapp', 'appStore', 'playStore', 'website'],
} as const;

/**
 * Where a listed wallet leads on this device, shortest way first. The listing is untrusted data: only links of apps and web
 * addresses are followed, and it can only choose an entry of the templates.
 */
export function walletRoutes(
  listing: WalletListing,
  environment: LinkEnvironment,
  options: RouteOptions = {},
): readonly WalletRoute[] {
  const { platform, embedded } = environment;
  const { page, namespace, pairs = false } = options;
  const inWallet = pageLink(listing, page, environment, namespace);
  const app = walletLink(listing, platform === 'desktop' ? 'desktop' : 'mobile');
  // A scheme cannot leave the browser of another app. An app without the page is no way where it can open the page.
  const opensApp =
    app && app.kind !== 'webapp' && !inWallet && (embedded ? /^https:/i.test(app.href) : !pairs);
  const places = {
    extension: listing.chrome_store,
    webapp: listing.webapp_link,
    appStore: listing.app_store,
    playStore: listing.play_store,
    website: listing.homepage,
  };
  const found: (WalletRoute | undefined)[] = [
    inWallet === undefined ? undefined : { kind: 'page', href: inWallet },
    embedded && !inWallet && page ? { kind: 'browser', href: page } : undefined,
    opensApp ? { kind: 'app', href: app.href } : undefined,
    ...OFFERED[platform].map(kind => {
      const href = safeLink(places[kind]);
      return href === undefined ? undefined : { kind, href };
    }),
  ];
  const seen = new Set<string>();
  return found.filter(route => {
    if (!route || seen.has(route.href)) return false;
    seen.add(route.href);
    return true;
  }) as readonly WalletRoute[];
}

/**
 * The link that opens a page in a wallet's own browser on a phone; undefined if there is none.
 *
 * @param page - An http or https address.
 */
export function pageLink(
  { id }: Pick<WalletListing, 'id'>,
  page: string | undefined,
  { platform }: LinkEnvironment,
  namespace?: string,
): string | undefined {
  const template = WALLET_TEMPLATES.get(id)?.page;
  if (!template || !page || platform === 'desktop') return undefined;
  const encoded = encodeURIComponent(page);
  const values: Readonly<Record<string, string>> = {
    page: encoded,
    nested: encodeURIComponent(encoded),
    bare: page.replace(/^https?:\/\//i, ''),
    origin: encodeURIComponent(new URL(page).origin),
    coin: namespace === 'solana' ? '501' : '60',
  };
  const link = template.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
  return new URL(link).host === new URL(template).host ? link : undefined;
}
