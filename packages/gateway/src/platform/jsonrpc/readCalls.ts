import { type RpcCall, rpcRequest } from 'latchkit/protocol';
import { parseJson } from '../http/parseJson.js';
import { type RawCall, RPC_CODES } from './jsonRpc.js';
import { RpcError } from './RpcError.js';
import { jsonElements, jsonMembers } from './splitJson.js';

/** Most calls of a batch. */
const MAX_BATCH = 1_000;

/** A call as the caller sent it. */
export interface IncomingCall extends RawCall {
  /** JSON text as in the request. */
  readonly id: string;
  readonly idValue: RpcCall['id'];
}

/**
 * Parses the body of a request.
 *
 * @throws RpcError 400 `PARSE_ERROR` or `INVALID_RPC_REQUEST`.
 */
export function readCalls(body: string): { calls: readonly IncomingCall[]; isBatch: boolean } {
  const given = json(body);
  // Counted first: the schema would look at every element.
  const parsed = Array.isArray(given) && given.length > MAX_BATCH ? undefined : rpcRequest.safeParse(given);
  if (parsed?.success !== true) {
    const message = 'Expected a JSON-RPC 2.0 call with an id, or a batch of 1 to 1000 of them';
    throw new RpcError(400, RPC_CODES.invalidRequest, 'INVALID_RPC_REQUEST', message);
  }
  const { data } = parsed;
  if (!Array.isArray(data)) return { calls: [toCall(data, body)], isBatch: false };
  const texts = jsonElements(body);
  return { calls: data.map((call, index) => toCall(call, texts[index] ?? '{}')), isBatch: true };
}

function toCall({ method, id: idValue }: RpcCall, text: string): IncomingCall {
  const { id = 'null', params } = jsonMembers(text);
  return { method, params, id, idValue };
}

function json(body: string): unknown {
  try {
    return parseJson(body);
  } catch {
    throw new RpcError(400, RPC_CODES.parseError, 'PARSE_ERROR', 'Not JSON');
  }
}
