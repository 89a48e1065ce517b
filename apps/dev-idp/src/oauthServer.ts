import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Client } from './clients.js';
import { type Fault, faultOf, wrongIss } from './faults.js';
import { basicAuth, bearerToken, type Exchange, readForm, redirect, sendJson } from './http.js';
import { sendBadRequest, sendChoices } from './pages.js';
import { type Person, personOf } from './people.js';
import { signedInPerson, staySignedIn } from './staySignedIn.js';
import { failTokenRequest, paddingFor } from './tokenFaults.js';

/** The faults that are possible without an id token. */
const OAUTH_FAULTS = [
  'providerError',
  'tokenError',
  'tokenGarbage',
  'tokenHang',
  'tokenLarge',
  'foreignIss',
  'strangeIss',
  'wrongAudience',
] as const satisfies readonly Fault[];

/** An access token that was issued. */
export interface IssuedToken {
  readonly clientId: string;
  readonly person: Person;
  /** Milliseconds since 1970. */
  readonly issuedAt: number;
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
  /** Fields of the token response besides the token. */
  readonly tokenFields: Readonly<Record<string, unknown>>;
  /** The provider's errors: status and code. */
  readonly errors: {
    readonly client: readonly [status: number, error: string];
    readonly code: readonly [status: number, error: string];
  };
  /** The provider's API, by path: responds to a request with a token. Undefined: status 401. */
  readonly api: Readonly<Record<string, (found: IssuedToken) => unknown>>;
  /** Nothing tells which client a token is of, so a token of another client is no failure. */
  readonly hidesClient?: true;
  /** Tells clients about a token: which client and user it is of. */
  readonly inspect?: (
    exchange: Exchange,
    tokens: ReadonlyMap<string, IssuedToken>,
    clients: readonly Client[],
  ) => Promise<boolean>;
}

interface Asked {
  readonly clientId: string;
  readonly redirectUri: string;
  readonly state: string;
  readonly challenge: string | null;
}

interface Granted extends Asked {
  readonly person: Person;
  readonly fault: Fault | undefined;
}

interface Server {
  readonly shape: OAuthShape;
  readonly base: string;
  readonly redirectUris: readonly string[];
  readonly clients: readonly Client[];
  readonly asked: Map<string, Asked>;
  readonly granted: Map<string, Granted>;
  readonly tokens: Map<string, IssuedToken>;
}

/** Creates an OAuth 2 provider of a shape. `base` is its public URL, without a trailing slash. */
export function oauthServer(
  shape: OAuthShape,
  { base, redirectUris, clients }: Pick<Server, 'base' | 'redirectUris' | 'clients'>,
): (exchange: Exchange) => Promise<void> {
  const server: Server = {
    shape,
    base,
    redirectUris,
    clients,
    asked: new Map(),
    granted: new Map(),
    tokens: new Map(),
  };
  return async exchange => {
    const { request, response, path } = exchange;
    if (path === shape.paths.authorize && request.method === 'GET') return authorize(server, exchange);
    if (path.startsWith('/choose/')) return decide(server, exchange, path.slice('/choose/'.length));
    if (path === shape.paths.token && request.method === 'POST') return issueToken(server, exchange);
    if (await shape.inspect?.(exchange, server.tokens, clients)) return;
    const read = shape.api[path];
    const found = server.tokens.get(bearerToken(request) || (exchange.query.get('access_token') ?? ''));
    if (read === undefined) return sendJson(response, { message: 'Not Found' }, 404);
    if (found === undefined) return sendJson(response, { message: 'Bad credentials' }, 401);
    sendJson(response, read(found));
  };
}

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
  if (fault === 'providerError') url.searchParams.set('error', 'server_error');
  else if (person === undefined) url.searchParams.set('error', 'access_denied');
  else {
    const code = randomBytes(16).toString('hex');
    granted.set(code, { ...login, person, fault });
    url.searchParams.set('code', code);
  }
  redirect(response, url.href);
}

/** Why a request is invalid, for its developer. */
function refusalOf({ shape, redirectUris, clients }: Server, query: URLSearchParams): string | undefined {
  if (!clients.some(({ id }) => id === query.get('client_id'))) return 'The app has an unknown client id.';
  if (!redirectUris.includes(query.get('redirect_uri') ?? '')) {
    return 'The app asked with a redirect address that isn’t registered.';
  }
  const hasPkce = query.has('code_challenge') && query.get('code_challenge_method') === 'S256';
  return shape.needsPkce && !hasPkce ? 'The app asked without PKCE.' : undefined;
}

async function decide(server: Server, { request, response, query }: Exchange, id: string) {
  const { shape, base, asked } = server;
  const found = asked.get(id);
  if (found === undefined)
    return sendBadRequest(response, 'This login has ended.', 'Start again in the app.');
  if (request.method !== 'POST') {
    const cutsOpener = query.get('coop') === 'same-origin';
    const action = `${new URL(base).pathname}/choose/${id}`;
    const faults = OAUTH_FAULTS.filter(
      fault =>
        (fault !== 'wrongAudience' || !shape.hidesClient) &&
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
  const { shape, granted, tokens } = server;
  const form = await readForm(request);
  const refuse = ([status, error]: readonly [number, string]) => sendJson(response, { error }, status);
  const client = clientOf(server, request, form);
  if (client === undefined) return refuse(shape.errors.client);
  const code = form.get('code') ?? '';
  const found = granted.get(code);
  granted.delete(code);
  const isOfClient = found?.clientId === client.id && form.get('redirect_uri') === found.redirectUri;
  if (found === undefined || !isOfClient) {
    return refuse(shape.errors.code);
  }
  const proof = createHash('sha256')
    .update(form.get('code_verifier') ?? '')
    .digest('base64url');
  if (found.challenge !== null && proof !== found.challenge) return refuse(shape.errors.code);
  if (failTokenRequest(response, found.fault)) return;
  const token = randomBytes(20).toString('hex');
  const clientId = found.fault === 'wrongAudience' ? 'another-client' : client.id;
  tokens.set(token, { clientId, person: found.person, issuedAt: Date.now() });
  sendJson(response, {
    access_token: token,
    token_type: 'bearer',
    ...shape.tokenFields,
    ...paddingFor(found.fault),
  });
}
