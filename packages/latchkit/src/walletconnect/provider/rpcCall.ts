import { createError } from '../../protocol/errors.js';
import { NoRpcUrlError } from '../../protocol/NoRpcUrlError.js';
import { ProviderRpcError } from '../session/ProviderRpcError.js';
import { guards } from '../wire/guards.js';

const { anything, integer, shape, text } = guards;
const isAnswer = shape({ result: anything });
const isRefusal = shape({ error: shape({ code: integer, message: text(100_000) }, { data: anything }) });

/** How long a node may take for a response, in ms. */
const LIMIT_MS = 10_000;

export interface RpcRequest {
  readonly method: string;
  readonly params?: unknown;
}

/**
 * Calls a chain's node (JSON-RPC 2.0).
 *
 * @throws NoRpcUrlError; ProviderRpcError the node returned an error; REQUEST_FAILED it did not respond within 10 s.
 */
export async function rpcCall(
  chainId: string,
  url: string | undefined,
  { method, params }: RpcRequest,
  signal: AbortSignal,
): Promise<unknown> {
  if (url === undefined) throw new NoRpcUrlError(chainId);
  const body = JSON.stringify({ id: 1, jsonrpc: '2.0', method, params: params ?? [] });
  const answer = await post(url, body, signal);
  if (isRefusal(answer)) throw new ProviderRpcError(answer.error, answer.error.data);
  if (!isAnswer(answer)) throw createError('REQUEST_FAILED', { context: { method, chainId } });
  return answer.result;
}

async function post(url: string, body: string, signal: AbortSignal): Promise<unknown> {
  const call = new AbortController();
  const leave = () => call.abort(signal.reason);
  if (signal.aborted) leave();
  signal.addEventListener('abort', leave, { once: true });
  const timer = setTimeout(() => call.abort(createError('REQUEST_TIMEOUT')), LIMIT_MS);
  try {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(url, { method: 'POST', headers, body, signal: call.signal });
    return await response.json();
  } catch (cause) {
    throw createError('REQUEST_FAILED', { cause });
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', leave);
  }
}
