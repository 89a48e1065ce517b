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

/** The page's environment, as far as it affects links to wallets. */
export interface LinkEnvironment {
  readonly platform: 'ios' | 'android' | 'desktop';
  /** In another app's browser or web view, such as Telegram's, which only https links can leave. */
  readonly embedded: boolean;
}

/** Whether a plain pairing link lets the visitor choose among the installed wallets (ERC-1328): on Android only. */
export function choosesWallet({ platform, embedded }: LinkEnvironment): boolean {
  return platform === 'android' && !embedded;
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
