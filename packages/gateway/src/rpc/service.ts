import { askUpstream, type UpstreamAnswer } from './askUpstream.js';
import { isPublicMethod } from './isPublicMethod.js';
import { RPC_CODES, type RpcCall, rpcAnswer, rpcRequest } from './jsonRpc.js';
import { RpcError } from './RpcError.js';
import type { Upstream } from './upstreams.js';

export interface RpcService {
  /**
   * Proxies one call or a batch.
   *
   * @param chainId - CAIP-2 id.
   * @param body - The request as it came. It goes on as it came: re-writing it would round integers above 2^53, which
   * Solana uses.
   * @returns the node's answer, as text for the same reason.
   * @throws RpcError
   */
  forward(chainId: string, body: string, gone: AbortSignal): Promise<string>;
}

export interface RpcServiceOptions {
  readonly upstreams: ReadonlyMap<string, Upstream>;
  /** Milliseconds. */
  readonly timeout: number;
  /** Aborts what is under way when the gateway stops. */
  readonly stopped: AbortSignal;
}

export function rpcService({ upstreams, timeout, stopped }: RpcServiceOptions): RpcService {
  return {
    async forward(chainId, body, gone) {
      const upstream = upstreams.get(chainId);
      if (!upstream) {
        throw new RpcError(400, RPC_CODES.invalidParams, 'CHAIN_NOT_SUPPORTED', 'Chain is not supported');
      }
      const calls = readCalls(body);
      try {
        refuseOthers(calls, upstream);
        const answer = await askUpstream(upstream, body, timeout, AbortSignal.any([gone, stopped]));
        return readAnswer(answer, upstream);
      } catch (error) {
        const [only, ...others] = calls;
        if (only && others.length === 0 && error instanceof RpcError) error.callId = only.id;
        throw error;
      }
    },
  };
}

function refuseOthers(calls: readonly RpcCall[], { development }: Upstream): void {
  const refused = development ? undefined : calls.find(({ method }) => !isPublicMethod(method));
  if (!refused) return;
  throw new RpcError(
    403,
    RPC_CODES.methodNotSupported,
    'METHOD_NOT_ALLOWED',
    `${refused.method} is not served`,
  );
}

function readCalls(body: string): readonly RpcCall[] {
  const parsed = rpcRequest.safeParse(
    json(body, refusal(400, RPC_CODES.parseError, 'PARSE_ERROR', 'Not JSON')),
  );
  if (parsed.success) return Array.isArray(parsed.data) ? parsed.data : [parsed.data];
  throw refusal(
    400,
    RPC_CODES.invalidRequest,
    'INVALID_RPC_REQUEST',
    'Expected a JSON-RPC 2.0 call with an id, or a batch of 1 to 1000 of them',
  );
}

function readAnswer({ status, text }: UpstreamAnswer, upstream: Upstream): string {
  if (status === 429) {
    throw refusal(429, RPC_CODES.limitExceeded, 'UPSTREAM_RATE_LIMITED', 'The chain is asked too often');
  }
  // A provider's refusal is about the operator's account (401, 403, 402 …), never about the visitor's call.
  const failed = refusal(502, RPC_CODES.serverError, 'UPSTREAM_FAILED', 'The chain answered with an error');
  if (status === 401 || status === 402 || status === 403) throw failed;
  const parsed = rpcAnswer.safeParse(json(text, failed));
  if (!parsed.success) throw failed;
  const answers = Array.isArray(parsed.data) ? parsed.data : [parsed.data];
  return answers.some(answer => answer.error !== undefined) ? withoutSecrets(text, upstream) : text;
}

/** Providers like to name themselves, and sometimes the key, in their error messages. */
function withoutSecrets(text: string, upstream: Upstream): string {
  return upstream.secrets.reduce((clean, secret) => clean.replaceAll(secret, 'upstream'), text);
}

function json(text: string, failure: RpcError): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw failure;
  }
}

function refusal(...details: ConstructorParameters<typeof RpcError>): RpcError {
  return new RpcError(...details);
}
