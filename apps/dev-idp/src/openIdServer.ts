import { randomBytes } from 'node:crypto';
import { exportJWK, generateKeyPair, jwtVerify } from 'jose';
import { type Configuration, interactionPolicy, type KoaContextWithOIDC, Provider } from 'oidc-provider';
import { type AppleKey, CLIENT, type Client } from './clients.js';
import { type Fault, faultOf, wrongIss } from './faults.js';
import { addAll, basicAuth, type Exchange, readForm } from './http.js';
import { sendBadRequest, sendChoices } from './pages.js';
import { type Person, personOf, personWithSubject } from './people.js';
import type { SigningKeys } from './signingKeys.js';
import { signedInPerson, staySignedIn } from './staySignedIn.js';
import { tamper } from './tamper.js';
import { failTokenRequest, nullsFor, paddingFor } from './tokenFaults.js';

/** Which provider an OpenID Connect server stands in for. */
export interface OpenIdOptions {
  readonly name: string;
  /** Public URL, without a trailing slash. */
  readonly issuer: string;
  readonly redirectUris: readonly string[];
  readonly clients: readonly Client[];
  /** With Apple's rules: a signed client secret, no PKCE, and the name only at the first login. */
  readonly appleKey?: AppleKey;
  /** Which sign its id tokens. */
  readonly keys: SigningKeys;
}

/** The faults that are possible with an id token. */
const OPENID_FAULTS = [
  'providerError',
  'tokenError',
  'tokenGarbage',
  'tokenHang',
  'tokenLarge',
  'clockFast',
  'clockSlow',
  'foreignIss',
  'strangeIss',
  'wrongIssuer',
  'otherIssuer',
  'tokenLimited',
  'tokenForbidden',
  'wrongAudience',
  'wrongNonce',
  'wrongSignature',
  'algorithmNone',
  'oldKey',
  'looseIdentity',
  'otherParty',
  'tokenNulls',
] as const satisfies readonly Fault[];

/** Apple's limit of the life of a client secret, in seconds: six months. */
const MAX_SECRET_LIFE = 15_777_000;

const SCOPES = 'openid email profile name';

/** Creates an OpenID Connect provider that signs in test persons. */
export async function openIdServer(options: OpenIdOptions): Promise<(exchange: Exchange) => Promise<void>> {
  // The library's keys cannot change, so what it signs is signed again.
  const provider = new Provider(options.issuer, configurationOf(options, await libraryKey()));
  // Choices of the form until the browser comes back from it, then until the code is exchanged.
  const faults = new Map<string, Fault>();
  const codes = new Map<string, Fault>();
  const named = new Set<string>();
  provider.use(async (given, next) => {
    // The types know only Koa's own context.
    const context = given as KoaContextWithOIDC;
    if (context.path === '/token' && !(await prepareTokenRequest(context, options, codes))) return;
    if (refusesMode(context, options)) return;
    await next();
    if (context.path === '/jwks') context.body = await options.keys.published();
    if (context.path === '/token') return tamperToken(context, codes, options.keys);
    const resumed = /^\/auth\/([\w-]+)$/.exec(context.path)?.[1];
    const fault = resumed === undefined ? undefined : faults.get(resumed);
    if (resumed !== undefined)
      nameIssuer(context, wrongIss(fault, options.issuer), options.appleKey === undefined);
    const code = resumed && codeIn(context);
    if (!resumed || !code) return;
    if (fault !== undefined) codes.set(code, fault);
    if (options.appleKey) addName(context, named);
  });
  const respond = provider.callback();
  return async exchange => {
    const { request, response, path } = exchange;
    if (options.appleKey && path === '/.well-known/openid-configuration') {
      // As on 11 June 2025, when Apple's led to another host.
      return void response.writeHead(302, { location: 'https://account.apple.com/' }).end();
    }
    const uid = /^\/interaction\/([\w-]+)$/.exec(path)?.[1];
    if (uid === undefined) {
      // The provider derives its URLs from the part of the path that was cut off.
      Object.assign(request, { originalUrl: new URL(options.issuer).pathname + (request.url ?? '') });
      return respond(request, response);
    }
    if (request.method !== 'POST') return sendChoicePage(exchange, options);
    const form = await readForm(request);
    const fault = faultOf(form.get('fault'));
    if (fault !== undefined) faults.set(uid, fault);
    const person = personOf(form.get('person') ?? '');
    staySignedIn(response, options.issuer, form, person);
    const refusal = options.appleKey === undefined ? 'access_denied' : 'user_cancelled_authorize';
    await provider.interactionFinished(request, response, resultOf(person, fault, refusal));
  };
}

function resultOf(person: Person | undefined, fault: Fault | undefined, refusal: string) {
  if (fault === 'providerError') return { error: 'server_error', error_description: 'A chosen failure' };
  if (person === undefined) return { error: refusal };
  return { login: { accountId: person.subject, remember: false }, select_account: {} };
}

function sendChoicePage({ request, response, query }: Exchange, { name, issuer }: OpenIdOptions): void {
  sendChoices(response, {
    provider: name,
    action: new URL(issuer).pathname + (request.url ?? '').split('?')[0],
    faults: OPENID_FAULTS,
    cutsOpener: query.get('coop') === 'same-origin',
  });
}

async function libraryKey() {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  return { ...(await exportJWK(privateKey)), kid: 'not published', use: 'sig', alg: 'RS256' };
}

function configurationOf(
  { name, redirectUris, clients, appleKey }: OpenIdOptions,
  jwk: Awaited<ReturnType<typeof libraryKey>>,
): Configuration {
  const cookie = name.toLowerCase();
  // Apple's flags are texts or booleans by turns.
  let isText = false;
  return {
    clients: clients.map(({ id, secret }) => ({
      client_id: id,
      client_secret: secret,
      redirect_uris: [...redirectUris],
      grant_types: ['authorization_code'],
      response_types: ['code'],
      token_endpoint_auth_method: 'client_secret_post',
    })),
    jwks: { keys: [jwk] as NonNullable<Configuration['jwks']>['keys'] },
    cookies: {
      keys: [randomBytes(32).toString('hex')],
      // Both providers have the same host, so their cookies need names of their own.
      names: { session: `${cookie}_session`, interaction: `${cookie}_login`, resume: `${cookie}_resume` },
    },
    pkce: { required: () => appleKey === undefined },
    scopes: SCOPES.split(' '),
    claims: {
      openid: ['sub'],
      email: appleKey
        ? ['email', 'email_verified', 'is_private_email', 'nonce_supported']
        : ['email', 'email_verified'],
      profile: appleKey ? [] : ['name', 'picture'],
    },
    // Both providers put the claims into the id token.
    conformIdTokenClaims: false,
    findAccount: (_, subject) => {
      const { name: fullName, email, picture } = personWithSubject(subject);
      return {
        accountId: subject,
        claims: async () => {
          isText = appleKey !== undefined && !isText;
          const flag = (value: boolean) => (isText ? String(value) : value);
          return {
            sub: subject,
            name: fullName,
            picture,
            ...(email !== undefined && { email, email_verified: flag(true) }),
            ...(appleKey && { is_private_email: flag(false), nonce_supported: true }),
          };
        },
      };
    },
    interactions: {
      url: (context, { uid }) => `${context.oidc.issuer}/interaction/${uid}`,
      policy: asking(appleKey === undefined),
    },
    ttl: {
      AccessToken: 3_600,
      // Apple's end after five minutes; Google names no time.
      AuthorizationCode: appleKey === undefined ? 60 : 300,
      Grant: 3_600,
      IdToken: 3_600,
      Interaction: 3_600,
      Session: 3_600,
    },
    features: { devInteractions: { enabled: false } },
    // There is no page for consent.
    async loadExistingGrant({ oidc }) {
      const grant = new oidc.provider.Grant({
        clientId: oidc.client?.clientId ?? '',
        accountId: oidc.session?.accountId ?? '',
      });
      grant.addOIDCScope(SCOPES);
      await grant.save();
      return grant;
    },
    renderError(context, { error, error_description: description }) {
      context.respond = false;
      sendBadRequest(
        context.res,
        description ?? error,
        `asked    ${context.query.redirect_uri}\nallowed  ${redirectUris.join('\n         ')}`,
      );
    },
  };
}

/**
 * Shows the page with the choices at each login, also to a browser that was here before, unless it stays signed in.
 *
 * @param asksAccount - Whether the provider documents `prompt=select_account`: Google does, Apple doesn't.
 */
function asking(asksAccount: boolean) {
  const policy = interactionPolicy.base();
  const isUndecided = ({ oidc, req }: KoaContextWithOIDC) =>
    oidc.result?.login === undefined && signedInPerson(req)?.subject !== oidc.session?.accountId;
  policy.get('login')?.checks.add(new interactionPolicy.Check('each_time', 'Choose a person', isUndecided));
  if (asksAccount) policy.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }), 0);
  return policy;
}

/**
 * Checks the client's credentials as documented, and responds itself if a fault requires it: Google takes the literal pair in
 * `Authorization: Basic` too, Apple only a signed secret in the form (developers.google.com, developer.apple.com; 28 November 2026).
 */
async function prepareTokenRequest(
  context: KoaContextWithOIDC,
  { appleKey }: OpenIdOptions,
  codes: ReadonlyMap<string, Fault>,
): Promise<boolean> {
  const form = Object.fromEntries(await readForm(context.req));
  const inHeader = basicAuth(context.req);
  // The library would decode the pair.
  delete context.req.headers.authorization;
  if (inHeader !== undefined && appleKey === undefined) [form.client_id, form.client_secret] = inHeader;
  if (appleKey !== undefined) {
    const expected = {
      issuer: appleKey.teamId,
      subject: CLIENT.id,
      audience: 'https://appleid.apple.com',
      algorithms: ['ES256'],
      requiredClaims: ['exp', 'iat'],
    };
    const isSigned = await jwtVerify(form.client_secret ?? '', appleKey.publicKey, expected).then(
      ({ payload: { iat = 0, exp = 0 }, protectedHeader: { kid } }) =>
        kid === appleKey.keyId && exp - iat <= MAX_SECRET_LIFE,
      () => false,
    );
    form.client_secret = isSigned ? CLIENT.secret : 'wrong';
  }
  Object.assign(context.req, { body: form });
  context.state.code = form.code;
  if (!failTokenRequest(context.res, codes.get(form.code ?? ''))) return true;
  context.respond = false;
  return false;
}

async function tamperToken(
  context: KoaContextWithOIDC,
  codes: Map<string, Fault>,
  keys: SigningKeys,
): Promise<void> {
  const body = context.body as { id_token?: string } | undefined;
  const fault = codes.get(String(context.state.code));
  if (!body?.id_token) return;
  const key = await (fault === 'oldKey' ? keys.before() : keys.current());
  context.body = {
    ...body,
    ...paddingFor(fault),
    ...nullsFor(fault),
    id_token: await tamper(body.id_token, fault, key),
  };
}

/** Apple refuses a request for the name or the address that is not answered by a form (developer.apple.com: Request an authorization). */
function refusesMode(context: KoaContextWithOIDC, { appleKey }: OpenIdOptions): boolean {
  const { scope = '', response_mode: mode } = context.query;
  const isRefused = context.path === '/auth' && /\b(?:name|email)\b/.test(`${scope}`) && mode !== 'form_post';
  if (appleKey === undefined || !isRefused) return false;
  context.respond = false;
  const says = 'response_mode must be form_post when name or email scope is requested.';
  sendBadRequest(context.res, says, `asked    ${mode ?? 'none'}`);
  return true;
}

/** Finds the code in the response that sends the browser back to the client. */
function codeIn(context: KoaContextWithOIDC): string | undefined {
  const location = context.response.get('location');
  if (location) return new URL(location, 'http://localhost').searchParams.get('code') ?? undefined;
  return typeof context.body === 'string' ? /name="code" value="([^"]+)"/.exec(context.body)?.[1] : undefined;
}

/** What Google's response has besides: the scopes under their longer names, and which of the browser's accounts it was. */
const GOOGLE_FIELDS = {
  scope:
    'email profile openid https://www.googleapis.com/auth/userinfo.profile https://www.googleapis.com/auth/userinfo.email',
  authuser: '0',
  prompt: 'none',
};

/** Google's response names its issuer (RFC 9207); Apple documents no such parameter. A fault adds a wrong one to both. */
function nameIssuer(context: KoaContextWithOIDC, wrong: string | undefined, isNamed: boolean): void {
  const location = context.response.get('location');
  if (location && URL.canParse(location)) {
    const url = new URL(location);
    if (wrong !== undefined) url.searchParams.set('iss', wrong);
    else if (!isNamed) url.searchParams.delete('iss');
    if (isNamed && url.searchParams.has('code')) addAll(url, GOOGLE_FIELDS);
    context.response.set('location', url.href);
  }
  if (typeof context.body !== 'string') return;
  const field = /<input type="hidden" name="iss" value="[^"]*"\/>/;
  const own = field.exec(context.body)?.[0] ?? '';
  const changed =
    wrong === undefined ? (isNamed ? own : '') : `<input type="hidden" name="iss" value="${wrong}"/>`;
  context.body = context.body.replace(field, changed);
}

/** Apple posts the name only at the first login of a user. */
function addName(context: KoaContextWithOIDC, named: Set<string>): void {
  const subject = context.oidc.session?.accountId;
  if (subject === undefined || named.has(subject) || typeof context.body !== 'string') return;
  named.add(subject);
  const [firstName = '', lastName = ''] = personWithSubject(subject).name.split(' ');
  const user = JSON.stringify({ name: { firstName, lastName } }).replaceAll('"', '&quot;');
  context.body = context.body.replace('</form>', `<input type="hidden" name="user" value="${user}"/></form>`);
}
