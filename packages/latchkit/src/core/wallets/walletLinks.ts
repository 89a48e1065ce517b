import type { WalletListing } from '../../protocol/gateway/walletListing.js';

/** Where a page runs, as far as opening a wallet's app is concerned. */
export type Platform = 'mobile' | 'desktop';

/** A way to open a wallet's app [ENT-15]: on this phone, on this computer, or in a browser tab. */
export interface WalletLink {
  readonly kind: 'mobile' | 'desktop' | 'webapp';
  readonly href: string;
}

const WEB = /^https:\/\/[^/\s]\S*$/i;
/** An app's own scheme; those that run or show something of the page's own are not apps. */
const APP = /^(?!(?:javascript|data|blob|vbscript|file|about|http|view-source):)[a-z][a-z0-9+.-]*:\S*$/i;

/** The link that opens a listed wallet on a platform: its app there, else its web app. The listing is data from outside. */
export function walletLink(listing: WalletListing, platform: Platform): WalletLink | undefined {
  const app = platform === 'mobile' ? listing.mobile_link : listing.desktop_link;
  if (app && APP.test(app)) return { kind: platform, href: app };
  const web = listing.webapp_link;
  return web && WEB.test(web) ? { kind: 'webapp', href: web } : undefined;
}

/** The platform of this browser: a phone or tablet, or a computer. */
export function currentPlatform(): Platform {
  const { userAgent, maxTouchPoints } = navigator;
  // A tablet's Safari says it is a Macintosh; no Macintosh has a touch screen.
  const tablet = /Macintosh/.test(userAgent) && maxTouchPoints > 1;
  return tablet || /Android|iPhone|iPad|iPod|Mobile/.test(userAgent) ? 'mobile' : 'desktop';
}
