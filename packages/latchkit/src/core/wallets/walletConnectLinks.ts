import type { WalletListing } from '../../protocol/gateway/walletListing.js';
import type { LinkEnvironment } from './linkEnvironment.js';

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
const WEB = /^https:\/\/[^/\s]\S*$/i;
/** An app's own scheme; excludes schemes that run code or show content of the page. */
const APP =
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
  const href = APP.test(base) ? appLink(base, uri) : '';
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
