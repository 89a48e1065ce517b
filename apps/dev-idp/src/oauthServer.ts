import { createHash, createHmac, randomBytes, randomUUID } from 'node:crypto';
import { SignJWT } from 'jose';
import type { Client } from './clients.js';
import { type Fault, faultOf, wrongIss } from './faults.js';
import { addAll, basicAuth, bearerToken, type Exchange, readForm, redirect, sendJson } from './http.js';
import { sendBadRequest, sendChoices } from './pages.js';
import { type Person, personOf } from './people.js';
import type { SigningKeys } from './signingKeys.js';
import { signedInPerson, staySignedIn } from './staySignedIn.js';
import { failApiRequest, failTokenRequest, nullsFor, paddingFor } from './tokenFaults.js';

/** The faults that are possible without an id token. */
const OAUTH_FAULTS = [
  'providerError',
  'tokenError',
  'tokenGarbage',
  'tokenHang',
  'tokenLarge',
  'tokenLimited',
  'tokenForbidden',
  'apiLimited',
  'apiLimitedAs403',
  'apiPayment',
  'apiForbidden',
  'inspectLimited',
  'withoutNonce',
  'shortToken',
  'foreignIss',
  'strangeIss',
  'wrongAudience',
  'oldKey',
  'tokenNulls',
  'apiLimitedByCode',
  'inspectLimitedByCode',
] as const satisfies readonly Fault[];

/** An access token that was issued. */
export interface IssuedToken {
  readonly clientId: string;
  readonly person: Person;
  /** Milliseconds since 1970. */
  readonly issuedAt: number;
  readonly scopes: readonly string[];
  readonly fault: Fault | undefined;
}

/** What one OAuth 2 provider does in its own way. */
export interface OAuthShape {
  readonly name: string;
  readonly paths: { readonly authorize: string; readonly token: string };
  /** The path of the issuer that the provider names in its responses (RFC 9207). Absent: it names none. */
  readonly issuerPath?: string;
  /** Whether the provider insists on PKCE. */
  readonly needsPkce: boolean;
  /** Whether it documents `prompt=select_account`, with which it asks a visitor whom it knows, too. */
  readonly asksAccount?: true;
  /** Where the provider documents a client's credentials: in the form, in `Authorization: Basic`, or either. */
  readonly clientAuth: 'body' | 'header' | 'either';
  /** Life of a code, in milliseconds. */
  readonly codeLife: number;
  /** Life of a token that tells it, in milliseconds. */
  readonly tokenLife?: number;
  /** Whether a person and a client get the same token until it ends. */
  readonly repeatsTokens?: true;
  /** Maximum length of a `state`. */
  readonly maxState?: number;
  /** Which user agents are served: the pattern, and what others get. Default: all. */
  readonly agents?: RegExp;
  /** Whether the token endpoint answers as a form unless JSON is accepted. */
  readonly answersForms?: true;
  /** Id tokens for logins with the scope `openid`: where their keys are. */
  readonly idToken?: { readonly keys: string };
  /** Fields of the token response besides the token. */
  readonly tokenFields: Readonly<Record<string, unknown>>;
  /** The provider's errors: status and body. */
  readonly errors: {
    readonly client: readonly [status: number, body: unknown];
    readonly code: readonly [status: number, body: unknown];
  };
  /** What it answers above its rate, if not 429: its status and body. */
  readonly limit?: readonly [status: number, body: unknown];
  /** Whether its page has a policy that cuts the link to the opener. */
  readonly cutsOpener?: true;
  /** A fragment that it adds to the callback. */
  readonly fragment?: string;
  /** What its page sends if the visitor refuses. Default: `error=access_denied`. */
  readonly refusal?: Readonly<Record<string, string>>;
  /** What its page sends if it is down. Default: `error=server_error`. */
  readonly failure?: Readonly<Record<string, string>>;
  /** The provider's API, by path: responds to a request with a token; undefined: the token has not the scopes. */
  readonly api: Readonly<Record<string, (found: IssuedToken) => unknown>>;
  /** Whether calls of the API prove that they know the client's secret (`appsecret_proof`). */
  readonly needsProof?: true;
  /** Nothing tells which client a token is of, so a token of another client is no failure. */
  readonly hidesClient?: true;
  /** Tells clients about a token: which client and user it is of. */
  readonly inspect?: (
    exchange: Exchange,
    tokens: Map<string, IssuedToken>,
    clients: readonly Client[],
  ) => Promise<boolean>;
  /** Where its client ends tokens (RFC 7009), and whether all of that person and client end. */
  readonly revocation?: { readonly path: string; readonly endsAll: boolean };
}

interface Asked {
  readonly clientId: string;
  readonly redirectUri: string;
  readonly state: string;
  readonly challenge: string | null;
  readonly nonce: string | null;
  readonly scopes: readonly string[];
}

interface Granted extends Asked {
  readonly person: Person;
  readonly fault: Fault | undefined;
  /** Milliseconds since 1970. */
  readonly until: number;
}

interface Server {
  readonly shape: OAuthShape;
  readonly base: string;
  readonly redirectUris: readonly string[];
  readonly clients: readonly Client[];
  readonly asked: Map<string, Asked>;
  readonly granted: Map<string, Granted>;
  readonly tokens: Map<string, IssuedToken>;
  readonly keys: SigningKeys;
}

/** Creates an OAuth 2 provider of a shape. `base` is its public URL, without a trailing slash. */
export function oauthServer(
  shape: OAuthShape,
  { base, redirectUris, clients, tokens, keys }: Omit<Server, 'shape' | 'asked' | 'granted'>,
): (exchange: Exchange) => Promise<void> {
  const server: Server = {
    shape,
    base,
    redirectUris,
    clients,
    asked: new Map(),
    granted: new Map(),
    tokens,
    keys,
  };
  return async exchange => {
    const { request, response, path } = exchange;
    if (path === shape.paths.authorize && request.method === 'GET') return authorize(server, exchange);
    if (path.startsWith('/choose/')) return decide(server, exchange, path.slice('/choose/'.length));
    if (shape.agents && !shape.agents.test(request.headers['user-agent'] ?? '')) {
      return void response.writeHead(403, { 'content-type': 'text/html' }).end('<html>Forbidden</html>');
    }
    if (path === shape.idToken?.keys) return sendJson(response, await keys.published());
    if (path === shape.paths.token && request.method === 'POST') return issueToken(server, exchange);
    if (path === shape.revocation?.path && request.method === 'POST') return revoke(server, exchange);
    if (await shape.inspect?.(exchange, tokens, clients)) return;
    readApi(server, exchange);
  };
}

function readApi({ shape, tokens, clients }: Server, { request, response, path, query }: Exchange): void {
  const read = shape.api[path];
  const token = bearerToken(request) || (query.get('access_token') ?? '');
  const found = tokens.get(token);
  const secret = clients.find(({ id }) => id === found?.clientId)?.secret;
  const proof = secret && createHmac('sha256', secret).update(token).digest('hex');
  if (read === undefined) sendJson(response, { message: 'Not Found' }, 404);
  else if (found === undefined || isOver(shape, found))
    sendJson(response, { message: 'Bad credentials' }, 401);
  else if (found.fault === 'apiLimitedByCode' && shape.limit)
    sendJson(response, shape.limit[1], shape.limit[0]);
  else if (failApiRequest(response, found.fault)) return;
  else if (shape.needsProof && proof && query.get('appsecret_proof') !== proof) {
    const message = 'API calls from the server require an appsecret_proof argument';
    sendJson(response, { error: { message, type: 'GraphMethodException', code: 100 } }, 400);
  } else {
    const body = read(found);
    if (body === undefined) sendJson(response, { message: 'Forbidden' }, 403);
    else sendJson(response, body);
  }
}

const isOver = ({ tokenLife = Number.POSITIVE_INFINITY }: OAuthShape, { issuedAt }: IssuedToken) =>
  issuedAt + tokenLife <= Date.now();

function authorize(server: Server, { request, response, query }: Exchange): void {
  const { redirectUris, asked, base, shape } = server;
  const redirectUri = query.get('redirect_uri') ?? '';
  const reason = refusalOf(server, query);
  if (reason !== undefined) {
    const allowed = redirectUris.join('\n         ');
    sendBadRequest(response, reason, `asked    ${redirectUri}\nallowed  ${allowed}`);
    return;
  }
  const login = {
    clientId: query.get('client_id') ?? '',
    redirectUri,
    state: query.get('state') ?? '',
    challenge: query.get('code_challenge'),
    nonce: query.get('nonce'),
    scopes: (query.get('scope') ?? '').split(/[ ,]/),
  };
  const known = signedInPerson(request);
  const mustAsk = shape.asksAccount && query.get('prompt') === 'select_account';
  if (known !== undefined && !mustAsk) {
    answer(server, response, login, known);
    return;
  }
  const id = randomUUID();
  asked.set(id, login);
  redirect(response, `${base}/choose/${id}`);
}

/** Sends the browser back to the client. Without a person, the visitor refused. */
function answer(
  { shape, base, granted }: Server,
  response: Exchange['response'],
  login: Asked,
  person: Person | undefined,
  fault?: Fault,
): void {
  const url = new URL(login.redirectUri);
  url.searchParams.set('state', login.state);
  const issuer = wrongIss(fault, base) ?? (shape.issuerPath && base + shape.issuerPath);
  if (issuer) url.searchParams.set('iss', issuer);
  if (fault === 'providerError') addAll(url, shape.failure ?? { error: 'server_error' });
  else if (person === undefined) addAll(url, shape.refusal ?? { error: 'access_denied' });
  else {
    const code = randomBytes(16).toString('hex');
    granted.set(code, { ...login, person, fault, until: Date.now() + shape.codeLife });
    url.searchParams.set('code', code);
  }
  if (shape.fragment !== undefined) url.hash = shape.fragment;
  redirect(response, url.href);
}

/** Why a request is invalid, for its developer. */
function refusalOf({ shape, redirectUris, clients }: Server, query: URLSearchParams): string | undefined {
  if (!clients.some(({ id }) => id === query.get('client_id'))) return 'The app has an unknown client id.';
  if (!redirectUris.includes(query.get('redirect_uri') ?? '')) {
    return 'The app asked with a redirect address that isn’t registered.';
  }
  if ((query.get('state') ?? '').length > (shape.maxState ?? 2_000)) return 'The app’s state is too long.';
  if (query.get('response_type') !== 'code') return 'The app asked for another response than a code.';
  const challenge = query.get('code_challenge');
  const isPlain = challenge !== null && query.get('code_challenge_method') !== 'S256';
  if (isPlain) return 'The app asked with another PKCE method than S256.';
  return shape.needsPkce && challenge === null ? 'The app asked without PKCE.' : undefined;
}

async function decide(server: Server, { request, response, query }: Exchange, id: string) {
  const { shape, base, asked } = server;
  const found = asked.get(id);
  if (found === undefined)
    return sendBadRequest(response, 'This login has ended.', 'Start again in the app.');
  if (request.method !== 'POST') {
    const cutsOpener = shape.cutsOpener === true || query.get('coop') === 'same-origin';
    const action = `${new URL(base).pathname}/choose/${id}`;
    const faults = OAUTH_FAULTS.filter(
      fault =>
        (fault !== 'wrongAudience' || !shape.hidesClient) &&
        (fault !== 'withoutNonce' || shape.idToken !== undefined) &&
        (fault !== 'shortToken' || shape.name === 'Facebook') &&
        (fault !== 'inspectLimited' || (!shape.hidesClient && shape.idToken === undefined)) &&
        (fault !== 'oldKey' || shape.idToken !== undefined) &&
        (!/LimitedByCode$/.test(fault) || shape.limit !== undefined) &&
        // Clients ignore an issuer that they cannot compare.
        (fault !== 'strangeIss' || shape.issuerPath !== undefined),
    );
    return sendChoices(response, { provider: shape.name, action, faults, cutsOpener });
  }
  asked.delete(id);
  const form = await readForm(request);
  const fault = faultOf(form.get('fault'));
  const person = personOf(form.get('person') ?? '');
  staySignedIn(response, base, form, person);
  answer(server, response, found, person, fault);
}

/** The client that proves itself as the provider documents it. */
function clientOf(
  { shape: { clientAuth }, clients }: Server,
  request: Exchange['request'],
  form: URLSearchParams,
): Client | undefined {
  const inHeader = basicAuth(request);
  const [id, secret] =
    clientAuth === 'header' || (clientAuth === 'either' && inHeader !== undefined)
      ? (inHeader ?? [])
      : [form.get('client_id'), form.get('client_secret')];
  const isTwice = clientAuth === 'body' && request.headers.authorization !== undefined;
  return isTwice ? undefined : clients.find(client => client.id === id && client.secret === secret);
}

async function issueToken(server: Server, { request, response }: Exchange) {
  const { shape, granted } = server;
  const form = await readForm(request);
  const refuse = ([status, body]: readonly [number, unknown]) =>
    sendAnswer(shape, request, response, body, status);
  const client = clientOf(server, request, form);
  if (client === undefined) return refuse(shape.errors.client);
  const code = form.get('code') ?? '';
  const found = granted.get(code);
  granted.delete(code);
  if (form.get('grant_type') !== 'authorization_code') return refuse(shape.errors.code);
  const isOfClient = found?.clientId === client.id && form.get('redirect_uri') === found.redirectUri;
  if (found === undefined || !isOfClient || found.until <= Date.now()) return refuse(shape.errors.code);
  const verifier = form.get('code_verifier');
  const proof = verifier === null ? null : createHash('sha256').update(verifier).digest('base64url');
  if (proof !== found.challenge) return refuse(shape.errors.code);
  if (failTokenRequest(response, found.fault)) return;
  const [token, { issuedAt }] = tokenFor(server, found, client);
  const { tokenLife } = shape;
  const life = found.fault === 'shortToken' ? 3_600_000 : tokenLife;
  const body = {
    access_token: token,
    token_type: 'bearer',
    ...shape.tokenFields,
    ...(life !== undefined && { expires_in: Math.floor((issuedAt + life - Date.now()) / 1_000) }),
    ...(hasIdToken(shape, found) && { id_token: await idTokenOf(server, found) }),
    ...paddingFor(found.fault),
    ...nullsFor(found.fault),
  };
  sendAnswer(shape, request, response, body, 200);
}

const hasIdToken = ({ idToken }: OAuthShape, { scopes, fault }: Granted) =>
  idToken !== undefined &&
  scopes.includes('openid') &&
  fault !== 'shortToken' &&
  fault !== 'inspectLimitedByCode';

/** GitHub's token endpoint answers as a form unless the client accepts JSON. */
function sendAnswer(
  { answersForms }: OAuthShape,
  { headers }: Exchange['request'],
  response: Exchange['response'],
  body: unknown,
  status: number,
): void {
  if (!answersForms || headers.accept?.includes('application/json')) sendJson(response, body, status);
  else {
    response
      .writeHead(status, { 'content-type': 'application/x-www-form-urlencoded' })
      .end(new URLSearchParams(body as Record<string, string>).toString());
  }
}

/** The person's token, new or the same as before. */
function tokenFor(
  { shape, tokens }: Server,
  { person, scopes, fault }: Granted,
  client: Client,
): readonly [string, IssuedToken] {
  const clientId = fault === 'wrongAudience' ? 'another-client' : client.id;
  const isSame = (one: IssuedToken) =>
    one.clientId === clientId && one.person.subject === person.subject && !isOver(shape, one);
  const before = shape.repeatsTokens && [...tokens].find(([, one]) => isSame(one));
  const token = before?.[0] ?? randomBytes(20).toString('hex');
  const issuedAt = before?.[1].issuedAt ?? Date.now();
  const issued = { clientId, person, issuedAt, scopes, fault };
  tokens.set(token, issued);
  return [token, issued];
}

async function idTokenOf(
  { base, keys }: Server,
  { clientId, person, nonce, fault }: Granted,
): Promise<string> {
  const { kid, privateKey } = await (fault === 'oldKey' ? keys.before() : keys.current());
  return new SignJWT({
    ...(nonce !== null && fault !== 'withoutNonce' && { nonce }),
    ...(person.email !== undefined && { email: person.email }),
  })
    .setProtectedHeader({ alg: 'RS256', kid })
    .setIssuer(base)
    .setAudience(fault === 'wrongAudience' ? 'another-client' : clientId)
    .setSubject(person.subject)
    .setIssuedAt()
    .setExpirationTime('1h')
    .sign(privateKey);
}

/** Ends a token (RFC 7009): also an unknown one is answered with status 200. */
async function revoke(server: Server, { request, response }: Exchange): Promise<void> {
  const { shape, tokens } = server;
  const form = await readForm(request);
  const client = clientOf(server, request, form);
  if (client === undefined) {
    const [status, body] = shape.errors.client;
    return sendJson(response, body, status);
  }
  const found = tokens.get(form.get('token') ?? '');
  for (const [token, issued] of tokens) {
    const isSamePerson = issued.person.subject === found?.person.subject && issued.clientId === client.id;
    if (token === form.get('token') || (shape.revocation?.endsAll && isSamePerson)) tokens.delete(token);
  }
  sendJson(response, {});
}
