import type { WalletListing } from '../../protocol/gateway/walletListing.js';
import { parseUrl } from '../../protocol/parseUrl.js';
import { choosesWallet, type LinkEnvironment } from './walletLinks.js';
import { WALLET_TEMPLATES, type WalletTemplates } from './walletTemplates.js';

const WEB = /^https:\/\/[^/\s]\S*$/i;

/** A link that passes a pairing to a wallet. */
export interface WalletConnectLink {
  /** An app on this phone, a program on this computer, or a web page. */
  readonly kind: 'mobile' | 'desktop' | 'webapp';
  readonly href: string;
  /** Opening an app's scheme in a new tab leaves an empty tab behind; a web page must not replace the host's. */
  readonly target: '_self' | '_blank';
}

/** A listing's id and links to the wallet. Untrusted data: the id can only choose an entry of {@link WALLET_TEMPLATES}. */
export type LinkedWallet = Partial<Pick<WalletListing, 'id'>> &
  Pick<WalletListing, 'mobile_link' | 'desktop_link' | 'webapp_link'>;

const LONGEST = 1_024;

/** An app's own scheme, for links that pass a pairing: without a query, and without Android intents. */
const APP_LINK =
  /^(?!(?:javascript|data|blob|vbscript|file|about|https?|view-source|intent):)[a-z][a-z0-9+.-]*:[^\s?#]*$/i;

/**
 * The links that pass a pairing to a wallet, the best for this device first: its app by its scheme (`scheme://wc?uri=`), or by a
 * universal link (`https://…/wc?uri=`) where a scheme cannot leave the browser, then its web app. Empty: no link works here.
 *
 * @param listing - Undefined: any wallet, which only Android can choose (`wc:…`, ERC-1328).
 * @param uri - The pairing link. Undefined: the links that {@link requestLink} completes.
 * @see https://eips.ethereum.org/EIPS/eip-1328
 */
export function walletConnectLinks(
  listing: LinkedWallet | undefined,
  uri: string | undefined,
  environment: LinkEnvironment,
): readonly WalletConnectLink[] {
  if (!listing) {
    const chooses = uri !== undefined && choosesWallet(environment);
    return chooses ? [plainLink(uri)] : [];
  }
  const query = uri === undefined ? undefined : `uri=${encodeURIComponent(uri)}`;
  const web = linkOf('webapp', listing.webapp_link, query);
  return [appLinkOf(listing, uri, query, environment), web?.target === '_blank' ? web : undefined].filter(
    link => link !== undefined,
  );
}

/** Whether the host of a link may see the pairing's key: an app's universal link, which is a web page where the app is missing. */
export function exposesKey({ kind, href }: WalletConnectLink): boolean {
  return kind === 'mobile' && WEB.test(href);
}

/**
 * The link that opens a wallet at a pending request, in the form that its app expects: `{link}/wc?requestId=…&sessionTopic=…`, for
 * Telegram's wallets in `startapp`.
 *
 * @param link - The wallet's link, without a pairing.
 * @param request - The request's id, and the topic of its session.
 */
export function requestLink(link: string, request: { readonly id: number; readonly topic: string }): string {
  const query = `requestId=${request.id}&sessionTopic=${request.topic}`;
  if (!WEB.test(link)) return appLink(link, query);
  const { host } = new URL(link);
  if (host !== 't.me') return webLink(link, query);
  const start = `startapp=${btoa(query).replace(/=+$/, '')}`;
  return `${link.replace(/\/$/, '')}${link.includes('?') ? '&' : '?'}${start}`;
}

function appLinkOf(
  { id = '', mobile_link, desktop_link }: LinkedWallet,
  uri: string | undefined,
  query: string | undefined,
  { platform, embedded }: LinkEnvironment,
): WalletConnectLink | undefined {
  const { app, plain, universal, desktop }: WalletTemplates = WALLET_TEMPLATES.get(id) ?? {};
  if (platform === 'desktop')
    return desktop ? fillTemplate('desktop', desktop, query) : linkOf('desktop', desktop_link, query);
  if (embedded) {
    if (universal) return fillTemplate('mobile', universal, query);
    const own = app === undefined ? linkOf('mobile', mobile_link, query) : undefined;
    return own?.target === '_blank' ? own : undefined;
  }
  if (plain?.includes(platform)) return uri === undefined ? undefined : plainLink(uri);
  return app ? fillTemplate('mobile', app, query) : linkOf('mobile', mobile_link, query);
}

function plainLink(uri: string): WalletConnectLink {
  return { kind: 'mobile', href: uri, target: '_self' };
}

function linkOf(
  kind: WalletConnectLink['kind'],
  base: string | null | undefined,
  query: string | undefined,
): WalletConnectLink | undefined {
  if (!base || base.length > LONGEST) return undefined;
  if (WEB.test(base) && parseUrl(base)) return { kind, href: webLink(base, query), target: '_blank' };
  const href = APP_LINK.test(base) ? appLink(base, query) : '';
  return parseUrl(href) ? { kind, href, target: '_self' } : undefined;
}

/** Without a pairing, a link to the app alone. */
function fillTemplate(
  kind: WalletConnectLink['kind'],
  template: string,
  query: string | undefined,
): WalletConnectLink {
  const isWeb = WEB.test(template);
  const start = isWeb ? new URL(template).origin : `${template.split('//', 1)[0]}//`;
  const href = query === undefined ? start : template.replace('uri={uri}', () => query);
  return { kind, href, target: isWeb ? '_blank' : '_self' };
}

function webLink(base: string, query: string | undefined): string {
  if (query === undefined) return base;
  const { origin, pathname, search } = new URL(base);
  const path = pathname.replace(/\/+$/, '');
  const before = search.length > 1 ? `${search}&` : '?';
  return `${origin}${path.endsWith('/wc') ? path : `${path}/wc`}${before}${query}`;
}

/** Listings contain `scheme:`, `scheme://` or `scheme://path`. A wallet's own word may have a query, which takes no path after it. */
function appLink(base: string, query: string | undefined): string {
  const [, scheme = '', rest = ''] = /^([^:]+:)\/*(.*?)\/*$/.exec(base) ?? [];
  if (query === undefined) return rest ? base : `${scheme}//`;
  if (/[?#]/.test(rest)) return base;
  const path = rest === '' || rest === 'wc' ? 'wc' : rest.endsWith('/wc') ? rest : `${rest}/wc`;
  return `${scheme}//${path}?${query}`;
}
