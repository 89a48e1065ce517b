import type { RawCall } from './exchange.js';
import { RPC_CODES, type RpcCall, rpcRequest } from './jsonRpc.js';
import { RpcError } from './RpcError.js';
import { jsonElements, jsonMembers } from './splitJson.js';

/** A call as a caller sent it. */
export interface IncomingCall extends RawCall {
  /** As it stood in the request. */
  readonly id: string;
  readonly idValue: RpcCall['id'];
}

/**
 * Reads the body of a request.
 *
 * @throws RpcError 400 `PARSE_ERROR` or `INVALID_RPC_REQUEST`.
 */
export function readCalls(body: string): { calls: readonly IncomingCall[]; isBatch: boolean } {
  const parsed = rpcRequest.safeParse(json(body));
  if (!parsed.success) {
    const message = 'Expected a JSON-RPC 2.0 call with an id, or a batch of 1 to 1000 of them';
    throw new RpcError(400, RPC_CODES.invalidRequest, 'INVALID_RPC_REQUEST', message);
  }
  const isBatch = Array.isArray(parsed.data);
  const texts = isBatch ? jsonElements(body) : [body];
  const calls = [parsed.data].flat().map((call, index): IncomingCall => {
    const { id = 'null', params } = jsonMembers(texts[index] ?? '{}');
    return { method: call.method, params, id, idValue: call.id };
  });
  return { calls, isBatch };
}

function json(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    throw new RpcError(400, RPC_CODES.parseError, 'PARSE_ERROR', 'Not JSON');
  }
}
