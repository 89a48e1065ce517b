import { isRecord } from '../../core/adapter/untrusted.js';
import { createError } from '../../protocol/errors.js';
import { NoRpcUrlError } from '../../protocol/NoRpcUrlError.js';
import { ProviderRpcError } from '../session/ProviderRpcError.js';
import { readAnswer } from '../wire/readAnswer.js';

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
  const response = await post(url, body, signal);
  // A node that leaves the result out has not answered.
  if (!isRecord(response) || (response.result === undefined && !response.error)) {
    throw createError('REQUEST_FAILED', { context: { method, chainId } });
  }
  const answer = readAnswer(response);
  if (answer.type === 'answer') return answer.result;
  throw new ProviderRpcError(answer.reason, answer.data);
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
