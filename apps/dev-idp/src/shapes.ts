import * as z from 'zod';
import { basicAuth, readJson, sendJson } from './http.js';
import type { IssuedToken, OAuthShape } from './oauthServer.js';

const inspected = z.object({ access_token: z.string() });

/** Seconds since 1970. */
const seconds = (milliseconds: number) => Math.floor(milliseconds / 1_000);

/** docs.github.com: Authorizing OAuth apps (28 November 2026). The callback names the issuer since 2026. */
const GITHUB: OAuthShape = {
  name: 'GitHub',
  paths: { authorize: '/login/oauth/authorize', token: '/login/oauth/access_token' },
  issuerPath: '/login/oauth',
  asksAccount: true,
  needsPkce: false,
  clientAuth: 'body',
  tokenFields: { scope: 'read:user,user:email' },
  errors: { client: [200, 'incorrect_client_credentials'], code: [200, 'bad_verification_code'] },
  api: {
    '/api/user': ({ person: { subject, name, userName, picture } }) => ({
      ...{ id: Number(subject), login: userName, name, avatar_url: picture, email: null },
    }),
    '/api/user/emails': ({ person: { email } }) =>
      email === undefined ? [] : [{ email, primary: true, verified: true, visibility: 'private' }],
  },
  async inspect({ request, response, path }, tokens, clients) {
    const named = /^\/api\/applications\/([^/]+)\/token$/.exec(path)?.[1];
    if (named === undefined || request.method !== 'POST') return false;
    const client = clients.find(one => one.id === decodeURIComponent(named));
    const [id, secret] = basicAuth(request) ?? [];
    const { access_token: token } = inspected.parse(await readJson(request));
    const found = tokens.get(token);
    if (client === undefined) sendJson(response, { message: 'Not Found' }, 404);
    else if (id !== client.id || secret !== client.secret)
      sendJson(response, { message: 'Bad credentials' }, 401);
    else if (found?.clientId !== id) sendJson(response, { message: 'Not Found' }, 404);
    else {
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

/** docs.x.com: OAuth 2.0, confidential clients (28 November 2026). */
const X: OAuthShape = {
  name: 'X',
  hidesClient: true,
  paths: { authorize: '/i/oauth2/authorize', token: '/2/oauth2/token' },
  needsPkce: true,
  clientAuth: 'header',
  tokenFields: { expires_in: 7_200, scope: 'users.read tweet.read' },
  errors: { client: [401, 'unauthorized_client'], code: [400, 'invalid_request'] },
  api: {
    '/2/users/me': ({ person: { subject, name, userName, picture } }) => ({
      data: { id: subject, name, username: userName, profile_image_url: picture },
    }),
  },
};

const discordUser = ({ person: { subject, name, userName, email } }: IssuedToken) => ({
  ...{ id: subject, username: userName, global_name: name, avatar: null },
  ...{ email: email ?? null, verified: email !== undefined },
});

/** docs.discord.com: OAuth2 (28 November 2026). */
const DISCORD: OAuthShape = {
  name: 'Discord',
  paths: { authorize: '/oauth2/authorize', token: '/api/oauth2/token' },
  needsPkce: false,
  clientAuth: 'either',
  tokenFields: { expires_in: 604_800, refresh_token: 'unused', scope: 'identify email' },
  errors: { client: [401, 'invalid_client'], code: [400, 'invalid_grant'] },
  api: {
    '/api/users/@me': discordUser,
    '/api/oauth2/@me': token => ({
      application: { id: token.clientId },
      scopes: ['identify', 'email'],
      expires: new Date(token.issuedAt + 604_800_000).toISOString(),
      user: discordUser(token),
    }),
  },
};

/** developers.facebook.com: Manually build a login flow (28 November 2026). */
const FACEBOOK: OAuthShape = {
  name: 'Facebook',
  paths: { authorize: '/dialog/oauth', token: '/graph/oauth/access_token' },
  needsPkce: false,
  clientAuth: 'body',
  tokenFields: { expires_in: 5_183_944 },
  errors: { client: [400, 'incorrect_client_credentials'], code: [400, 'bad_verification_code'] },
  api: {
    '/graph/me': ({ person: { subject, name, email, picture } }) => ({
      ...{ id: subject, name, picture: { data: { url: picture } } },
      ...(email !== undefined && { email }),
    }),
  },
  async inspect({ response, path, query }, tokens, clients) {
    if (path !== '/graph/debug_token') return false;
    const found = tokens.get(query.get('input_token') ?? '');
    if (!clients.some(({ id, secret }) => query.get('access_token') === `${id}|${secret}`)) {
      sendJson(response, { error: { message: 'Invalid OAuth access token', code: 190 } }, 400);
      return true;
    }
    sendJson(response, {
      data:
        found === undefined
          ? { is_valid: false }
          : {
              app_id: found.clientId,
              is_valid: true,
              issued_at: seconds(found.issuedAt),
              user_id: found.person.subject,
            },
    });
    return true;
  },
};

/** The OAuth 2 providers, by their path. */
export const SHAPES = { github: GITHUB, x: X, discord: DISCORD, facebook: FACEBOOK } as const;
