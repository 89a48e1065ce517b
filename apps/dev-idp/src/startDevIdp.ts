import type { RequestListener } from 'node:http';
import { serveHttp, type TlsFiles } from '../../../scripts/lib/serveHttp.mjs';
import { type AppleKey, BOT_TOKEN, CLIENT, type Client, createAppleKey } from './clients.js';
import { type FarcasterOptions, farcasterWallet } from './farcasterWallet.js';
import { type Exchange, redirect, sendJson } from './http.js';
import { type IssuedToken, oauthServer } from './oauthServer.js';
import { openIdServer } from './openIdServer.js';
import { sendCompany } from './pages.js';
import { refusesAgent } from './refusesAgent.js';
import { SHAPES } from './shapes.js';
import { type SigningKeys, signingKeys } from './signingKeys.js';
import { telegramServer } from './telegramServer.js';

export interface DevIdpOptions {
  /** 0 selects a free port. */
  readonly port: number;
  readonly host: string;
  /** Callbacks that are registered at all providers. */
  readonly redirectUris: readonly string[];
  /** Clients besides the one that is always registered, as projects have them. Apple and Telegram know no others. */
  readonly moreClients?: readonly Client[] | undefined;
  /** Undefined: there is no Farcaster wallet. */
  readonly farcaster?: FarcasterOptions | undefined;
  /** Serves https. */
  readonly tls?: TlsFiles | undefined;
}

/** The user agents of the wallet service and the vault. */
const SERVICES = /^latchkit\/|^DiscordBot /;

/** A running development identity provider. */
export interface DevIdp {
  /** Public URL, without a trailing slash. */
  readonly url: string;
  /** The access tokens of an OAuth 2 provider that still work. */
  liveTokens(provider: keyof typeof SHAPES): readonly string[];
  /** The endpoints that services have called, not browsers: method, provider and path, such as `POST google/token`. */
  readonly called: ReadonlySet<string>;
  /** Endpoints that refuse services with status 429 for 30 seconds. */
  readonly limited: Set<string>;
  /** Signs id tokens of all providers with new keys from now on. Those of before stay published. */
  rotateKeys(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Starts the identity provider for development and tests. It stands in for all login providers, each under its own path. It
 * signs in anyone who presses a button, so it never runs in production.
 *
 * @throws Error in production, or if the port is taken.
 */
export async function startDevIdp({
  port,
  host,
  redirectUris,
  moreClients = [],
  farcaster,
  tls,
}: DevIdpOptions): Promise<DevIdp> {
  if (process.env.NODE_ENV === 'production') {
    throw new Error('The development identity provider does not run with NODE_ENV=production');
  }
  const routes = new Map<string, (exchange: Exchange) => Promise<void>>();
  // Known once the server listens.
  let base = '';
  const called = new Set<string>();
  const limited = new Set<string>();
  const listener: RequestListener = (request, response) => {
    const [, name = '', rest = '/'] = /^\/([^/?]*)(.*)$/.exec(request.url ?? '') ?? [];
    const url = new URL(rest.startsWith('/') ? rest : `/${rest}`, 'http://localhost');
    if (url.searchParams.get('hop') === 'company') {
      url.searchParams.delete('hop');
      const next = `${base}/${name}${url.pathname}${url.search}`;
      const company = base.replace('//', '//company.');
      return redirect(response, `${company}/company?${new URLSearchParams({ next })}`);
    }
    // Each provider sees paths without its own prefix.
    request.url = url.pathname + url.search;
    const respond = routes.get(name);
    if (respond === undefined) return sendJson(response, { error: 'not_found' }, 404);
    if (refusesAgent(name, url.pathname, request.headers['user-agent'] ?? '')) {
      response
        .writeHead(403, { 'content-type': 'text/html' })
        .end('<h1>Error 403: disallowed_useragent</h1>');
      return;
    }
    if (SERVICES.test(request.headers['user-agent'] ?? '')) {
      const endpoint = `${request.method} ${name}${url.pathname}`;
      called.add(endpoint);
      if (limited.has(endpoint)) {
        response.setHeader('retry-after', '30');
        return sendJson(response, { message: 'Too many requests' }, 429);
      }
    }
    const exchange = { request, response, path: url.pathname, query: url.searchParams };
    respond(exchange).catch((error: Error) => {
      if (response.headersSent) response.end();
      else sendJson(response, { error: 'server_error', error_description: error.message }, 500);
    });
  };
  const server = await serveHttp(listener, { port, host, tls });
  const url = `${tls === undefined ? 'http' : 'https'}://localhost:${server.port}`;
  base = url;
  const appleKey = await createAppleKey();
  const own = [CLIENT];
  const clients = [CLIENT, ...moreClients];
  const allKeys: SigningKeys[] = [];
  const newKeys = () => {
    const keys = signingKeys();
    allKeys.push(keys);
    return keys;
  };
  const google = { name: 'Google', issuer: `${url}/google`, redirectUris, clients, keys: newKeys() };
  routes.set('google', await openIdServer(google));
  const apple = {
    name: 'Apple',
    issuer: `${url}/apple`,
    redirectUris,
    clients: own,
    appleKey,
    keys: newKeys(),
  };
  routes.set('apple', await openIdServer(apple));
  const tokens = new Map<string, Map<string, IssuedToken>>();
  for (const [name, shape] of Object.entries(SHAPES)) {
    const issued = new Map<string, IssuedToken>();
    tokens.set(name, issued);
    const keys = newKeys();
    routes.set(
      name,
      oauthServer(shape, { base: `${url}/${name}`, redirectUris, clients, tokens: issued, keys }),
    );
  }
  routes.set('telegram', telegramServer({ base: `${url}/telegram`, redirectUris }));
  if (farcaster !== undefined) routes.set('farcaster', farcasterWallet(farcaster));
  const known = credentialsOf(url, appleKey);
  routes.set('credentials', async ({ response }) => sendJson(response, known));
  routes.set('company', async ({ response, query }) => {
    const next = query.get('next') ?? '';
    if (next.startsWith(`${url}/`)) sendCompany(response, next);
    else sendJson(response, { error: 'not_found' }, 404);
  });
  routes.set('health', async ({ response }) => sendJson(response, { status: 'ok' }));
  return {
    url,
    called,
    limited,
    liveTokens: name => [...(tokens.get(name)?.keys() ?? [])],
    async rotateKeys() {
      await Promise.all(allKeys.map(keys => keys.rotate()));
    },
    close: server.close,
  };
}

/** The client's credentials at each provider, and the provider's addresses, for a gateway in development. */
function credentialsOf(url: string, { teamId, keyId, privateKey }: AppleKey) {
  const client = { clientId: CLIENT.id, clientSecret: CLIENT.secret };
  return {
    google: { credentials: client, base: `${url}/google` },
    apple: { credentials: { clientId: CLIENT.id, teamId, keyId, privateKey }, base: `${url}/apple` },
    ...Object.fromEntries(
      Object.keys(SHAPES).map(name => [name, { credentials: client, base: `${url}/${name}` }]),
    ),
    telegram: { credentials: { botToken: BOT_TOKEN }, base: `${url}/telegram` },
  };
}
