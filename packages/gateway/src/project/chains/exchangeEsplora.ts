import * as z from 'zod';
import { parseJson } from '../../platform/http/parseJson.js';
import { type RawAnswer, type RawCall, RPC_CODES } from '../../platform/jsonrpc/jsonRpc.js';
import type { Exchange } from './exchange.js';
import { acceptable, failed, withoutSecrets } from './upstreamAnswer.js';
import type { PathRequest } from './upstreamClient.js';
import type { Upstream } from './upstreams.js';

/** Maximum length of a refusal that is passed on, in characters. */
const MAX_MESSAGE = 300;

const CALL = /^(GET|POST) (\/[\w/-]*)$/;
const body = z.tuple([z.string()]);

/**
 * Makes calls to Esplora's HTTP API: the method of a call is the method and path of a request, and the only parameter the body
 * of a POST. A response in plain text becomes a JSON string.
 *
 * @returns the responses, in the order of the calls. Status 400 and 404 are errors of the call.
 * @throws RpcError when the node is unreachable or fails.
 * @see https://github.com/Blockstream/esplora/blob/master/API.md
 */
export function exchangeEsplora(
  upstream: Upstream,
  calls: readonly RawCall[],
  how: Exchange,
): Promise<readonly RawAnswer[]> {
  return Promise.all(
    calls.map(async call => {
      const answer = await how.client.ask(upstream, requestOf(call), how);
      const text = acceptable(answer);
      if (answer.status === 400 || answer.status === 404) return refusal(text, upstream);
      if (answer.status !== 200) throw failed();
      return { kind: 'result', raw: jsonOf(text), code: undefined };
    }),
  );
}

function requestOf({ method: given, params }: RawCall): PathRequest {
  const [, method, path = ''] = CALL.exec(given) ?? [];
  if (method === 'GET') return { method, path, body: '' };
  if (method !== 'POST') throw new Error(`${given} is not a request of Esplora's API`);
  const [text] = body.parse(JSON.parse(params ?? '[]'));
  return { method, path, body: text };
}

function refusal(text: string, upstream: Upstream): RawAnswer {
  const message = withoutSecrets(text, upstream).slice(0, MAX_MESSAGE);
  const code = RPC_CODES.serverError;
  return { kind: 'error', raw: JSON.stringify({ code, message }), code };
}

/** Heights, hashes and ids come as plain text. A page in HTML is no response of the API. */
function jsonOf(text: string): string {
  const trimmed = text.trim();
  if (/^[0-9a-f]{1,64}$/i.test(trimmed)) return JSON.stringify(trimmed);
  try {
    parseJson(trimmed);
    return trimmed;
  } catch {
    throw failed();
  }
}
