import { BaseError, type CaipNetworkId, PUBLIC_RPC_URLS } from 'latchkit/protocol';
import { DEVELOPMENT_UPSTREAMS } from './defaultUpstreams.js';

/** A node or provider. */
export interface Upstream {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Parts of the address that no caller may see: host names and whatever may be a key. */
  readonly secrets: readonly string[];
}

/** Where the calls of one chain go. */
export interface Chain {
  /** CAIP-2 id. */
  readonly id: string;
  /** In the operator's order of preference. */
  readonly upstreams: readonly Upstream[];
  /** Whether its nodes are a developer's toys, whose keys and controls are open to all. */
  readonly development: boolean;
}

/**
 * CAIP-2 id → HTTP address of the node or provider, or several in the order of preference. User name and password in an
 * address are sent as Basic credentials.
 */
export type UpstreamUrls = Readonly<Partial<Record<CaipNetworkId, string | readonly string[]>>>;

/** Path segments and query values of at least this many characters may be keys. */
const KEY_LENGTH = 8;

/**
 * The chains that are served: the 24 networks, in development mode the development chains too, with the addresses
 * that the operator gave instead of the public ones.
 *
 * @throws BaseError `INVALID_UPSTREAM` for an address that is not HTTP, or one of a chain that is not served.
 */
export function upstreams(given: UpstreamUrls, developmentMode: boolean): ReadonlyMap<string, Chain> {
  const served = developmentMode ? { ...PUBLIC_RPC_URLS, ...DEVELOPMENT_UPSTREAMS } : PUBLIC_RPC_URLS;
  for (const chainId of Object.keys(given)) {
    if (!(chainId in served)) {
      throw new BaseError('INVALID_UPSTREAM', `${chainId} is not a chain that this gateway serves`);
    }
  }
  return new Map(
    Object.entries<string | readonly string[] | undefined>({ ...served, ...given }).map(([id, urls]) => [
      id,
      {
        id,
        upstreams: addresses(urls).map(address => upstream(id, address)),
        development: id in DEVELOPMENT_UPSTREAMS,
      },
    ]),
  );
}

/** No address at all counts as one that is wrong. */
function addresses(urls: string | readonly string[] | undefined): readonly string[] {
  if (typeof urls === 'string') return [urls];
  return urls === undefined || urls.length === 0 ? [''] : urls;
}

function upstream(chainId: string, address: string): Upstream {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') {
    // The address itself may hold a key and stays out of the message.
    throw new BaseError('INVALID_UPSTREAM', `The upstream address of ${chainId} is not an http(s) URL`);
  }
  const { username, password } = url;
  url.username = '';
  url.password = '';
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  const parts = [...url.pathname.split('/'), ...url.searchParams.values(), username, password];
  return {
    url: url.href,
    headers:
      credentials === ':' ? {} : { Authorization: `Basic ${Buffer.from(credentials).toString('base64')}` },
    secrets: [url.host, ...parts.filter(part => part.length >= KEY_LENGTH)],
  };
}
