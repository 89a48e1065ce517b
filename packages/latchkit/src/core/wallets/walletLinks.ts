import type { WalletListing } from '../../protocol/gateway/walletListing.js';
import type { LinkEnvironment } from '../../protocol/linkEnvironment.js';

export {
  type LinkEnvironment,
  linkEnvironment,
  readLinkEnvironment,
} from '../../protocol/linkEnvironment.js';

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

/** Whether a plain pairing link lets the visitor choose among the installed wallets (ERC-1328): on Android only. */
export function choosesWallet({ platform, embedded }: LinkEnvironment): boolean {
  return platform === 'android' && !embedded;
}
