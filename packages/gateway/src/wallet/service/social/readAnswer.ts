import { parseJson } from '../../../platform/http/parseJson.js';
import { retryAfterOf } from '../../../platform/http/retryAfter.js';
import { objectOf } from './readField.js';
import { SocialError } from './SocialError.js';
import type { SocialProvider } from './SocialProvider.js';

/** Start of the error of a code that is not valid. */
export const REFUSED_CODE = 'The provider refused the code';

/** Where an answer comes from: what 401, 402 and 403 mean there differs. */
export type AnswerOf = 'token endpoint' | 'API';

/**
 * Reads an answer of a provider.
 *
 * @returns its JSON; undefined if it is none.
 * @throws SocialError what it means, unless it can be used: an outage or a limit of the rate that the status does not tell, a mistake in the operator's settings, or an
 * answer with an error.
 */
export async function readAnswer(
  { name, refusalHint }: Pick<SocialProvider, 'name' | 'refusalHint'>,
  of: AnswerOf,
  response: Response,
): Promise<unknown> {
  const { status, headers } = response;
  const json = await jsonOf(response);
  const body = objectOf(json);
  if (isGraphOutage(body)) {
    throw unavailable(`${name}'s ${of} answers ${status}`, retryAfterOf(headers));
  }
  if (of === 'token endpoint') {
    // With a challenge (RFC 6749, 5.2), which the library would report instead of the error.
    if (status === 401) throw misconfigured(`${name} rejects the credentials: status 401`);
    const code = errorCodeOf(body);
    if (code !== undefined) throw tokenError(code);
    if (status === 403) throw misconfigured(`${name} refuses the client: status 403`);
  }
  if (response.ok) return json;
  if (of === 'API' && (status === 402 || status === 403)) {
    const hint = refusalHint === undefined ? '' : `: ${refusalHint}`;
    throw misconfigured(`${name}'s API refuses the client with status ${status}${hint}`);
  }
  throw invalid(`${name}'s ${of} answers ${status}`);
}

async function jsonOf(response: Response): Promise<unknown> {
  try {
    return parseJson(await response.text());
  } catch {
    return undefined;
  }
}

/** Codes of Facebook's Graph (Handle Errors; Rate Limits): too many calls, or down. */
const GRAPH_OUTAGES: readonly unknown[] = [2, 4, 17, 32, 341, 613];
/** Codes and subcodes with which it refuses the client rather than the code: the secret, the app, and the redirect URI. */
const GRAPH_CLIENT: readonly unknown[] = [1, 101, 191];
const GRAPH_REDIRECT_URI = 36_008;

const graphErrorOf = ({ error }: Readonly<Record<string, unknown>>) =>
  typeof error === 'object' && error !== null ? objectOf(error) : undefined;

const isGraphOutage = (body: Readonly<Record<string, unknown>>) => {
  const error = graphErrorOf(body);
  return error?.is_transient === true || GRAPH_OUTAGES.includes(error?.code);
};

/** The error code of OAuth in a body, also in GitHub's with status 200 and in Facebook's object. */
function errorCodeOf(body: Readonly<Record<string, unknown>>): string | undefined {
  const { error } = body;
  if (typeof error === 'string') return error;
  const graph = graphErrorOf(body);
  if (graph === undefined) return undefined;
  const isClient = GRAPH_CLIENT.includes(graph.code) || graph.error_subcode === GRAPH_REDIRECT_URI;
  return isClient ? 'invalid_client' : 'invalid_grant';
}

const MISCONFIGURED =
  /^(invalid_client|unauthorized_client|incorrect_client_credentials|redirect_uri_mismatch)$/;

/** What an error code of a token endpoint means. */
export function tokenError(code: string, cause?: unknown): SocialError {
  if (/^(slow_down|server_error|temporarily_unavailable)$/.test(code))
    return unavailable(`The provider reports ${code}`);
  return MISCONFIGURED.test(code)
    ? misconfigured(`The provider rejects the credentials: ${code}`, cause)
    : invalid(`${REFUSED_CODE}: ${code.slice(0, 100)}`, cause);
}

/** Codes with which a provider's page reports that the visitor refused. */
const REFUSED = /^(access_denied|user_cancelled_\w+|user_denied|consent_required|login_required)$/;

/** What an error code of a provider's page means. */
export function pageError(code: string, cause?: unknown): SocialError {
  if (REFUSED.test(code)) return new SocialError('REFUSED', 'The visitor refused', cause);
  if (/^(server_error|temporarily_unavailable)$/.test(code))
    return unavailable(`The provider reports ${code}`);
  return misconfigured(`The provider rejects the request: ${code.slice(0, 100)}`, cause);
}

/**
 * The error in what a provider's page sent, where it has not the name that OAuth gives it: Facebook's has `error_code`, with the
 * codes of its Graph.
 */
export function pageErrorCode(parameters: URLSearchParams): string | undefined {
  const code = parameters.get('error_code');
  if (code === null || parameters.has('error') || parameters.has('code')) return undefined;
  return GRAPH_OUTAGES.includes(Number(code)) ? 'temporarily_unavailable' : `error_code ${code}`;
}

const unavailable = (message: string, retryAfter?: number) =>
  new SocialError('PROVIDER_UNAVAILABLE', message, undefined, retryAfter);
export const invalid = (message: string, cause?: unknown) =>
  new SocialError('PROVIDER_RESPONSE_INVALID', message, cause);
export const misconfigured = (message: string, cause?: unknown) =>
  new SocialError('PROVIDER_MISCONFIGURED', message, cause);
