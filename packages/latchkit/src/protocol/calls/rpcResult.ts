import * as z from 'zod/mini';

/** What a JSON-RPC server returned; `error` is its own refusal. */
export const rpcResult = z.object({
  result: z.optional(z.unknown()),
  error: z.optional(z.object({ code: z.number(), message: z.string() })),
});

/** Parameters of a bundler or a paymaster. */
export const rpcServerParams = z.array(z.unknown()).check(z.maxLength(4));
