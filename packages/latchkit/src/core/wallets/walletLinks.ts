import type { WalletListing } from '../../protocol/gateway/walletListing.js';

/** The page's platform, for opening a wallet's app. */
export type Platform = 'mobile' | 'desktop';

/** A way to open a wallet's app: on this phone, on this computer, or in a browser tab. */
export interface WalletLink {
  readonly kind: 'mobile' | 'desktop' | 'webapp';
  readonly href: string;
}

const WEB = /^https:\/\/[^/\s]\S*$/i;

/** An app's own scheme; excludes schemes that run code or show content of the page. */
const APP = /^(?!(?:javascript|data|blob|vbscript|file|about|http|view-source):)[a-z][a-z0-9+.-]*:\S*$/i;

/** The link that opens a listed wallet on a platform: its app, else its web app. The listing is untrusted data. */
export function walletLink(listing: WalletListing, platform: Platform): WalletLink | undefined {
  const app = platform === 'mobile' ? listing.mobile_link : listing.desktop_link;
  if (app && APP.test(app)) return { kind: platform, href: app };
  const web = listing.webapp_link;
  return web && WEB.test(web) ? { kind: 'webapp', href: web } : undefined;
}

/** This browser's platform: a phone or tablet, or a computer. */
export function currentPlatform(): Platform {
  const { userAgent, maxTouchPoints } = navigator;
  // Safari on an iPad identifies as Macintosh; Macs have no touch screen.
  const tablet = /Macintosh/.test(userAgent) && maxTouchPoints > 1;
  return tablet || /Android|iPhone|iPad|iPod|Mobile/.test(userAgent) ? 'mobile' : 'desktop';
}

/** A link that passes a pairing to a wallet. */
export interface WalletConnectLink {
  /** An app on this phone, a program on this computer, or a web page. */
  readonly kind: 'mobile' | 'desktop' | 'webapp';
  readonly href: string;
  /** Opening an app's scheme in a new tab leaves an empty tab behind; a web page must not replace the host's. */
  readonly target: '_self' | '_blank';
}

/** A listing's links to the wallet. Untrusted data. */
export type LinkedWallet = Pick<WalletListing, 'mobile_link' | 'desktop_link' | 'webapp_link'>;

const LONGEST = 1_024;

/** As {@link APP}, for links that pass a pairing: without a query, and without Android intents. */
const APP_LINK =
  /^(?!(?:javascript|data|blob|vbscript|file|about|https?|view-source|intent):)[a-z][a-z0-9+.-]*:[^\s?#]*$/i;

/**
 * The links that pass a pairing to a wallet, the best for this device first: its app by universal link (`https://…/wc?uri=`) or
 * deep link (`scheme://wc?uri=`), then its web app. Empty: no link works here; show the QR code.
 *
 * @param listing - Undefined: any wallet, which only Android can choose (`wc:…`, ERC-1328).
 * @param uri - The pairing link. Undefined: only opens the wallet, for a pending request.
 * @see https://eips.ethereum.org/EIPS/eip-1328
 */
export function walletConnectLinks(
  listing: LinkedWallet | undefined,
  uri: string | undefined,
  { platform, embedded }: LinkEnvironment,
): readonly WalletConnectLink[] {
  if (!listing) {
    const chooses = uri !== undefined && platform === 'android' && !embedded;
    return chooses ? [{ kind: 'mobile', href: uri, target: '_self' }] : [];
  }
  const kind = platform === 'desktop' ? 'desktop' : 'mobile';
  const app = platform === 'desktop' ? listing.desktop_link : listing.mobile_link;
  const links = [linkOf(kind, app, uri), linkOf('webapp', listing.webapp_link, uri)];
  return links
    .filter(link => link !== undefined)
    .filter(({ kind, target }) => (kind === 'webapp' || embedded ? target === '_blank' : true));
}

function linkOf(
  kind: WalletConnectLink['kind'],
  base: string | null | undefined,
  uri: string | undefined,
): WalletConnectLink | undefined {
  if (!base || base.length > LONGEST) return undefined;
  if (WEB.test(base) && URL.canParse(base)) return { kind, href: webLink(base, uri), target: '_blank' };
  const href = APP_LINK.test(base) ? appLink(base, uri) : '';
  return URL.canParse(href) ? { kind, href, target: '_self' } : undefined;
}

function webLink(base: string, uri: string | undefined): string {
  if (uri === undefined) return base;
  const { origin, pathname, search } = new URL(base);
  const path = pathname.replace(/\/+$/, '');
  const query = search.length > 1 ? `${search}&` : '?';
  return `${origin}${path.endsWith('/wc') ? path : `${path}/wc`}${query}uri=${encodeURIComponent(uri)}`;
}

/** Listings contain `scheme:`, `scheme://` or `scheme://path`. */
function appLink(base: string, uri: string | undefined): string {
  const [, scheme = '', rest = ''] = /^([^:]+:)\/*(.*?)\/*$/.exec(base) ?? [];
  if (uri === undefined) return rest ? base : `${scheme}//`;
  const path = rest === '' || rest === 'wc' ? 'wc' : rest.endsWith('/wc') ? rest : `${rest}/wc`;
  return `${scheme}//${path}?uri=${encodeURIComponent(uri)}`;
}

/** The page's environment, as far as it affects links to wallets. */
export interface LinkEnvironment {
  readonly platform: 'ios' | 'android' | 'desktop';
  /** In another app's browser or web view, such as Telegram's, which only https links can leave. */
  readonly embedded: boolean;
}

/** The browser properties used for detection. */
export interface BrowserSigns {
  readonly userAgent: string;
  readonly maxTouchPoints?: number | undefined;
  /** Whether Telegram injected its proxy into the page. */
  readonly telegram?: boolean | undefined;
}

const APPS =
  /\b(?:Telegram|FBAN|FBAV|Instagram|Line|Twitter|MicroMessenger|Snapchat|TikTok|musical_ly|BytedanceWebview|LinkedInApp|Pinterest|Reddit|DiscordBot|Discord)\b/i;

/** Detects the environment from browser properties. */
export function readLinkEnvironment({
  userAgent,
  maxTouchPoints = 0,
  telegram,
}: BrowserSigns): LinkEnvironment {
  // Safari on an iPad identifies as Macintosh; Macs have no touch screen.
  const tablet = /Macintosh/.test(userAgent) && maxTouchPoints > 1;
  const ios = tablet || /iPhone|iPad|iPod/.test(userAgent);
  const platform = ios ? 'ios' : /Android/.test(userAgent) ? 'android' : 'desktop';
  // Android web views contain `wv`; those of iOS lack the word Safari.
  const webView = platform === 'android' ? /; wv\)/.test(userAgent) : ios && !/Safari\//.test(userAgent);
  return {
    platform,
    embedded: platform !== 'desktop' && (telegram === true || webView || APPS.test(userAgent)),
  };
}

/** The environment of this browser. */
export function linkEnvironment(): LinkEnvironment {
  const { userAgent, maxTouchPoints } = navigator;
  return readLinkEnvironment({ userAgent, maxTouchPoints, telegram: 'TelegramWebviewProxy' in window });
}
