import type { WalletListing } from '../../protocol/gateway/walletListing.js';
import type { LinkEnvironment } from './linkEnvironment.js';

/** A link that hands a pairing to a wallet. */
export interface WalletConnectLink {
  /** An app on this phone, a program on this computer, or a page of the web. */
  readonly kind: 'mobile' | 'desktop' | 'webapp';
  readonly href: string;
  /** An app's own scheme leaves an empty tab behind when it is opened in one; a web page must not replace the host's. */
  readonly target: '_self' | '_blank';
}

/** The addresses of a listing that lead to the wallet. Data from outside. */
export type LinkedWallet = Pick<WalletListing, 'mobile_link' | 'desktop_link' | 'webapp_link'>;

const LONGEST = 1_024;
const WEB = /^https:\/\/[^/\s]\S*$/i;
/** An app's own scheme; those that run or show something of the page's own are not apps. */
const APP =
  /^(?!(?:javascript|data|blob|vbscript|file|about|https?|view-source|intent):)[a-z][a-z0-9+.-]*:[^\s?#]*$/i;

/**
 * The links that hand a pairing to a wallet, the best for this device first: its app by universal link (`https://…/wc?uri=`)
 * or deep link (`scheme://wc?uri=`), then its web app. Empty: nothing leads to the wallet from here; show the QR code.
 *
 * @param listing undefined: any wallet, which only Android can choose (`wc:…`, ERC-1328).
 * @param uri the pairing link. Undefined: only opens the wallet, for a request that waits there.
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

/** Listings name `scheme:`, `scheme://` or `scheme://path`. */
function appLink(base: string, uri: string | undefined): string {
  const [, scheme = '', rest = ''] = /^([^:]+:)\/*(.*?)\/*$/.exec(base) ?? [];
  if (uri === undefined) return rest ? base : `${scheme}//`;
  const path = rest === '' || rest === 'wc' ? 'wc' : rest.endsWith('/wc') ? rest : `${rest}/wc`;
  return `${scheme}//${path}?uri=${encodeURIComponent(uri)}`;
}
