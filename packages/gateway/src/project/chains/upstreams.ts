import { BaseError, type ChainId, PUBLIC_RPC_URLS } from 'latchkit/protocol';
import { CHAIN_IDS, CONFIGURABLE_CHAINS, DEVELOPMENT_UPSTREAMS } from './defaultUpstreams.js';

/** How a node is called. */
export type UpstreamApi = 'jsonRpc' | 'esplora';

/** A node or provider. */
export interface Upstream {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Parts of the address that callers must not see: host names and possible keys. */
  readonly secrets: readonly string[];
  /** What it serves: JSON-RPC, or Esplora's HTTP API on Bitcoin. */
  readonly api: UpstreamApi;
}

/** One chain and its nodes. */
export interface Chain {
  /** CAIP-2 id. */
  readonly id: string;
  /** In the operator's order of preference. */
  readonly upstreams: readonly Upstream[];
  /** Whether its node is a public one, because the operator has named none. */
  readonly isPublic: boolean;
  /** Whether its nodes are for development, with public keys and control methods. */
  readonly development: boolean;
}

/**
 * Node URLs by CAIP-2 id: one, or several in order of preference. User name and password in a URL are sent as Basic
 * credentials.
 */
export type UpstreamUrls = Readonly<Partial<Record<ChainId, string | readonly string[]>>>;

/** Minimum length of a path segment or query value that may be a key. */
const KEY_LENGTH = 8;

/** How the nodes of a chain are called. */
export function apiOf(chainId: string): UpstreamApi {
  return chainId.startsWith('bip122:') ? 'esplora' : 'jsonRpc';
}

/**
 * The served chains: those with URLs of the operator, with public nodes the 24 networks too, and in development mode the development
 * chains. The operator's URLs replace the public ones. Bitcoin and Polkadot have none, so they are served only with URLs of the operator.
 *
 * @param publicNodes - Whether chains without URLs use a public node. Default: in development mode.
 * @throws BaseError `INVALID_UPSTREAM` for a URL that isn't HTTP, or a chain that isn't served.
 */
export function upstreams(
  given: UpstreamUrls,
  developmentMode: boolean,
  publicNodes = developmentMode,
): ReadonlyMap<string, Chain> {
  const served: UpstreamUrls = {
    ...(publicNodes ? PUBLIC_RPC_URLS : {}),
    ...(developmentMode ? DEVELOPMENT_UPSTREAMS : {}),
  };
  for (const chainId of Object.keys(given)) {
    if (
      !(chainId in served) &&
      !CHAIN_IDS.some(id => id === chainId) &&
      !CONFIGURABLE_CHAINS.includes(chainId)
    ) {
      throw new BaseError('INVALID_UPSTREAM', `${chainId} is not a chain that this gateway serves`);
    }
  }
  return new Map(
    Object.entries<string | readonly string[] | undefined>({ ...served, ...given }).map(([id, urls]) => [
      id,
      {
        id,
        upstreams: addresses(urls).map(address => upstream(id, address)),
        isPublic: !(id in given) && id in PUBLIC_RPC_URLS,
        development: id in DEVELOPMENT_UPSTREAMS,
      },
    ]),
  );
}

/** An empty list counts as one invalid URL. */
function addresses(urls: string | readonly string[] | undefined): readonly string[] {
  if (typeof urls === 'string') return [urls];
  return urls === undefined || urls.length === 0 ? [''] : urls;
}

function upstream(chainId: string, address: string): Upstream {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') {
    // The URL may contain a key, so the message doesn't quote it.
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
    api: apiOf(chainId),
  };
}
