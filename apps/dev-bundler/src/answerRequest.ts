import { z } from 'zod';
import type { RpcMethods } from './createBundler.js';
import { RPC_CODES, RpcError } from './RpcError.js';

const rpcRequest = z.object({
  jsonrpc: z.literal('2.0'),
  id: z.union([z.string(), z.number(), z.null()]).optional(),
  method: z.string(),
  params: z.array(z.unknown()).nullish(),
});

/** Responds to the text of a JSON-RPC 2.0 request. */
export async function answerRequest(text: string, methods: RpcMethods): Promise<string> {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return failure(null, new RpcError('parseError', 'Parse error'));
  }
  const request = rpcRequest.safeParse(body);
  if (!request.success) return failure(null, new RpcError('invalidRequest', 'Invalid request'));
  const { id = null, method, params } = request.data;
  const run = Object.hasOwn(methods, method) ? methods[method] : undefined;
  if (!run) return failure(id, new RpcError('methodNotFound', 'Method not found'));
  try {
    return JSON.stringify({ jsonrpc: '2.0', id, result: (await run(params ?? [])) ?? null });
  } catch (error) {
    return failure(id, error);
  }
}

function failure(id: unknown, error: unknown): string {
  if (!(error instanceof RpcError)) console.error(error);
  const { code, message } =
    error instanceof RpcError ? error : { code: RPC_CODES.internal, message: 'Internal error' };
  return JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } });
}
