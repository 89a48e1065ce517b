import { RPC_CODES } from '../../platform/jsonrpc/jsonRpc.js';
import { RpcError } from '../../platform/jsonrpc/RpcError.js';
import type { UpstreamAnswer } from './upstreamClient.js';
import type { Upstream } from './upstreams.js';

/** Returns the text of a response. @throws RpcError if the node refuses the gateway's requests. */
export function acceptable({ status, text, retryAfter }: UpstreamAnswer): string {
  if (status === 429) {
    const { limitExceeded } = RPC_CODES;
    const limited = new RpcError(429, limitExceeded, 'UPSTREAM_RATE_LIMITED', 'The chain is asked too often');
    limited.retryAfter = retryAfter;
    throw limited;
  }
  // A provider's refusal concerns the operator's account (401, 402, 403), never the visitor's call.
  if (status === 401 || status === 402 || status === 403) throw failed();
  return text;
}

/** Removes host names and keys, which providers sometimes quote in error messages. */
export function withoutSecrets(text: string, upstream: Upstream): string {
  return upstream.secrets.reduce((clean, secret) => clean.replaceAll(secret, 'upstream'), text);
}

/** The error of a node whose response cannot be used. */
export function failed(): RpcError {
  const { serverError } = RPC_CODES;
  return new RpcError(502, serverError, 'UPSTREAM_FAILED', 'The chain answered with an error');
}
