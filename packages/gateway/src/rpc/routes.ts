import { type Context, Hono } from 'hono';
import * as z from 'zod';
import { errorHeaders } from '../http/answerError.js';
import type { ClientAddress } from '../http/clientAddress.js';
import type { GatewayError } from '../http/GatewayError.js';
import { limitBody } from '../http/limitBody.js';
import type { Limits } from '../http/limits.js';
import { parseQuery } from '../http/parseQuery.js';
import type { RateLimiter } from '../http/rateLimiter.js';
import { projectId } from '../projects/store.js';
import { rpcErrorBody } from './RpcError.js';
import type { RpcService } from './service.js';

/** Path of the chain endpoint. */
export const RPC_PATH = '/v1';

/** Maximum size of a request body, in bytes. */
const MAX_BODY = 2 * 1024 * 1024;

/** Query of `POST /v1`. */
export const rpcQuery = z.object({ projectId, chainId: z.string().max(64) });

export interface RpcRoutesOptions {
  readonly rpc: RpcService;
  readonly limiter: RateLimiter;
  readonly limits: Limits;
  readonly address: ClientAddress;
}

/** `POST /v1?chainId=eip155:1&projectId=…`: passes JSON-RPC calls to a chain. */
export function rpcRoutes({ rpc, limiter, limits, address }: RpcRoutesOptions): Hono {
  const routes = new Hono();
  routes.post(RPC_PATH, limitBody(MAX_BODY), async context => {
    const query = parseQuery(context, rpcQuery);
    const charge = async (calls: number) => {
      // The request itself was counted on arrival.
      await limiter.take('address', address(context), limits.perAddress, calls - 1);
      await limiter.take('project for chains', query.projectId, limits.rpcPerProject, calls);
    };
    const body = await context.req.text();
    const answer = await rpc.forward(query.chainId, body, context.req.raw.signal, charge);
    return context.body(answer, 200, { 'Content-Type': 'application/json' });
  });
  return routes;
}

/** Responds with an error of the chain endpoint. */
export function answerRpcError(context: Context, error: GatewayError): Response {
  errorHeaders(context, error);
  return context.json(rpcErrorBody(error), error.status);
}
