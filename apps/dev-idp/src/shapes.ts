import { createHmac } from 'node:crypto';
import * as z from 'zod';
import type { Client } from './clients.js';
import { basicAuth, type Exchange, readJson, sendJson } from './http.js';
import type { IssuedToken, OAuthShape } from './oauthServer.js';

const inspected = z.object({ access_token: z.string() });

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** Seconds since 1970. */
const seconds = (milliseconds: number) => Math.floor(milliseconds / 1_000);

const graphError = (message: string, code: number, more: object = {}) => ({
  error: { message, type: 'OAuthException', code, ...more },
});

/** developers.facebook.com: Rate Limits. The status is 403, without headers of a rate (python-social-auth/social-core#859). */
const GRAPH_LIMIT = [403, graphError('(#4) Application request limit reached', 4)] as const;

/** Refuses the inspection of a token as its fault requires. */
function isLimited({ response }: Exchange, found: IssuedToken | undefined): boolean {
  if (found?.fault === 'inspectLimitedByCode') {
    sendJson(response, GRAPH_LIMIT[1], GRAPH_LIMIT[0]);
    return true;
  }
  if (found?.fault !== 'inspectLimited') return false;
  response.writeHead(429, { 'content-type': 'application/json', 'retry-after': '30' }).end('{}');
  return true;
}

/** docs.github.com: Authorizing OAuth apps (29 November 2026). The callback names the issuer since 2026. */
const GITHUB: OAuthShape = {
  name: 'GitHub',
  paths: { authorize: '/login/oauth/authorize', token: '/login/oauth/access_token' },
  issuerPath: '/login/oauth',
  asksAccount: true,
  needsPkce: false,
  clientAuth: 'body',
  codeLife: 10 * MINUTE,
  agents: /./,
  answersForms: true,
  tokenFields: { scope: 'user:email' },
  errors: {
    client: [200, { error: 'incorrect_client_credentials' }],
    code: [200, { error: 'bad_verification_code' }],
  },
  api: {
    '/api/user': ({ person: { subject, name, userName, picture } }) => ({
      ...{ id: Number(subject), login: userName, name, avatar_url: picture, email: null },
    }),
    '/api/user/emails': ({ person: { email }, scopes }) => {
      if (!scopes.includes('user:email')) return undefined;
      return email === undefined ? [] : [{ email, primary: true, verified: true, visibility: 'private' }];
    },
  },
  async inspect(exchange, tokens, clients) {
    const { request, response, path } = exchange;
    const named = /^\/api\/applications\/([^/]+)\/token$/.exec(path)?.[1];
    if (named === undefined || !['POST', 'DELETE'].includes(request.method ?? '')) return false;
    const client = clients.find(one => one.id === decodeURIComponent(named));
    const [id, secret] = basicAuth(request) ?? [];
    const { access_token: token } = inspected.parse(await readJson(request));
    const found = tokens.get(token);
    if (isLimited(exchange, found)) return true;
    if (client === undefined) sendJson(response, { message: 'Not Found' }, 404);
    else if (id !== client.id || secret !== client.secret)
      sendJson(response, { message: 'Bad credentials' }, 401);
    else if (found?.clientId !== id) sendJson(response, { message: 'Not Found' }, 404);
    else if (request.method === 'DELETE') {
      tokens.delete(token);
      response.writeHead(204).end();
    } else {
      const { person, issuedAt, clientId } = found;
      sendJson(response, {
        app: { client_id: clientId },
        created_at: new Date(issuedAt).toISOString(),
        user: { id: Number(person.subject), login: person.userName },
      });
    }
    return true;
  },
};

/** docs.x.com: OAuth 2.0, confidential clients (29 November 2026). */
const X: OAuthShape = {
  name: 'X',
  hidesClient: true,
  paths: { authorize: '/i/oauth2/authorize', token: '/2/oauth2/token' },
  needsPkce: true,
  clientAuth: 'header',
  codeLife: 30_000,
  tokenLife: 120 * MINUTE,
  cutsOpener: true,
  maxState: 500,
  tokenFields: { scope: 'users.read tweet.read' },
  errors: { client: [401, { error: 'unauthorized_client' }], code: [400, { error: 'invalid_request' }] },
  api: {
    '/2/users/me': ({ person: { subject, name, userName, picture }, scopes }) =>
      ['users.read', 'tweet.read'].every(scope => scopes.includes(scope))
        ? { data: { id: subject, name, username: userName, profile_image_url: picture } }
        : undefined,
  },
  revocation: { path: '/2/oauth2/revoke', endsAll: false },
};

const discordUser = ({ person: { subject, name, userName, email }, scopes }: IssuedToken) => ({
  ...{ id: subject, username: userName, global_name: name, avatar: null },
  ...(scopes.includes('email') && { email: email ?? null, verified: email !== undefined }),
});

/** docs.discord.com: OAuth2; Reference (29 November 2026). */
const DISCORD: OAuthShape = {
  name: 'Discord',
  paths: { authorize: '/oauth2/authorize', token: '/api/v10/oauth2/token' },
  needsPkce: false,
  clientAuth: 'either',
  codeLife: MINUTE,
  tokenLife: 7 * DAY,
  repeatsTokens: true,
  agents: /^DiscordBot \(https?:\/\/[^\s,]+, [^)]+\)/,
  idToken: { keys: '/api/oauth2/keys' },
  tokenFields: { refresh_token: 'unused', scope: 'identify email openid' },
  errors: { client: [401, { error: 'invalid_client' }], code: [400, { error: 'invalid_grant' }] },
  api: {
    '/api/v10/users/@me': discordUser,
    '/api/v10/oauth2/@me': token => ({
      application: { id: token.clientId },
      scopes: token.scopes,
      expires: new Date(token.issuedAt + 7 * DAY).toISOString(),
      user: discordUser(token),
    }),
  },
  inspect: async (exchange, tokens) =>
    exchange.path === '/api/v10/oauth2/@me' &&
    isLimited(exchange, tokens.get(exchange.request.headers.authorization?.replace('Bearer ', '') ?? '')),
  revocation: { path: '/api/v10/oauth2/token/revoke', endsAll: true },
};

/**
 * developers.facebook.com: Platform Versioning (29 November 2026); the reference of Application was not read. Under `/ended` it is a
 * version that has ended, of an app that requires no proof.
 */
function describeApp({ response, path, query }: Exchange, clients: readonly Client[]): void {
  const hasEnded = path.startsWith('/ended/');
  const client = clients.find(({ id, secret }) => query.get('access_token') === `${id}|${secret}`);
  const proof = createHmac('sha256', client?.secret ?? '')
    .update(query.get('access_token') ?? '')
    .digest('hex');
  response.setHeader('facebook-api-version', hasEnded ? 'v26.0' : 'v25.0');
  if (client === undefined) sendJson(response, graphError('Invalid OAuth access token', 190), 400);
  else if (!hasEnded && query.get('appsecret_proof') !== proof) {
    sendJson(response, graphError('API calls from the server require an appsecret_proof argument', 100), 400);
  } else sendJson(response, { id: client.id, name: 'Latchkit' });
}

/** As public clients of Facebook's `oauth/revoke` call it; its document was not read. */
function revokeOfGraph(
  { response, query }: Exchange,
  tokens: Map<string, IssuedToken>,
  clients: readonly Client[],
): void {
  const client = clients.find(({ id }) => id === query.get('client_id'));
  const app = `${client?.id}|${client?.secret}`;
  const proof = createHmac('sha256', client?.secret ?? '')
    .update(app)
    .digest('hex');
  const revoked = query.get('revoke_token') ?? '';
  if (client === undefined || query.get('client_secret') !== client.secret) {
    sendJson(response, graphError('Error validating client secret.', 1), 400);
  } else if (query.get('access_token') !== app || query.get('appsecret_proof') !== proof) {
    sendJson(response, graphError('Invalid OAuth access token', 190), 400);
  } else if (tokens.get(revoked)?.clientId !== client.id) {
    sendJson(response, graphError('The token is of another app', 100), 400);
  } else {
    tokens.delete(revoked);
    sendJson(response, { success: 'true' });
  }
}

/** developers.facebook.com: Manually build a login flow; OIDC Code Flow with PKCE; Secure Graph API Calls (29 November 2026). */
const FACEBOOK: OAuthShape = {
  name: 'Facebook',
  paths: { authorize: '/v25.0/dialog/oauth', token: '/graph/v25.0/oauth/access_token' },
  needsPkce: false,
  clientAuth: 'body',
  codeLife: 10 * MINUTE,
  tokenLife: 60 * DAY,
  repeatsTokens: true,
  needsProof: true,
  idToken: { keys: '/.well-known/oauth/openid/jwks/' },
  tokenFields: {},
  errors: {
    client: [400, graphError('Error validating client secret.', 1)],
    code: [400, graphError('This authorization code has been used.', 100, { error_subcode: 36_009 })],
  },
  cutsOpener: true,
  fragment: '_=_',
  limit: GRAPH_LIMIT,
  refusal: { error: 'access_denied', error_code: '200', error_reason: 'user_denied' },
  failure: { error_code: '2', error_message: 'Service temporarily unavailable' },
  api: {
    '/graph/v25.0/me': ({ person: { subject, name, email, picture } }) => ({
      ...{ id: subject, name, picture: { data: { url: picture } } },
      ...(email !== undefined && { email }),
    }),
  },
  async inspect(exchange, tokens, clients) {
    const { response, path, query } = exchange;
    if (path.endsWith('/graph/v25.0/app')) {
      describeApp(exchange, clients);
      return true;
    }
    if (path === '/graph/v25.0/oauth/revoke') {
      revokeOfGraph(exchange, tokens, clients);
      return true;
    }
    if (path !== '/graph/v25.0/debug_token') return false;
    const token = query.get('input_token') ?? '';
    const found = tokens.get(token);
    const client = clients.find(({ id, secret }) => query.get('access_token') === `${id}|${secret}`);
    const proof = createHmac('sha256', client?.secret ?? '')
      .update(query.get('access_token') ?? '')
      .digest('hex');
    if (isLimited(exchange, found)) return true;
    if (client === undefined) sendJson(response, graphError('Invalid OAuth access token', 190), 400);
    else if (query.get('appsecret_proof') !== proof)
      sendJson(response, graphError('Invalid appsecret_proof provided in the API argument', 100), 400);
    else if (found === undefined) sendJson(response, { data: { is_valid: false } });
    else {
      const { issuedAt, fault, person, clientId } = found;
      const isShort = fault === 'shortToken';
      sendJson(response, {
        data: {
          app_id: clientId,
          is_valid: true,
          expires_at: seconds(issuedAt + (isShort ? 60 * MINUTE : 60 * DAY)),
          ...(!isShort && { issued_at: seconds(issuedAt) }),
          user_id: person.subject,
        },
      });
    }
    return true;
  },
};

/** The OAuth 2 providers, by their path. */
export const SHAPES = { github: GITHUB, x: X, discord: DISCORD, facebook: FACEBOOK } as const;
