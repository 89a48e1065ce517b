import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import * as z from 'zod';
import { type ReportError, toGatewayError } from '../http/answerError.js';
import { parseQuery } from '../http/parseQuery.js';
import { projectOrigins } from '../http/projectOrigins.js';
import type { ProjectService } from '../projects/service.js';
import { RPC_CODES } from './jsonRpc.js';
import { RpcError, rpcCodeOf } from './RpcError.js';
import type { RpcService } from './service.js';

/** Bytes of a request's body. */
const MAX_BODY = 2 * 1024 * 1024;

const query = z.object({ chainId: z.string().max(64) });

/** `POST /v1?chainId=eip155:1&projectId=…`: JSON-RPC to a chain [CALL-40]. All its errors are JSON-RPC errors. */
export function rpcRoutes(rpc: RpcService, projects: ProjectService, report: ReportError): Hono {
  const routes = new Hono();
  routes.onError((error, context) => answerRpcError(context, toGatewayError(error, report)));
  routes.use('/v1', projectOrigins(projects));
  routes.post('/v1', bodyLimit({ maxSize: MAX_BODY, onError: refuseBody }), async context => {
    const { chainId } = parseQuery(context, query);
    const { raw } = context.req;
    const answer = await rpc.forward(chainId, await context.req.text(), raw.signal);
    return context.body(answer, 200, { 'Content-Type': 'application/json' });
  });
  return routes;
}

function refuseBody(): never {
  throw new RpcError(413, RPC_CODES.limitExceeded, 'BODY_TOO_LARGE', `A body may have ${MAX_BODY} bytes`);
}

/** `{ jsonrpc, id, error: { code, message, data: { code } } }`; the stable code of ours is in `data`. */
function answerRpcError(context: Context, error: ReturnType<typeof toGatewayError>): Response {
  const { code, message, status } = error;
  const id = error instanceof RpcError ? error.callId : null;
  return context.json(
    { jsonrpc: '2.0', id, error: { code: rpcCodeOf(error), message, data: { code } } },
    status,
  );
}
