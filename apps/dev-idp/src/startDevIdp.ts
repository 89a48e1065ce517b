import type { RequestListener } from 'node:http';
import { serveHttp } from '../../../scripts/lib/serveHttp.mjs';
import { type AppleKey, BOT_TOKEN, CLIENT, type Client, createAppleKey } from './clients.js';
import { type FarcasterOptions, farcasterWallet } from './farcasterWallet.js';
import { type Exchange, sendJson } from './http.js';
import { type IssuedToken, oauthServer } from './oauthServer.js';
import { openIdServer } from './openIdServer.js';
import { refusesAgent } from './refusesAgent.js';
import { SHAPES } from './shapes.js';
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
}

/** A running development identity provider. */
export interface DevIdp {
  /** Public URL, without a trailing slash. */
  readonly url: string;
  /** The access tokens of an OAuth 2 provider that still work. */
  liveTokens(provider: keyof typeof SHAPES): readonly string[];
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
}: DevIdpOptions): Promise<DevIdp> {
  if (process.env.NODE_ENV === 'production') {
    throw new Error('The development identity provider does not run with NODE_ENV=production');
  }
  const routes = new Map<string, (exchange: Exchange) => Promise<void>>();
  const listener: RequestListener = (request, response) => {
    const [, name = '', rest = '/'] = /^\/([^/?]*)(.*)$/.exec(request.url ?? '') ?? [];
    const url = new URL(rest.startsWith('/') ? rest : `/${rest}`, 'http://localhost');
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
    const exchange = { request, response, path: url.pathname, query: url.searchParams };
    respond(exchange).catch((error: Error) => {
      if (response.headersSent) response.end();
      else sendJson(response, { error: 'server_error', error_description: error.message }, 500);
    });
  };
  const server = await serveHttp(listener, { port, host });
  const url = `http://localhost:${server.port}`;
  const appleKey = await createAppleKey();
  const own = [CLIENT];
  const clients = [CLIENT, ...moreClients];
  routes.set(
    'google',
    await openIdServer({ name: 'Google', issuer: `${url}/google`, redirectUris, clients }),
  );
  const apple = { name: 'Apple', issuer: `${url}/apple`, redirectUris, clients: own, appleKey };
  routes.set('apple', await openIdServer(apple));
  const tokens = new Map<string, Map<string, IssuedToken>>();
  for (const [name, shape] of Object.entries(SHAPES)) {
    const issued = new Map<string, IssuedToken>();
    tokens.set(name, issued);
    routes.set(name, oauthServer(shape, { base: `${url}/${name}`, redirectUris, clients, tokens: issued }));
  }
  routes.set('telegram', telegramServer({ base: `${url}/telegram`, redirectUris }));
  if (farcaster !== undefined) routes.set('farcaster', farcasterWallet(farcaster));
  const known = credentialsOf(url, appleKey);
  routes.set('credentials', async ({ response }) => sendJson(response, known));
  routes.set('health', async ({ response }) => sendJson(response, { status: 'ok' }));
  return { url, liveTokens: name => [...(tokens.get(name)?.keys() ?? [])], close: server.close };
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
