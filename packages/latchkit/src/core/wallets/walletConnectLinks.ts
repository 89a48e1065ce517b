import type { WalletListing } from '../../protocol/gateway/walletListing.js';
import { choosesWallet, type LinkEnvironment } from './walletLinks.js';

const WEB = /^https:\/\/[^/\s]\S*$/i;

/** A link that passes a pairing to a wallet. */
export interface WalletConnectLink {
  /** An app on this phone, a program on this computer, or a web page. */
  readonly kind: 'mobile' | 'desktop' | 'webapp';
  readonly href: string;
  /** Opening an app's scheme in a new tab leaves an empty tab behind; a web page must not replace the host's. */
  readonly target: '_self' | '_blank';
}

/** A listing's id and links to the wallet. Untrusted data: the id can only choose an entry of {@link APP_TEMPLATES}. */
export type LinkedWallet = Partial<Pick<WalletListing, 'id'>> &
  Pick<WalletListing, 'mobile_link' | 'desktop_link' | 'webapp_link'>;

/**
 * How a pairing reaches the apps that don't take it at `scheme://wc`, by the wallet's id in the directory. `{uri}` stands for the
 * encoded pairing link. A template counts instead of the listing's own link.
 */
const APP_TEMPLATES: ReadonlyMap<string, string> = /* @__PURE__ */ new Map([
  ['best-wallet', 'bw://connect/wc?uri={uri}'],
  ['bitverse', 'bitverseapp://open/wallet/wc?uri={uri}'],
  ['bybit', 'bybitapp://open/route?targetUrl=by://web3/walletconnect/wc?uri={uri}'],
  ['kaia', 'kaikas://walletconnect?uri={uri}'],
  ['ready', 'argent://app/wc?uri={uri}'],
]);

/** As {@link APP_TEMPLATES}, for programs on a computer. */
const DESKTOP_TEMPLATES: ReadonlyMap<string, string> = /* @__PURE__ */ new Map([
  ['bloom', 'bloom://wallet-connect/wc?uri={uri}'],
]);

const LONGEST = 1_024;

/** An app's own scheme, for links that pass a pairing: without a query, and without Android intents. */
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
  environment: LinkEnvironment,
): readonly WalletConnectLink[] {
  const { platform, embedded } = environment;
  if (!listing) {
    const chooses = uri !== undefined && choosesWallet(environment);
    return chooses ? [{ kind: 'mobile', href: uri, target: '_self' }] : [];
  }
  const kind = platform === 'desktop' ? 'desktop' : 'mobile';
  const app = platform === 'desktop' ? listing.desktop_link : listing.mobile_link;
  const template = (platform === 'desktop' ? DESKTOP_TEMPLATES : APP_TEMPLATES).get(listing.id ?? '');
  const own = template === undefined ? linkOf(kind, app, uri) : fillTemplate(kind, template, uri);
  const links = [own, linkOf('webapp', listing.webapp_link, uri)];
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

/** Without a pairing, opens the app by its scheme alone. */
function fillTemplate(
  kind: WalletConnectLink['kind'],
  template: string,
  uri: string | undefined,
): WalletConnectLink {
  const [scheme = ''] = template.split('//', 1);
  const href = uri === undefined ? `${scheme}//` : template.replace('{uri}', () => encodeURIComponent(uri));
  return { kind, href, target: '_self' };
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
