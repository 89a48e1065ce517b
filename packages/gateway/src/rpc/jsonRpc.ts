import * as z from 'zod';

/** Calls in one batch. */
export const MAX_BATCH = 1_000;

const id = z.union([z.string().max(256), z.number(), z.null()]);

/** One call [CALL-40]. Calls without an id (notifications) are not proxied: nobody would hear of their failure. */
const call = z.object({
  jsonrpc: z.literal('2.0'),
  id,
  method: z.string().regex(/^[A-Za-z][A-Za-z0-9_]{0,99}$/),
  params: z.union([z.array(z.unknown()), z.record(z.string(), z.unknown())]).optional(),
});

/** The body of a request: one call or a batch. */
export const rpcRequest = z.union([call, z.array(call).min(1).max(MAX_BATCH)]);

export type RpcCall = z.infer<typeof call>;

const answer = z
  .looseObject({
    result: z.unknown().optional(),
    // Some nodes send `error: null` along with a result.
    error: z
      .looseObject({ code: z.number() })
      .nullish()
      .transform(error => error ?? undefined),
  })
  .refine(value => 'result' in value || value.error !== undefined);

/** The body of a node's answer. */
export const rpcAnswer = z.union([answer, z.array(answer)]);

/** JSON-RPC 2.0 error codes; -32000 and below are the server's own range (EIP-1474 names some). */
export const RPC_CODES = {
  parseError: -32700,
  invalidRequest: -32600,
  invalidParams: -32602,
  methodNotSupported: -32004,
  limitExceeded: -32005,
  serverError: -32000,
} as const;
