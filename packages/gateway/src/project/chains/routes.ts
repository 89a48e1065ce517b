import type { Context } from 'hono';
import { listChainsRequest, proxyRpcRequest } from 'latchkit/protocol';
import { budgetedReader } from '../../platform/http/AnswerReader.js';
import { errorHeaders } from '../../platform/http/answerError.js';
import type { ClientAddress } from '../../platform/http/clientAddress.js';
import type { HttpError } from '../../platform/http/HttpError.js';
import type { Limits } from '../../platform/http/limits.js';
import type { RateLimiter } from '../../platform/http/rateLimiter.js';
import type { CallHandler } from '../../platform/http/serveCalls.js';
import type { Traffic } from '../../platform/http/traffic.js';
import { rpcErrorBody } from '../../platform/jsonrpc/RpcError.js';
import { handle } from '../projects/projectCalls.js';
import type { RpcService } from './service.js';

export interface RpcRoutesOptions {
  readonly rpc: RpcService;
  readonly traffic: Traffic;
  readonly limiter: RateLimiter;
  readonly limits: Limits;
  readonly address: ClientAddress;
  /** Chains with swaps. Default: none. */
  readonly swaps?: readonly string[];
}

/** Lists the chains, and passes JSON-RPC calls to them. */
export function rpcCalls(options: RpcRoutesOptions): readonly CallHandler[] {
  const { rpc, traffic, limiter, limits, address, swaps = [] } = options;
  const proxy = handle(proxyRpcRequest, async ({ query, context }) => {
    const charge = async (calls: number) => {
      // The request itself was counted on arrival.
      await limiter.take('address', address(context), limits.perAddress, calls - 1);
      await limiter.take('project for chains', query.projectId, limits.rpcPerProject, calls);
    };
    const body = await context.req.text();
    const reader = budgetedReader(traffic, traffic.payer(context));
    const answer = await rpc.forward(query.chainId, body, context.req.raw.signal, charge, reader);
    return context.body(answer, 200, { 'Content-Type': 'application/json' });
  });
  const list = handle(listChainsRequest, ({ context }) => {
    context.header('Cache-Control', 'public, max-age=300');
    return context.json({ http: rpc.chainIds, ws: [], swaps });
  });
  return [list, proxy];
}

/** Responds with an error of the chain endpoint. */
export function answerRpcError(context: Context, error: HttpError): Response {
  errorHeaders(context, error);
  return context.json(rpcErrorBody(error), error.status);
}
