import { RPC_CODES } from './jsonRpc.js';
import { RpcError } from './RpcError.js';
import type { Upstream } from './upstreams.js';

/** Bytes of an answer; more is cut off. */
const MAX_ANSWER = 32 * 1024 * 1024;

/** What a node answered, unread. */
export interface UpstreamAnswer {
  readonly status: number;
  readonly text: string;
}

/**
 * Posts the body to the upstream.
 *
 * @param timeout - Milliseconds until the whole answer must have arrived.
 * @param stopped - Aborts when the caller went away or the gateway stops.
 * @throws RpcError 504 `UPSTREAM_TIMEOUT`, or 502 `UPSTREAM_UNREACHABLE`. Neither says where the upstream is.
 */
export async function askUpstream(
  upstream: Upstream,
  body: string,
  timeout: number,
  stopped: AbortSignal,
): Promise<UpstreamAnswer> {
  const late = AbortSignal.timeout(timeout);
  try {
    const response = await fetch(upstream.url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept: 'application/json', ...upstream.headers },
      body,
      redirect: 'error',
      signal: AbortSignal.any([late, stopped]),
    });
    return { status: response.status, text: await readLimited(response) };
  } catch (error) {
    if (error instanceof RpcError) throw error;
    if (late.aborted) {
      throw new RpcError(
        504,
        RPC_CODES.serverError,
        'UPSTREAM_TIMEOUT',
        'The chain did not answer in time',
        error,
      );
    }
    throw new RpcError(
      502,
      RPC_CODES.serverError,
      'UPSTREAM_UNREACHABLE',
      'The chain cannot be reached',
      error,
    );
  }
}

async function readLimited(response: Response): Promise<string> {
  if (!response.body) return '';
  const decoder = new TextDecoder();
  const parts: string[] = [];
  let size = 0;
  const reader = response.body.getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    size += next.value.byteLength;
    if (size > MAX_ANSWER) {
      await reader.cancel();
      throw new RpcError(
        502,
        RPC_CODES.limitExceeded,
        'UPSTREAM_ANSWER_TOO_LARGE',
        'The answer is too large',
      );
    }
    parts.push(decoder.decode(next.value, { stream: true }));
  }
  return parts.join('') + decoder.decode();
}
