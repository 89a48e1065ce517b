import * as z from 'zod/mini';

/** Maximum number of calls in one batch. */
const MAX_BATCH = 1_000;

const id = z.union([z.string().check(z.maxLength(256)), z.number(), z.null()]);

/** One call. Calls without an id (notifications) are not proxied: their failure would go unnoticed. */
const call = z.object({
  jsonrpc: z.literal('2.0'),
  id,
  method: z.string().check(z.regex(/^[A-Za-z][A-Za-z0-9_]{0,99}$/)),
  params: z.optional(z.union([z.array(z.unknown()), z.record(z.string(), z.unknown())])),
});

/** The body of a request: one call or a batch. */
export const rpcRequest = z.union([call, z.array(call).check(z.minLength(1), z.maxLength(MAX_BATCH))]);

/** One call of JSON-RPC 2.0. */
export type RpcCall = z.infer<typeof call>;

const answer = z
  .looseObject({
    result: z.optional(z.unknown()),
    // Some nodes send `error: null` along with a result.
    error: z.pipe(
      z.nullish(z.looseObject({ code: z.number() })),
      z.transform(error => error ?? undefined),
    ),
  })
  .check(z.refine(value => 'result' in value || value.error !== undefined));

/** The body of a node's response. */
export const rpcAnswer = z.union([answer, z.array(answer)]);
